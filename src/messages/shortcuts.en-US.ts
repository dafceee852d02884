import type { Texts } from "../../runtime/language/language.ts";
import type { chineseShortcuts } from "./shortcuts.ts";

export const englishShortcuts: Texts<typeof chineseShortcuts> = {
  groups: [
    {
      title: "Everywhere",
      keys: [
        ["Ctrl/⌘ K", "Search menus"],
        ["?", "Show shortcuts"],
        ["Alt L", "Lock the screen"],
        ["Alt X", "X-ray the page (with the right to design pages)"],
        ["Esc", "Close dialog, drawer or menu"],
      ],
    },
    {
      title: "Tabs",
      keys: [
        ["Alt [", "Previous tab"],
        ["Alt ]", "Next tab"],
        ["Alt R", "Refresh this page"],
        ["Alt W", "Close this page"],
        ["Delete", "Close the selected tab"],
      ],
    },
    {
      title: "Lists",
      keys: [
        ["Enter", "In a search condition: search"],
        ["Tab", "To the next control"],
        ["← →", "Collapse or expand a tree row"],
      ],
    },
    {
      title: "Forms and editable tables",
      keys: [
        ["Enter", "Save the form; confirm the cell"],
        ["↑ ↓", "Move between cells"],
        ["F2", "Edit the cell"],
      ],
    },
  ],
};
