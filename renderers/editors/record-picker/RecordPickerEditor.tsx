import LinkOutlined from "@ant-design/icons/LinkOutlined";
import { commaParts } from "../../../runtime/format/text.ts";
import type { ResolvedModel, Row } from "../../../runtime/model/resolved-model.ts";
import { useModels } from "../../form/models-context.ts";
import { messages } from "../../messages.ts";
import { pickMessages } from "../../pick-messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { PickField } from "../picks/PickField.tsx";
import type { Pick } from "../picks/pick-types.ts";
import { RecordDialog, type RecordQuery } from "../picks/RecordDialog.tsx";
import { ReportPopup } from "../popup/ReportPopup.tsx";

interface Source {
  readonly model: ResolvedModel | undefined;
  readonly columns: readonly string[] | undefined;
  readonly where: Readonly<Record<string, unknown>>;
  readonly multiple: boolean;
  /** Field of the picked row → field of this form. */
  readonly map: readonly (readonly [string, string])[];
}

/** PCK-04: rows of another model, with what is copied from them into this form. */
export function RecordPickerEditor(props: EditorProps) {
  const { field, services, title, onFill } = props;
  const { model, columns, where, multiple, map } = sourceOf(props, useModels());
  const others = map.filter(([, to]) => to !== field.name);
  const done = (next: readonly Pick[], take: (picks: readonly Pick[]) => void) => {
    if (props.options.type === "popup" && next.length === 0) {
      services.notify("warning", pickMessages.chooseOne);
      return;
    }
    const before = { values: commaParts(props.value), row: props.scope?.().row as Row | undefined };
    take(next);
    if (others.length > 0) onFill?.(copied(others, next, before));
  };
  const clear = () => (others.length > 0 ? onFill?.(copied(others, [], { values: [], row: undefined })) : undefined);
  const popup = props.options.type === "popup" && !model && !popupProblem(props) ? props.options : undefined;
  const problem = model || popup ? popupProblem(props) : pickMessages.misconfigured;
  if (popup) {
    const { code, params = {} } = popup;
    return (
      <ReportPopup {...props} code={code} params={params} map={map} multiple={multiple} done={done} onClear={clear} />
    );
  }
  if (!model || problem) return <span className="sc-hint sc-bad">{problem}</span>;
  const names =
    columns ??
    [...model.fields.values()]
      .filter((one) => !one.system && !one.hidden)
      .slice(0, 4)
      .map((one) => one.name);
  // What this field itself stores: what the map says, the dictionary's value, or the row's id.
  const own = map.find(([, to]) => to === field.name)?.[0] ?? (props.dict?.kind === "model" ? props.dict.value : "id");
  const load = ({ keyword, pageNo, pageSize }: RecordQuery) =>
    services.lookUp<{ records: readonly Row[]; total: number }>({
      method: "GET",
      url: `${model.base}/list`,
      params: { pageNo, pageSize, ...where, ...(keyword ? { [model.titleField]: `*${keyword}*` } : {}) },
    });
  return (
    <PickField
      {...props}
      placeholder={messages.form.select(title)}
      icon={<LinkOutlined aria-hidden="true" />}
      onClear={clear}
      dialog={({ picks, onDone, onClose }) => (
        <RecordDialog
          title={pickMessages.record(model.title)}
          width={1200}
          searchHint={messages.form.input(model.fields.get(model.titleField)?.title ?? model.title)}
          columns={names.map((name) => ({ name, title: model.fields.get(name)?.title ?? name }))}
          multiple={multiple}
          picks={picks}
          load={load}
          pickOf={(row) => ({ value: String(row[own]), text: String(row[model.titleField] ?? row[own]), row })}
          onDone={(next) => done(next, onDone)}
          onClose={onClose}
        />
      )}
    />
  );
}

/**
 * PCK-05: code, source columns and target fields must all be there, as many of one as of the other. A document of the old
 * kind names them as two comma lists, which its reader has put side by side.
 */
function popupProblem({ options }: EditorProps): string | undefined {
  if (options.type !== "popup") return undefined;
  const pairs = Object.entries(options.map ?? {});
  if (!options.code || pairs.length === 0) return pickMessages.misconfigured;
  const [from, to] = [pairs.filter(([name]) => name !== ""), pairs.filter(([, name]) => name)];
  return from.length !== to.length ? pickMessages.miscounted : undefined;
}

/** The field's values before a choice, and the record that they were in. */
interface Before {
  readonly values: readonly string[];
  readonly row: Row | undefined;
}

/**
 * Several rows are comma-joined per field; none empties the fields. A pick of an earlier day has no row: its part of a
 * field stands where its value stands in this one. A field whose parts cannot be told apart stays as it is.
 */
function copied(map: Source["map"], picks: readonly Pick[], before: Before): Row {
  const filled = map.flatMap(([from, to]) => {
    const stored = storedParts(before, to);
    const parts = picks.map(({ value, row }) => (row ? (row[from] ?? null) : stored?.[before.values.indexOf(value)]));
    return parts.includes(undefined) ? [] : [[to, parts.length === 1 ? parts[0] : parts.join(",") || null] as const];
  });
  return Object.fromEntries(filled);
}

/** What a field holds of each value; nothing where it does not hold as many. */
function storedParts({ values, row }: Before, name: string): readonly unknown[] | undefined {
  if (!row) return undefined;
  if (values.length === 1) return [row[name] ?? null];
  const parts = String(row[name] ?? "").split(",");
  return parts.length === values.length ? parts : undefined;
}

function sourceOf({ options, dict, field }: EditorProps, models: ReadonlyMap<string, ResolvedModel>): Source {
  if (options.type === "record-picker") {
    return {
      model: models.get(options.model),
      columns: options.columns,
      where: options.where ?? {},
      multiple: options.multiple ?? field.multiple,
      map: Object.entries(options.map ?? {}),
    };
  }
  // Without a report, the rows come from a model of that name or from the dictionary's.
  const popup = options.type === "popup" ? options : undefined;
  const model = models.get(popup?.code ?? "");
  const map = Object.entries(popup?.map ?? {}).map(([from, to]) => [from, String(to)] as const);
  return { model, columns: undefined, where: {}, multiple: popup?.multiple ?? field.multiple, map };
}
