import { inLanguage } from "../../runtime/language/language.ts";

/** Texts of the pages that run the console: data log, backups, settings. */
export const chineseOperations = {
  versions: {
    older: "旧版本",
    newer: "新版本",
    option: (version: number, time: string, name: string) => `版本 ${version} · ${time} · ${name}`,
    current: "当前",
    onlyDifferent: "只看不同的字段",
    field: "字段名",
    column: (version: number) => `版本 ${version}`,
    same: "两个版本的内容相同。",
    one: "只有一个版本，没有可以比较的。",
    deleted: "已删除",
    gone: "这条数据已删除，不能恢复到旧版本。",
    restore: (version: number) => `恢复到版本 ${version}`,
    restoreTitle: (version: number) => `恢复到版本 ${version}`,
    restoreText: (count: number) => `将把 ${count} 个字段改回旧版本的值，并记为一次新的修改。`,
    differences: (count: number, all: number) => `${count} 个字段不同，共 ${all} 个`,
    empty: "—",
    close: "关闭",
    retry: "重试",
    loading: "加载中",
  },
};

export const operationMessages = inLanguage("operations", chineseOperations);
