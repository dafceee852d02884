import { inLanguage } from "../../runtime/language/language.ts";

/** Texts of the choice between what two people saved. */
export const chineseConflict = {
  row: (title: string, number: number, name: string) => `${title}第 ${number} 行${name ? `（${name}）` : ""}`,
  added: "新增了这一行",
  removed: "删除了这一行",
  revived: "修改了这一行，保存时重新加入",
  unread: "现在的明细没有读到，读到后才能用您的保存。",
  absent: "没有改动",
  text: "保存前这条数据被改过。请选择以哪一份为准，您填写的内容都还在。",
  field: "字段",
  mine: "我填写的",
  theirs: "现在的",
  keepMine: "用我的保存",
  takeTheirs: "用现在的",
  back: "返回修改",
  untouched: "没有修改，保留现在的",
  same: "没有不同的字段，可以直接保存。",
} as const;

export const conflictMessages = inLanguage("conflict", chineseConflict);
