import { useEffect, useMemo, useState } from "react";
import { useFormScope } from "../../renderers/form/form-context.ts";
import { BuilderContext } from "../../renderers/super-query/builder-context.ts";
import {
  type BuilderGroup,
  builderOf,
  changeNode,
  countRows,
  emptyGroup,
  queryOf,
} from "../../renderers/super-query/builder-tree.ts";
import { ConditionGroup } from "../../renderers/super-query/ConditionGroup.tsx";
import type { SuperField } from "../../renderers/super-query/query-fields.ts";
import { plainField } from "../../runtime/compile/report-model.ts";
import type { ResolvedDict } from "../../runtime/model/resolved-model.ts";
import type { BuildField } from "../../runtime/online-reports/report-build.ts";
import { superQueryLimits, wholeQuery } from "../../runtime/query/super-query.ts";
import type { Field } from "../../runtime/schema/types.gen.ts";
import type { BuildPartProps } from "./BuildColumns.tsx";
import "../../renderers/super-query/super-query.css";

const types: Readonly<Record<string, Field["type"]>> = {
  Integer: "integer",
  Long: "integer",
  BigDecimal: "number",
  Boolean: "boolean",
  Date: "date",
  Datetime: "datetime",
};

/** Which rows count: the lines of the advanced query, over the fields of the list. */
export function BuildFilter({ build, paths, onChange }: BuildPartProps) {
  const { services, dictionaries } = useFormScope();
  const fields = useMemo(() => new Map([...paths].map(([path, field]) => [path, asked(path, field)])), [paths]);
  const [group, setGroup] = useState(
    (): BuilderGroup => (build.where ? builderOf(build.where) : { ...emptyGroup(), nodes: [] }),
  );
  useEffect(() => {
    dictionaries.load([...fields.values()].flatMap(({ dict }) => (dict?.kind === "code" ? [dict.code] : [])));
  }, [dictionaries, fields]);
  const change = (next: BuilderGroup) => {
    setGroup(next);
    onChange({ ...build, where: wholeQuery(queryOf(next, fields)) });
  };
  return (
    <BuilderContext
      value={{
        fields,
        options: [...fields.values()].map(({ name, title }) => ({ value: name, label: title })),
        services,
        dictionaries,
        isFull: countRows(group) >= superQueryLimits.conditions,
        change: (key, how) => change(changeNode(group, key, how)),
        remove: (key) => change(changeNode(group, key, () => undefined)),
      }}
    >
      <ConditionGroup group={group} depth={0} />
    </BuilderContext>
  );
}

function asked(path: string, { title, type, dictCode, ref }: BuildField): SuperField {
  const dict: ResolvedDict | undefined = ref
    ? { kind: "model", model: ref.model, text: ref.text, value: ref.value, where: {} }
    : dictCode
      ? { kind: "code", code: dictCode }
      : undefined;
  const field = { ...plainField(path.replace(".", "_"), title, types[type] ?? "string"), dict };
  return { name: path, title, field, dict, options: () => undefined };
}
