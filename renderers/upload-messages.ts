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
  lockedPdf: "这个 PDF 有密码，不能在这里预览，请下载后打开",
  brokenPdf: "这个 PDF 已损坏，不能预览，请下载后用其他程序打开",
  brokenPage: (number: number) => `第 ${number} 页已损坏，显示不了`,
  page: (number: number) => `第 ${number} 页：`,
  pageNumber: "页码",
  ofPages: (count: number) => `/ ${count} 页`,
  previousPage: "上一页",
  nextPage: "下一页",
  smaller: "缩小",
  larger: "放大",
  fitWidth: "适应宽度",
  lockedSheet: "这个表格有密码，不能在这里预览，请下载后打开",
  brokenSheet: "这个表格已损坏，不能预览，请下载后用其他程序打开",
  largeSheet: "表格太大，不能在这里预览，请下载后查看",
  emptySheet: "这张表是空的",
  cutSheet: (rows: number) => `只显示前 ${rows} 行和前 60 列，其余请下载后查看`,
  left: "向前移动",
  right: "向后移动",
  atFirst: "未知的操作",
  atLast: "已到最后~",
  repeated: (name: string, other: string) =>
    name === other ? `已有相同的文件 ${name}，没有再上传` : `${name} 与已有的 ${other} 内容相同，没有再上传`,
  notOfKind: (kind: string, extensions: string, extension: string) =>
    `“${kind}”只能上传 ${extensions} 文件，不能上传 .${extension} 文件`,
  kindHint: (extensions: string, mega: number, count: number) =>
    `支持 ${extensions}，单个不超过 ${mega} MB${count > 1 ? `，最多 ${count} 个，拖动可调整顺序` : count === 0 ? "，拖动可调整顺序" : ""}`,
};

export const uploadCellMessages = inLanguage("uploads", chineseUploadCell);
