#include "views/text/short_names.h"

#include <cctype>
#include <string>
#include <vector>

namespace candela {

namespace {

bool isOpening(char letter) {
    return letter == '<' || letter == '(' || letter == '[' || letter == '{';
}

bool isClosing(char letter) {
    return letter == '>' || letter == ')' || letter == ']' || letter == '}';
}

/// The bracket depth of each letter; brackets themselves count as outside. Parts of operators such as
/// operator<< and -> are not brackets.
std::vector<int> bracketDepths(std::string_view name) {
    std::vector<int> depths(name.size());
    int depth = 0;
    for (std::size_t position = 0; position < name.size(); ++position) {
        if (name.substr(position).starts_with("operator")) {
            const auto end = name.find_first_not_of("<>=-()[]!", position + 8);
            const auto symbols = name.substr(position + 8, std::min(end, name.size()) - position - 8);
            // operator()(int), operator<<<char>: at most the first two symbols belong to the operator.
            std::size_t length = std::min<std::size_t>(symbols.size(), 2);
            if (symbols.starts_with("<(") || symbols.starts_with(">(")) length = 1;
            for (std::size_t letter = 0; letter < 8 + length; ++letter)
                depths[position + letter] = depth;
            position += 7 + length;
            continue;
        }
        const char letter = name[position];
        const bool isArrow =
            letter == '>' && position > 0 && (name[position - 1] == '-' || name[position - 1] == '=');
        if (isClosing(letter) && !isArrow && depth > 0) --depth;
        depths[position] = depth;
        if (isOpening(letter)) ++depth;
    }
    return depths;
}

std::string withoutParameters(std::string_view name) {
    const auto depths = bracketDepths(name);
    auto end = name.size();
    while (end > 0 && name[end - 1] != ')') {
        // Only "const", "&" and "[clone …]" may follow the parameters.
        if (depths[end - 1] == 0 && (name[end - 1] == ':' || name[end - 1] == '.')) return std::string(name);
        --end;
    }
    if (end == 0 || depths[end - 1] != 0) return std::string(name);
    auto begin = end - 1;
    while (begin > 0 && !(depths[begin - 1] == 0 && name[begin - 1] == '('))
        --begin;
    if (begin <= 1 || name.substr(0, begin - 1).ends_with("operator")) return std::string(name);
    return std::string(name.substr(0, begin - 1));
}

std::string withoutTemplateArguments(std::string_view name) {
    const auto depths = bracketDepths(name);
    std::string shorter;
    bool isSkipping = false;
    for (std::size_t position = 0; position < name.size(); ++position) {
        if (isSkipping) {
            if (depths[position] > 0 || name[position] != '>') continue;
            isSkipping = false;
        }
        shorter += name[position];
        // "<T as Trait>::f" of Rust begins with a bracket that is part of the name.
        if (name[position] == '<' && depths[position] == 0 && position > 0 && position + 1 < name.size() &&
            depths[position + 1] == 1 && name[position + 1] != '>') {
            shorter += "…";
            isSkipping = true;
        }
    }
    return shorter;
}

/// Whether the space ends a return type; "operator new" and "f [clone .cold]" have others.
bool endsReturnType(std::string_view name, std::size_t space) {
    return name[space] == ' ' && !name.substr(0, space).ends_with("operator") &&
           !name.substr(space + 1).starts_with('[');
}

/// The last `count` parts between "::"; for Go's "net/http.(*conn).serve" the text after the last slash.
std::string lastParts(std::string_view name, int count) {
    const auto depths = bracketDepths(name);
    for (std::size_t position = name.size(); position-- > 1;) {
        if (depths[position] != 0) continue;
        const bool isSeparator = name[position] == ':' && name[position - 1] == ':';
        if ((isSeparator && --count == 0) || name[position] == '/' || endsReturnType(name, position)) {
            return std::string(name.substr(position + 1));
        }
        if (isSeparator) --position;
    }
    return std::string(name);
}

bool isHexadecimal(std::string_view text) {
    return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// Without the hash at the end of a legacy name, and those after crates in others.
std::string withoutHashes(std::string_view name) {
    constexpr std::size_t digits = 16;
    constexpr std::string_view start = "::h";
    std::string shorter(name);
    if (const auto hash = shorter.rfind(start); hash != std::string::npos && hash > 0) {
        const auto end = hash + start.size() + digits;
        const bool ends = end == shorter.size() || (end < shorter.size() && shorter[end] == '.');
        if (ends && isHexadecimal(std::string_view(shorter).substr(hash + start.size(), digits)))
            shorter.erase(hash, end - hash);
    }
    for (auto bracket = shorter.find('['); bracket != std::string::npos;
         bracket = shorter.find('[', bracket)) {
        const auto end = shorter.find(']', bracket);
        const auto length = end == std::string::npos ? 0 : end - bracket - 1;
        const bool isHash = bracket > 0 && length >= digits - 3 && length <= digits &&
                            isHexadecimal(std::string_view(shorter).substr(bracket + 1, length));
        if (isHash)
            shorter.erase(bracket, length + 2);
        else
            ++bracket;
    }
    return shorter;
}

/// The last `count` parts of "java.util.HashMap.get"; the name itself if it is no such name.
std::string lastJavaParts(std::string_view name, int count) {
    if (name.find_first_of(":/ <>[]{}*") != std::string_view::npos) return std::string(name);
    const auto function = name.rfind('.');
    const auto type = function == std::string_view::npos || function == 0 ? std::string_view::npos
                                                                          : name.rfind('.', function - 1);
    if (type == std::string_view::npos || !std::isupper(static_cast<unsigned char>(name[type + 1])))
        return std::string(name); // "foo.constprop.0" has no class
    return std::string(name.substr((count == 1 ? function : type) + 1));
}

/// The part after the last slash of "net/http.(*conn).serve".
std::string_view afterSlash(std::string_view name) {
    return name.find(' ') == std::string_view::npos ? name.substr(name.rfind('/') + 1) : name;
}

/// Class and function; anonymous namespaces are no class.
std::string withoutNamespaces(std::string_view name) {
    auto shorter = lastParts(name, 2);
    return shorter.starts_with("(anonymous") || shorter.starts_with("{anonymous") ? lastParts(name, 1)
                                                                                  : shorter;
}

} // namespace

std::string nameIn(NameForm form, std::string_view name) {
    if (form == NameForm::Full || name.starts_with('[')) return std::string(name);
    const auto hashless = withoutHashes(name);
    if (form == NameForm::WithoutHashes) return hashless;
    const auto plain = withoutTemplateArguments(withoutParameters(hashless));
    const bool isOneWord = plain == hashless && plain.find("::") == std::string::npos;
    switch (form) {
    case NameForm::Full:
    case NameForm::WithoutHashes:
    case NameForm::WithoutTemplateArguments:
        break;
    case NameForm::WithoutNamespaces:
        return isOneWord ? lastJavaParts(afterSlash(plain), 2) : withoutNamespaces(plain);
    case NameForm::LastPart:
        return isOneWord ? lastJavaParts(afterSlash(plain), 1) : lastParts(plain, 1);
    }
    return plain;
}

QStringList shorterNames(std::string_view name) {
    QStringList names{QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))};
    if (name.starts_with('[')) return names;
    const auto add = [&](const std::string& shorter) {
        auto text = QString::fromStdString(shorter);
        if (!text.isEmpty() && text.size() < names.last().size()) names << text;
    };
    const auto hashless = withoutHashes(name);
    add(hashless);
    const auto bare = withoutParameters(hashless);
    add(bare);
    const auto plain = withoutTemplateArguments(bare);
    add(plain);
    add(lastParts(plain, 2));
    add(lastParts(plain, 1));
    return names;
}

qsizetype ellipsisPosition(const QString& longer, const QString& shorter) {
    const auto position = shorter.indexOf(u'…');
    return position > 0 && longer.left(position) == shorter.left(position) ? position : -1;
}

QString fittingName(const QString& name, const QFontMetrics& metrics, int width) {
    if (metrics.horizontalAdvance(name) <= width) return name;
    const auto names = shorterNames(name.toStdString());
    for (qsizetype form = 1; form < names.size(); ++form) {
        const auto& shorter = names[form];
        if (metrics.horizontalAdvance(shorter) > width) continue;
        const auto position = ellipsisPosition(names[form - 1], shorter);
        if (position < 0) return shorter;
        const auto rest = shorter.mid(position);
        qsizetype from = position;
        qsizetype to = names[form - 1].size();
        while (from + 1 < to) {
            const auto middle = (from + to) / 2;
            const bool fits = metrics.horizontalAdvance(names[form - 1].left(middle) + rest) <= width;
            (fits ? from : to) = middle;
        }
        return names[form - 1].left(from) + rest;
    }
    return metrics.elidedText(names.last(), Qt::ElideRight, width);
}

} // namespace candela
