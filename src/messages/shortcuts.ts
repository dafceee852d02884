import { inLanguage } from "../../runtime/language/language.ts";

/** What the keyboard can do, by place. */
export const chineseShortcuts = {
  groups: [
    {
      title: "全局",
      keys: [
        ["Ctrl/⌘ K", "搜索菜单"],
        ["?", "查看快捷键"],
        ["Alt L", "锁定屏幕"],
        ["Alt X", "透视页面的来历（须有页面设计的权限）"],
        ["Esc", "关闭弹窗、抽屉、菜单"],
      ],
    },
    {
      title: "标签",
      keys: [
        ["Alt [", "上一个标签"],
        ["Alt ]", "下一个标签"],
        ["Alt R", "刷新当前页"],
        ["Alt W", "关闭当前页"],
        ["Delete", "关闭选中的标签"],
      ],
    },
    {
      title: "列表",
      keys: [
        ["Enter", "在查询条件中：查询"],
        ["Tab", "移到下一个控件"],
        ["← →", "收起、展开树形行"],
      ],
    },
    {
      title: "表单与可编辑表格",
      keys: [
        ["Enter", "保存表单；确认单元格"],
        ["↑ ↓", "移动单元格"],
        ["F2", "编辑单元格"],
      ],
    },
  ] as readonly { readonly title: string; readonly keys: readonly (readonly [keys: string, meaning: string])[] }[],
};

export const shortcutsMessages = inLanguage("shortcuts", chineseShortcuts);
