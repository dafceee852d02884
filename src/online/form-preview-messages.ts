import { inLanguage } from "../../runtime/language/language.ts";

/** Texts of the preview beside the designer of online forms. */
export const chineseFormPreview = {
  title: "表单预览",
  kinds: { form: "表单", list: "列表" },
  widen: "放大预览",
  idle: "新增字段后，在这里显示表单和列表的样子；不会保存任何数据。",
  failed: "没有预览成功",
  retry: "重试",
  notSaved: "这是预览，不保存数据",
  faults: (count: number) => `${count} 处设置需要修改`,
  fault: (field: string, message: string) => (field === "" ? message : `${field}：${message}`),
};

export const formPreviewMessages = inLanguage("formPreview", chineseFormPreview);
