import { inLanguage } from "../../runtime/language/language.ts";

/** Texts of the code editor and of the editor of report SQL. */
export const chineseCode = {
  wayOut: "按 Esc 后再按 Tab 离开编辑器",
  leaving: "按 Tab 离开编辑器",
  readOnly: "不能编辑",
  hint: (language: string) => `请在此输入${language}代码`,
  full: "全屏",
  exitFull: "退出全屏",
  leavingFull: "按 Tab 离开编辑器，再按一次 Esc 退出全屏",
  badJson: (line: number, column: number, why: string) => `第 ${line} 行第 ${column} 列：${why}`,
  jsonProblems: {
    unexpected: "有不能识别的内容",
    name: "这里需要带双引号的名称",
    value: "这里缺少一个值",
    colon: "这里缺少冒号",
    comma: "这里缺少逗号",
    brace: "缺少右花括号 }",
    bracket: "缺少右方括号 ]",
    end: "后面还有多余的内容",
    comment: "JSON 里不能写注释",
    text: "文字没有写完，或用了不能识别的转义",
    number: "数字没有写对",
  },
  place: (line: number, column: number) => `行 ${line}，列 ${column}`,
  sql: {
    hint: "只读执行，每页最多 10,000 行",
    format: "格式化",
    parse: "解析字段",
    parsing: "解析中",
    parsed: (fields: number, params: number) => `解析成功，${fields} 个字段，${params} 个参数`,
    taken: (added: number, removed: number) => `已更新字段：增加 ${added} 个，移除 ${removed} 个`,
    empty: "请输入一条 SELECT 语句",
    notFormatted: "语句有误，没有格式化",
    isFormatted: "已是规范的格式",
    noCatalogue: "表和字段没有读到，只提示关键字",
    table: "表",
    param: "参数",
    variable: "系统变量",
  },
};

export const codeMessages = inLanguage("code", chineseCode);
