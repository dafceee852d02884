import { inLanguage } from "../../../runtime/language/language.ts";

/** Texts of the recycle bin of a list. */
export const chineseRecycleBin = {
  title: (title: string) => `${title}回收站`,
  restore: "还原",
  purge: "彻底删除",
  purgeText: (name: string) => `是否彻底删除 ${name}？删除后不能恢复。`,
  emptyTitle: "回收站是空的",
  emptyText: (title: string) => `删除的${title}会保留在这里，可以还原。`,
};

export const recycleBinMessages = inLanguage("recycleBin", chineseRecycleBin);
