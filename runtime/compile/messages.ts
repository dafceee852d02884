import { inLanguage } from "../language/language.ts";
import type { Preset } from "./plan.ts";

/** Texts that the compiler writes into a plan when the document leaves them out. */
export const chineseCompileMessages = {
  currencyUnit: "元",
  countOf: (title: string) => `${title}数`,
  confirmDelete: "是否删除选中数据?",
  preset: {
    add: "新增",
    addChild: "新增下级",
    edit: "编辑",
    detail: "详情",
    copy: "复制",
    delete: "删除",
    deleteBatch: "批量删除",
    export: "导出",
    import: "导入",
    print: "打印",
    recycleBin: "回收站",
    refresh: "刷新",
    transition: "",
    generate: "",
  } satisfies Record<Preset, string>,
  viewTitle: {
    add: (title: string) => `新增${title}`,
    edit: (title: string) => `编辑${title}`,
    copy: (title: string) => `新增${title}`,
    detail: (title: string) => `${title}详情`,
  },
} as const;

export const compileMessages = inLanguage("compile", chineseCompileMessages);
