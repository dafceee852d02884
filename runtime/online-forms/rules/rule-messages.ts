/** What designers read about the rules of a form; each says where and what to do. */
export const ruleMessages = {
  atRule: (no: number, message: string) => `规则 ${no}：${message}`,
  test: (no: number) => `条件 ${no}`,
  effect: (no: number) => `结果 ${no}`,
  condition: "条件",
  noCondition: "请填写条件",
  noEffect: "请填写结果",
  noField: (place: string, name: string) => (name === "" ? `${place}还没有选字段` : `${place}：表单没有字段 ${name}`),
  noTable: (place: string, title: string) => `${place}：附表“${title}”只能显示、隐藏或只读`,
  noTarget: (place: string) => `${place}还没有选字段`,
  noValue: (place: string) => `${place}还没有填值`,
  noMessage: (place: string) => `${place}还没有写提示的话`,
  asFormula: (place: string) => `${place}：带 {{ }} 的请用“按公式计算”`,
  braces: "请写成 {{ 表达式 }}",
  badFormula: (place: string, reason: string) => `${place}的公式有误：${reason}`,
  contradicts: (no: number, title: string) => `与规则 ${no} 在同一条件下对“${title}”的要求相反`,
  circle: (steps: string) => `规则互相循环：${steps}`,
};
