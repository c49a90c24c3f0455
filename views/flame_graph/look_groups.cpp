#include "views/flame_graph/look_groups.h"

#include "views/flame/flame_canvas.h"
#include "views/flame_graph/flame_map.h"
#include "views/widgets/choice_menu.h"

#include <QObject>

#include <array>

namespace candela {

void addRootSides(ChoiceMenu& menu, const std::vector<FlameCanvas*>& canvases) {
    menu.addGroup(QObject::tr("Root"), "flame/rootSide",
                  {{QObject::tr("At the top")}, {QObject::tr("At the bottom")}}, [canvases](int choice) {
                      for (auto* canvas : canvases)
                          canvas->setRootSide(choice == 0 ? RootSide::Top : RootSide::Bottom);
                  });
}

void addColours(ChoiceMenu& menu, const std::vector<FlameCanvas*>& canvases) {
    menu.addGroup(
        QObject::tr("Colour"), "flame/colour",
        {{QObject::tr("By module"),
          QObject::tr("A colour for each module, or namespace where no modules are known; the same in "
                      "every profile. In differences of profiles: more weight, and less weight")},
         {QObject::tr("By kind"),
          QObject::tr("A colour for each of user, kernel, interpreted and generated code")},
         {QObject::tr("By self weight"),
          QObject::tr("The stronger, the more weight the function has itself, in all its call paths")}},
        [canvases](int choice) {
            constexpr std::array colourings{coloursByModule, coloursByKind, coloursBySelf};
            for (auto* canvas : canvases)
                canvas->setColouring(colourings[static_cast<std::size_t>(choice)]);
        });
}

void addNameForms(ChoiceMenu& menu, const std::vector<FlameCanvas*>& canvases) {
    menu.addGroup(
        QObject::tr("Names in boxes"), "flame/names",
        {{QObject::tr("Full names"), QObject::tr("As much of each name as there is room for")},
         {QObject::tr("Without hashes of Rust"),
          QObject::tr("core::fmt::write for core::fmt::write::h0123456789abcdef")},
         {QObject::tr("Without template arguments"),
          QObject::tr("std::vector<…>::push_back for std::vector<int>::push_back(int&&)")},
         {QObject::tr("Without namespaces"), QObject::tr("vector<…>::push_back: class and function")},
         {QObject::tr("Last part only"), QObject::tr("push_back: the function alone")}},
        [canvases](int choice) {
            for (auto* canvas : canvases)
                canvas->setNameForm(static_cast<NameForm>(choice));
        });
}

void addMapPresence(ChoiceMenu& menu, const std::vector<FlameMap*>& maps) {
    menu.addGroup(
        QObject::tr("Map"), "flame/map",
        {{QObject::tr("While zoomed"), QObject::tr("A small map of the whole flame graph in its corner")},
         {QObject::tr("Never")}},
        [maps](int choice) {
            for (auto* map : maps)
                map->setPresence(choice == 0 ? FlameMap::Presence::WhileZoomed : FlameMap::Presence::Never);
        });
}

} // namespace candela
