import { formatNumber } from "../../runtime/format/number.ts";
import { inLanguage } from "../../runtime/language/language.ts";

/** Texts of panels; a list is drawn without them. */
export const chinesePanels = {
  empty: "还没有数据。",
  noTasks: "都处理完了，没有待办。",
  todayHas: "今天有 ",
  dayPattern: "YYYY 年 MM 月 DD 日",
  today: (day: string) => `今天是 ${day}`,
  taskComma: "，",
  since: (time: string) => `最早 ${time}`,
  noNotices: "还没有通知。",
  allNotices: "查看全部",
  unread: "未读",
  urgent: "紧急",
  important: "重要",
  notFilled: "未填写",
  others: "其他",
  total: "合计",
  savePicture: (title: string) => `${title}：导出图片`,
  yesterday: "昨天",
  rose: "上升",
  fell: "下降",
  short: (value: number) => `${formatNumber(value / 10_000, 1)} 万`,
  shortTick: (value: number) => `${Number((value / 10_000).toPrecision(4))} 万`,
  duration: {
    daysHours: (days: number, hours: number) => `${days} 天 ${hours} 小时`,
    hoursMinutes: (hours: number, minutes: number) => `${hours} 小时 ${minutes} 分`,
    minutesSeconds: (minutes: number, seconds: number) => `${minutes} 分 ${seconds} 秒`,
    seconds: (seconds: number) => `${seconds} 秒`,
  },
} as const;

export const panelMessages = inLanguage("panels", chinesePanels);
