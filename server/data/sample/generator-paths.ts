import { parseExpression } from "../../../runtime/expr/parse.ts";
import { referencesOf } from "../../../runtime/expr/references.ts";
import { isExpression, splitTemplate } from "../../../runtime/expr/template.ts";
import { momentPath, patternPaths } from "../../../runtime/model/sample-paths.ts";
import type { Generator } from "../../../runtime/schema/types.gen.ts";

/** First steps of everything that a text reads: `row.a.b` → `a`, `master.c` → `master.c`. */
export function expressionReads(value: unknown): readonly string[] {
  if (!isExpression(value)) return [];
  const [part] = splitTemplate(value);
  const ast = part?.kind === "expression" ? parseExpression(part.source).ast : undefined;
  if (!ast) return [];
  return referencesOf(ast).flatMap(({ path: [root, field] }) => {
    if (field === undefined) return [];
    if (root === "row") return [field];
    return root === "master" ? [`master.${field}`] : [];
  });
}

const pathReads = (path: string | undefined): readonly string[] => {
  if (!path) return [];
  const [first = "", second = ""] = path.split(".");
  return [first === "master" ? `master.${second}` : first];
};

const momentReads = (moments: string | readonly string[]): readonly string[] =>
  [moments].flat().flatMap((moment) => pathReads(momentPath(moment)));

/** Fields of the row (and `master.x`) that a generator reads. */
export function generatorReads(generator: Generator): readonly string[] {
  return [...expressionReads(generator.when), ...ownReads(generator)];
}

function ownReads(generator: Generator): readonly string[] {
  switch (generator.type) {
    case "dates":
      return [...momentReads(generator.from), ...momentReads(generator.to)];
    case "reference":
      return [generator.match ?? {}, ...(generator.near ?? []).map(({ match }) => match)].flatMap((match) =>
        Object.values(match).flatMap((path) => (isExpression(path) ? expressionReads(path) : pathReads(path))),
      );
    case "sequence":
      return [...pathReads(generator.per), ...patternPaths(generator.pattern).flatMap(({ path }) => pathReads(path))];
    case "like":
      return [generator.birthday, generator.sex, generator.area].flatMap(pathReads);
    case "copy":
      return pathReads(generator.from);
    case "value":
      return expressionReads(generator.value);
    case "join":
      return generator.parts.flatMap((part) => (typeof part === "string" ? [] : generatorReads(part)));
    case "by":
      return [...pathReads(generator.field), ...childrenOf(generator).flatMap(generatorReads)];
    case "age":
      return [...pathReads(generator.field), ...generator.steps.flatMap(({ then }) => generatorReads(then))];
    case "tier":
      return generator.value ? [generator.value] : [generator.total?.per ?? ""].filter(Boolean);
    case "row":
      return Object.values(generator.values).flatMap(generatorReads);
    case "previous":
      return [generator.per, ...expressionReads(generator.value)];
    case "drawing":
      return pathReads(generator.of);
    case "range":
      return pathReads(generator.times);
    case "weights":
    case "pick":
      return [];
  }
}

const childrenOf = (generator: Extract<Generator, { readonly type: "by" }>): readonly Generator[] => [
  ...Object.values(generator.cases),
  ...(generator.else ? [generator.else] : []),
];
