import { inLanguage } from "../../runtime/language/language.ts";

/** Texts of what people wrote beside a record and what happened to it; they come with the first detail. */
export const chineseHistory = {
  timeline: "改动记录",
  noTimeline: "还没有改动记录",
  comments: (count: number) => (count > 0 ? `评论（${count}）` : "评论"),
  noComments: "还没有评论，写下第一条。",
  commentHint: "请输入评论，看得到这条数据的人都能看到",
  commentEmpty: "请输入评论",
  commentSubmit: "发表",
  delete: "删除",
  deleteTitle: "删除评论",
  deleteText: "删除后不能恢复。",
  verb: (change: "saved" | "deleted", isFirst: boolean) =>
    change === "deleted" ? "删除了" : isFirst ? "新建了" : "修改了",
  andMore: (count: number) => `等，另有 ${count} 项`,
};

export const historyMessages = inLanguage("history", chineseHistory);
