import type { PlanNode } from "../../../db/estimate.ts";
import type { ReportPlan } from "./report-sql.ts";

/** Steps of the planner → words; `{table}` is the title of the table. */
const words: Readonly<Record<string, string>> = {
  "Seq Scan": "逐行读取{table}",
  "Index Scan": "按索引读取{table}",
  "Index Only Scan": "只读{table}的索引",
  "Bitmap Heap Scan": "按索引成批读取{table}",
  "Bitmap Index Scan": "查找索引",
  "Nested Loop": "逐行关联",
  "Hash Join": "按哈希关联",
  "Merge Join": "按顺序关联",
  Hash: "建立哈希表",
  Sort: "排序",
  "Incremental Sort": "部分排序",
  Aggregate: "汇总",
  Group: "分组",
  WindowAgg: "计算窗口函数",
  Limit: "取一页",
  Unique: "去除重复",
  SetOp: "集合运算",
  Append: "合并结果",
  "Merge Append": "按顺序合并结果",
  "Recursive Union": "递归",
  "WorkTable Scan": "读取上一轮递归的结果",
  "CTE Scan": "读取 WITH 查询的结果",
  "Subquery Scan": "读取子查询的结果",
  "Function Scan": "读取函数的结果",
  "Values Scan": "读取列出的值",
  Materialize: "暂存中间结果",
  Memoize: "记住重复的查找",
  Gather: "合并并行结果",
  "Gather Merge": "按顺序合并并行结果",
  ProjectSet: "展开为多行",
  Result: "计算",
};
const maxSteps = 200;

/** A plan as lines, the outermost step first. */
export function planInWords(plan: PlanNode, titleOf: (table: string) => string | undefined): ReportPlan["steps"] {
  const steps: { readonly depth: number; readonly text: string }[] = [];
  const visit = (node: PlanNode, depth: number): void => {
    if (steps.length >= maxSteps) return;
    const table = node["Relation Name"];
    const title = table === undefined ? "" : `“${titleOf(table) ?? table}”`;
    const step = (words[node["Node Type"]] ?? "处理").replace("{table}", title);
    steps.push({ depth, text: `${step}（约 ${Math.round(node["Plan Rows"])} 行）` });
    for (const inner of node.Plans ?? []) visit(inner, depth + 1);
  };
  visit(plan, 0);
  return steps;
}

/**
 * What all rows of a report cost: they are counted, so the limit of the page saves nothing. A function after FROM is run
 * to its end whatever limit follows.
 */
export function wholeCost(plan: PlanNode): number {
  const fed = plan["Node Type"] === "Limit" ? (plan.Plans?.[0] ?? plan) : plan;
  return Math.max(fed["Total Cost"], ...functionCosts(plan));
}

function functionCosts(node: PlanNode): number[] {
  const own = node["Node Type"] === "Function Scan" ? [node["Total Cost"]] : [];
  return [...own, ...(node.Plans ?? []).flatMap(functionCosts)];
}
