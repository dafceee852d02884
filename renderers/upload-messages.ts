import { inLanguage } from "../runtime/language/language.ts";

/** Texts of the upload popup and of the upload cells (UPL-01, UPL-03, UPL-05). */
export const chineseUploadCell = {
  imagePopup: "图片上传",
  filePopup: "文件上传",
  nothing: "未上传任何文件",
  done: "上传完成",
  failed: "上传失败",
  errorTitle: "上传出错",
  unknownError: "未知错误",
  show: "查看原因",
  pause: "暂停上传",
  pauseOne: (name: string) => `暂停上传 ${name}`,
  goOn: "继续上传",
  goOnOne: (name: string) => `继续上传 ${name}`,
  paused: (percent: number) => `已暂停(${percent}%)`,
  menu: (name: string) => `${name} 的操作`,
  download: "下载",
  remove: "删除",
  more: "上传更多",
  preview: "预览",
  noPreview: "文件没有读到，可以下载后查看",
  cut: "……后面的内容请下载后查看",
  left: "向前移动",
  right: "向后移动",
  atFirst: "未知的操作",
  atLast: "已到最后~",
} as const;

export const uploadCellMessages = inLanguage("uploads", chineseUploadCell);
