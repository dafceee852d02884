import { inLanguage } from "../../runtime/language/language.ts";

/** Texts of the designer of online reports. */
export const chineseReportDesigner = {
  title: "图表预览",
  run: "运行",
  rerun: "重新运行",
  kinds: { bar: "柱状图", line: "折线图", pie: "饼图", table: "表格" },
  idle: "运行后在这里显示结果，不会保存任何数据。",
  noSql: "先写一条查询语句。",
  noRows: "没有符合条件的数据。",
  noFigures: "结果里没有数值列，不能画图，请看表格。",
  changed: "语句已修改，结果是修改前的。",
  failed: "没有查询成功",
  count: (shown: number, total: number, ms: number) =>
    shown < total ? `共 ${total} 行，显示前 ${shown} 行，用时 ${ms} 毫秒` : `共 ${total} 行，用时 ${ms} 毫秒`,
  noRowRules: "这个数据源不受数据权限控制：能打开报表的人都能看到全部数据。",
  explain: "执行计划",
  params: "参数",
  chart: (title: string) => `${title || "报表"}的图表`,
  x: "横轴",
  y: "数值",
};

export const reportDesignerMessages = inLanguage("reportDesigner", chineseReportDesigner);
