import { namingFields } from "../model/referring-fields.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";
import { quoted } from "../schema/messages.ts";
import type { Report } from "./report.ts";

/** LC2033: rows that are removed by their age, though something else hangs on them or their age is not found quickly. */
export function checkKeptRows(model: ResolvedModel, models: ReadonlyMap<string, ResolvedModel>, report: Report): void {
  const { keep } = model;
  if (!keep) return;
  const tell = (message: string, ...path: readonly string[]) =>
    report({ code: "LC2033", message, path: ["keep", ...path], atKey: path.length === 0 });
  const field = model.fields.get(keep.field);
  if (field && field.type !== "date" && field.type !== "datetime") {
    tell(`${quoted(field.title)} 不是日期或时间`, "field");
  } else if (field && !field.index) tell(`${quoted(field.title)} 没有索引（index: true），每天要读完整张表`, "field");
  const holder = holderOf(model, models);
  if (holder !== undefined) tell(holder);
}

/** What would be left without its row. */
function holderOf(model: ResolvedModel, models: ReadonlyMap<string, ResolvedModel>): string | undefined {
  if (model.of !== undefined) return "只是另一张表的看法，没有自己的行";
  if (model.comments) return "评论会留下：去掉 comments";
  if (Object.keys(model.relations).length > 0) return "下级的行会没有主：去掉 relations";
  const [naming] = namingFields(models, model);
  if (naming) return `${naming.model.title}的 ${quoted(naming.field.title)} 指向这些行`;
  const counting = [...models.values()].find(({ fields }) =>
    [...fields.values()].some(({ rollup }) => rollup?.model === model.id),
  );
  return counting && `${counting.title}由这些行汇总，删去后会变`;
}
