import type { ResolvedField } from "../model/resolved-model.ts";
import { quoted } from "../schema/messages.ts";
import type { Report } from "./report.ts";
import type { Site } from "./walk.ts";
import { fieldsIn } from "./world.ts";

type Values = Readonly<Record<string, unknown>>;

/** LC2031: values of a new row that the row which moves cannot take. */
export function checkGivenValues({ definition, value, path, context }: Site, report: Report): void {
  if (definition !== "post") return;
  const { into, forEach, model } = value as Values;
  if (typeof into !== "object" || into === null) return;
  const at = [...path, "into"];
  const tell = (message: string, name?: string) =>
    report({ code: "LC2031", message, path: name === undefined ? at : [...at, name], atKey: true });
  if (path[0] === "onAdd") tell("into 只用于转换：新增的行先保存，之后才写其他模型");
  if (forEach !== undefined) tell("forEach 写下多行，into 不知道取哪一行的值");
  const { own, world } = context;
  const target = fieldsIn(world, model);
  for (const [name, from] of Object.entries(into)) {
    const [taking, giving] = [own?.model?.fields.get(name), target?.model?.fields.get(String(from))];
    const fault = taking && giving && faultOf(taking, giving, own?.model?.states?.field);
    if (fault) tell(fault, name);
  }
}

function faultOf(taking: ResolvedField, giving: ResolvedField, state: string | undefined): string | undefined {
  const title = quoted(taking.title);
  if (taking.name === state) return `${title} 是状态，由转换的 to 决定`;
  if (taking.system) return `${title} 由服务器填写，不能取别的值`;
  if (taking.value !== undefined || taking.rollup) return `${title} 是算出的字段，不能取别的值`;
  if (taking.type === giving.type) return undefined;
  return `${title} 的类型是 ${taking.type}，不能取 ${giving.type} 的 ${quoted(giving.title)}`;
}
