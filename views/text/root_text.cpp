#include "views/text/root_text.h"

#include "model/analysis/samples/nameless_samples.h"
#include "views/text/plain_text.h"
#include "views/text/short_names.h"

#include <QObject>

namespace candela {

namespace {

constexpr std::string_view unknownCode = "<unknown>"; // unnamedCodeName() without a module

QString namelessText(std::string_view name) {
    if (name == withoutLabel) return QObject::tr("(none)");
    return name == withoutProcess ? QObject::tr("(unknown)") : QString();
}

/// The names of code that is not known; with its address, if groups are addresses.
QString namelessCodeText(std::string_view name) {
    if (name == noStack) return QObject::tr("[no stack]");
    if (!name.starts_with(unknownCode)) return {};
    const auto address = name.substr(unknownCode.size());
    return address.empty() || address.starts_with(" 0x")
               ? "<" + QObject::tr("unknown") + ">" + plainText(address)
               : QString();
}

} // namespace

QString rootText(std::string_view name) {
    if (const auto text = namelessText(name); !text.isEmpty()) return text;
    const bool isModule = name.starts_with('[') && name.ends_with(']');
    const auto inner = isModule ? namelessText(name.substr(1, name.size() - 2)) : QString();
    return inner.isEmpty() ? plainText(name) : "[" + inner + "]";
}

QString codeText(std::string_view name, std::string_view module) {
    // Where modules are groups, a root is one in brackets; "(unknown)" is then a module of the file.
    const bool isRoot = module == moduleOfRoot(name) || (module == name && name.starts_with('['));
    if (isRoot) return rootText(name);
    const auto text = module.empty() ? namelessCodeText(name) : QString();
    return text.isEmpty() ? plainText(name) : text;
}

QString shortCodeText(std::string_view name, std::string_view module) {
    const auto whole = codeText(name, module);
    return whole == plainText(name) ? plainText(nameIn(NameForm::WithoutTemplateArguments, name)) : whole;
}

bool hasMadeName(const FrameGroups& groups, FrameGroupIndex group) {
    if (groups.isRoot(group) || group == groups.stackless) return true;
    const auto& row = groups[group];
    return row.function.isNone() && row.mapping.isNone() && row.file.isNone();
}

QString groupName(const FrameGroups& groups, FrameGroupIndex group) {
    const auto& name = groups[group].name;
    if (groups.isRoot(group)) return rootText(name);
    return hasMadeName(groups, group) ? codeText(name) : plainText(name);
}

} // namespace candela
