import LinkOutlined from "@ant-design/icons/LinkOutlined";
import { useEffect, useState } from "react";
import type { ResolvedField, Row } from "../../../runtime/model/resolved-model.ts";
import { type OnlineReport, readOnlineReport } from "../../../runtime/wire/online-report.ts";
import { rowKeyOf } from "../../../runtime/wire/report-row-key.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { ProgressBar } from "../../layouts/ProgressBar.tsx";
import { messages } from "../../messages.ts";
import { type PickDialogParts, PickField } from "../picks/PickField.tsx";
import type { Pick } from "../picks/pick-types.ts";
import { RecordDialog, type RecordQuery } from "../picks/RecordDialog.tsx";

interface ReportPopupProps extends EditorProps {
  readonly code: string;
  /** Column of the report → field of the form. */
  readonly map: readonly (readonly [string, string])[];
  readonly params: Readonly<Record<string, unknown>>;
  readonly multiple: boolean;
  done(picks: readonly Pick[], take: (picks: readonly Pick[]) => void): void;
}

interface Opened {
  readonly report: OnlineReport;
  /** What is typed goes here: the first query input, else the first parameter. */
  readonly asked: { readonly name: string; readonly title: string } | undefined;
}

/** PCK-05: rows of an online report, found by its code. A report that cannot be read says that the popup is not set up. */
export function ReportPopup(props: ReportPopupProps) {
  const { code, services, title, done } = props;
  const [opened, setOpened] = useState<Opened | "loading" | "broken">("loading");
  useEffect(() => {
    let isLate = false;
    openReport(services, code).then(
      (next) => (isLate ? undefined : setOpened(next)),
      () => (isLate ? undefined : setOpened("broken")),
    );
    return () => {
      isLate = true;
    };
  }, [services, code]);
  if (opened === "broken") return <span className="sc-help sc-help-error">{messages.pick.misconfigured}</span>;
  return (
    <PickField
      {...props}
      placeholder={messages.form.select(title)}
      icon={<LinkOutlined aria-hidden="true" />}
      // The present choice is shown at once; the window comes with the report.
      dialog={({ picks, onDone, onClose }) =>
        opened === "loading" ? (
          <ProgressBar />
        ) : (
          <ReportDialog {...opened} {...props} picks={picks} onDone={(next) => done(next, onDone)} onClose={onClose} />
        )
      }
    />
  );
}

type ReportDialogProps = Opened & PickDialogParts & Omit<ReportPopupProps, "done">;

function ReportDialog({ report, asked, code, map, params, multiple, field, services, ...parts }: ReportDialogProps) {
  const columns = [...report.model.fields.values()].filter(({ hidden }) => !hidden);
  const own = map.find(([, to]) => to === field.name)?.[0] ?? "id";
  const load = async ({ keyword, pageNo, pageSize }: RecordQuery) => {
    const self = Object.fromEntries(Object.entries(params).map(([name, value]) => [`self_${name}`, unquoted(value)]));
    const typed = asked && keyword ? { [asked.name]: keyword } : {};
    const url = `/online/cgreport/api/getData/${encodeURIComponent(code)}`;
    const answer = await services.lookUp<{ records: readonly Row[]; total: number }>({
      method: "GET",
      url,
      params: { pageNo, pageSize, ...self, ...typed },
    });
    return { total: Number(answer.total), records: answer.records.map((row) => withTexts(row, columns, report)) };
  };
  return (
    <RecordDialog
      title={messages.pick.record(report.model.title)}
      width={1200}
      pageSize={10}
      searchHint={messages.form.input(asked?.title ?? report.model.title)}
      columns={columns.map(({ name, title }) => ({ name, title }))}
      multiple={multiple}
      picks={parts.picks}
      load={load}
      pickOf={(row) => ({ value: String(row[own] ?? rowKeyOf(row)), text: textOf(row, columns, own), row })}
      onDone={parts.onDone}
      onClose={parts.onClose}
    />
  );
}

async function openReport(services: EditorProps["services"], code: string): Promise<Opened> {
  const ask = (call: string) =>
    services.lookUp<unknown>({ method: "GET", url: `/online/cgreport/api/${call}/${encodeURIComponent(code)}` });
  const [columns, inputs, params] = await Promise.all([ask("getRpColumns"), ask("getQueryInfo"), ask("getParamsInfo")]);
  const [input] = rowsOf(inputs);
  const [param] = rowsOf(params);
  const asked = input
    ? { name: String(input.field), title: String(input.label ?? input.field) }
    : param && { name: `self_${String(param.paramName)}`, title: String(param.paramTxt ?? param.paramName) };
  return { report: readOnlineReport(code, columns, inputs), asked };
}

const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value : []);

/** Recorded documents write texts in quotes. */
function unquoted(value: unknown): unknown {
  return typeof value === "string" ? value.replace(/^'([\s\S]*)'$/, "$1") : value;
}

function withTexts(row: Row, columns: readonly ResolvedField[], { words }: OnlineReport): Row {
  const texts = columns.flatMap(({ name, dict }) => {
    const options = dict?.kind === "code" ? words.get(dict.code) : undefined;
    const text = options?.find(({ value }) => value === String(row[name]))?.text;
    return text === undefined ? [] : [[`${name}_dictText`, text] as const];
  });
  return { ...row, ...Object.fromEntries(texts) };
}

/** The first column that is shown and not the value itself. */
function textOf(row: Row, columns: readonly ResolvedField[], own: string): string {
  const named = columns.find(({ name }) => name !== own && row[name] !== null && row[name] !== undefined);
  return String(row[named?.name ?? own] ?? "");
}
