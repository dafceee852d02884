import { isExpression } from "../expr/template.ts";
import { momentPath, patternPaths } from "../model/sample-paths.ts";
import { quoted } from "../schema/messages.ts";
import { nearest } from "../schema/nearest.ts";
import type { PathStep } from "../schema/source-document.ts";
import type { CheckContext } from "./context.ts";
import { dictModelId, type Fields, fieldsOfModel, hasField, relatedModelId, renamedTo } from "./fields-of.ts";
import { type Report, renamedField, unknownName } from "./report.ts";
import type { Site } from "./walk.ts";
import { fieldsIn, type World } from "./world.ts";

type Values = Readonly<Record<string, unknown>>;

/** A path, below what it stands, and its place in the text there. */
interface WrittenPath {
  readonly path: string;
  readonly at: readonly PathStep[];
  readonly offset?: number;
}

/** The property of each kind of generator that is a path. */
const pathKeys: Readonly<Record<string, readonly string[]>> = {
  range: ["times"],
  sequence: ["per"],
  like: ["birthday", "sex", "area"],
  copy: ["from"],
  by: ["field"],
  age: ["field"],
  drawing: ["of"],
};

/** LC2001, LC2008, LC2019: a path of a sample row that leads nowhere. At run time it reads nothing, and says nothing. */
export function checkSamplePaths({ definition, value, path, context }: Site, report: Report): void {
  const { fields, paths } = pathsOf(definition, value as Values, context);
  for (const written of paths) checkPath(written, fields, context, { path, report });
}

function pathsOf(
  definition: string,
  value: Values,
  context: CheckContext,
): { readonly fields: Fields | undefined; readonly paths: readonly WrittenPath[] } {
  if (definition === "generator") return { fields: context.row, paths: generatorPaths(value) };
  if (definition !== "sampleEach") return { fields: undefined, paths: [] };
  const target = value.model ?? dictModelId(context.own, String(value.field));
  const paths = Object.keys((value.min ?? {}) as Values).map((path) => ({ path, at: ["min", path] }));
  return { fields: fieldsIn(context.world, target), paths };
}

function generatorPaths(generator: Values): readonly WrittenPath[] {
  const type = String(generator.type);
  const plain = (pathKeys[type] ?? []).flatMap((key) =>
    typeof generator[key] === "string" ? [{ path: generator[key], at: [key] }] : [],
  );
  if (type === "sequence") {
    const inPattern = patternPaths(String(generator.pattern)).map((written) => ({ ...written, at: ["pattern"] }));
    return [...plain, ...inPattern];
  }
  if (type === "dates") return ["from", "to"].flatMap((key) => momentPaths(generator[key], key));
  if (type === "reference") {
    const near = (generator.near ?? []) as readonly { readonly match: Values }[];
    return [
      ...matchPaths(generator.match as Values | undefined, ["match"]),
      ...near.flatMap(({ match }, index) => matchPaths(match, ["near", index, "match"])),
    ];
  }
  return plain;
}

/** Whose rows bring those of the model along; undefined where several do. */
function parentOf(row: Fields | undefined, { models }: World): Fields | undefined {
  const parents = [...models.values()].filter((model) =>
    Object.keys(model.sample?.relations ?? {}).some(
      (name) => relatedModelId(fieldsOfModel(model), name) === row?.model?.id,
    ),
  );
  const [parent, ...others] = parents;
  return parent && others.length === 0 ? fieldsOfModel(parent) : undefined;
}

const momentPaths = (moments: unknown, key: string): readonly WrittenPath[] =>
  Array.isArray(moments)
    ? moments.map((moment, index) => ({ path: momentPath(String(moment)), at: [key, index] }))
    : [{ path: momentPath(String(moments)), at: [key] }];

const matchPaths = (match: Values | undefined, at: readonly PathStep[]): readonly WrittenPath[] =>
  Object.entries(match ?? {}).flatMap(([key, path]) =>
    isExpression(path) ? [] : [{ path: String(path), at: [...at, key] }],
  );

function checkPath(
  { path, at, offset: begin = 0 }: WrittenPath,
  row: Fields | undefined,
  { master, world }: CheckContext,
  to: { readonly path: readonly PathStep[]; readonly report: Report },
): void {
  if (path === "") return;
  let [fields, offset] = [row, begin];
  const steps = path.split(".");
  if (steps[0] === "master") {
    steps.shift();
    [fields, offset] = [master ?? parentOf(row, world), begin + "master.".length];
  }
  for (const [index, step] of steps.entries()) {
    if (!fields) return;
    const place = {
      path: [...to.path, ...at],
      atKey: at[0] === "min",
      range: { offset, length: step.length },
    };
    if (!hasField(fields, step)) {
      const renamed = renamedTo(fields, step);
      const finding = renamed
        ? renamedField(fields, step, renamed)
        : unknownName("LC2001", `${fields.title}没有字段`, step, fields.names);
      to.report({ ...finding, ...place });
      return;
    }
    if (index === steps.length - 1) return;
    const target = dictModelId(fields, step);
    if (target === undefined) {
      const references = fields.names.filter((name) => dictModelId(fields, name) !== undefined);
      const message = `${quoted(step)} 不是引用另一个模型的字段，读不到后面的值`;
      to.report({ code: "LC2008", message, suggestion: nearest(step, references), ...place });
      return;
    }
    fields = fieldsIn(world, target);
    offset += step.length + 1;
  }
}
