import LinkOutlined from "@ant-design/icons/LinkOutlined";
import { Button } from "antd";
import { useEffect, useMemo, useState } from "react";
import { compileScreen } from "../../../runtime/compile/compile-screen.ts";
import type { QueryItemPlan } from "../../../runtime/compile/plan.ts";
import { resolveJson } from "../../../runtime/expr/template.ts";
import type { ResolvedField, Row } from "../../../runtime/model/resolved-model.ts";
import { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import { buildScope } from "../../../runtime/react/scope.ts";
import { RequestError, textOfReason } from "../../../runtime/react/services.ts";
import type { ScreenDocument } from "../../../runtime/schema/types.gen.ts";
import { conditionParams } from "../../../runtime/wire/list-request.ts";
import { type OnlineReport, paramCondition, readOnlineReport } from "../../../runtime/wire/online-report.ts";
import { FilterControl } from "../../filters/FilterControl.tsx";
import { useFormScopeIfAny } from "../../form/form-context.ts";
import { LookUpState } from "../../layouts/LookUpState.tsx";
import { ModalDialog } from "../../layouts/ModalDialog.tsx";
import { ProgressBar } from "../../layouts/ProgressBar.tsx";
import { messages } from "../../messages.ts";
import { pickMessages } from "../../pick-messages.ts";
import { knownRenderers } from "../../screens/known-renderers.ts";
import type { EditorProps } from "../editor-props.ts";
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
  onClear(): void;
}

interface Opened {
  readonly report: OnlineReport;
  /** What may be asked: parameters and query inputs, as on the page of the report. */
  readonly items: readonly QueryItemPlan[];
}

/**
 * PCK-05: rows of an online report, found by its code. A report that the server refuses says that the popup is not set
 * up; one that did not come is asked for again in the window.
 */
export function ReportPopup(props: ReportPopupProps) {
  const { code, services, title, dict, done } = props;
  const [opened, setOpened] = useState<Opened | Problem | "loading" | "refused">("loading");
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    let isLate = false;
    setOpened("loading");
    openReport(services, code).then(
      (next) => (isLate ? undefined : setOpened(next)),
      (reason: unknown) => (isLate ? undefined : setOpened(isRefusal(reason) ? "refused" : { reason })),
    );
    return () => {
      isLate = true;
    };
  }, [services, code, round]);
  if (opened === "refused") return <span className="sc-hint sc-bad">{pickMessages.misconfigured}</span>;
  return (
    <PickField
      {...props}
      placeholder={messages.form.select(title)}
      icon={<LinkOutlined aria-hidden="true" />}
      // The present choice is shown at once; the window comes with the report.
      dialog={({ picks, onDone, onClose }) =>
        opened === "loading" ? (
          <ProgressBar />
        ) : "reason" in opened ? (
          <ModalDialog title={title} width={1200} onClose={onClose}>
            <LookUpState isLoading={false} problem={textOfReason(opened.reason)} onRetry={() => setRound(round + 1)} />
          </ModalDialog>
        ) : (
          <ReportDialog
            {...opened}
            {...props}
            picks={picks}
            onDone={(next) => done(dict ? next : next.map(asStored), onDone)}
            onClose={onClose}
          />
        )
      }
    />
  );
}

/** Why a report did not come. */
interface Problem {
  readonly reason: unknown;
}

/** The server has said no, unlike a call that was lost, came too often or met a fault: those may go well next time. */
function isRefusal(reason: unknown): boolean {
  if (!(reason instanceof RequestError)) return true;
  return reason.envelope !== undefined && reason.status < 500 && reason.status !== 401 && reason.status !== 429;
}

/** Without a dictionary the field shows what it stores, now as when the record is opened again. */
const asStored = (pick: Pick): Pick => ({ ...pick, text: pick.value });

type ReportDialogProps = Opened & PickDialogParts & Omit<ReportPopupProps, "done" | "onClear">;

/** Figures stand at the right with so many decimal places. */
const placesOf: Readonly<Partial<Record<string, number>>> = { money: 2, integer: 0 };

/** Further conditions open with a button. */
const itemsInSight = 3;

function ReportDialog({ report, items, code, map, field, services, multiple, ...parts }: ReportDialogProps) {
  const columns = [...report.model.fields.values()].filter(({ hidden }) => !hidden);
  const own = map.find(([, to]) => to === field.name)?.[0] ?? "id";
  const form = useFormScopeIfAny();
  const [given] = useState(() => {
    const scope = buildScope(services, { form: form?.session.row ?? {} });
    return mapValues((resolveJson(parts.params, scope) ?? {}) as Row, unquoted);
  });
  const [values, setValues] = useState(() => startValues(items, given));
  const [isOpen, setOpen] = useState(false);
  const asked = useSettled(values);
  const dictionaries = useMemo(() => {
    const cache = new DictionaryCache(services);
    for (const [name, options] of report.words) cache.put(name, options);
    return cache;
  }, [services, report]);
  const load = async ({ pageNo, pageSize }: RecordQuery) => {
    const url = `/online/cgreport/api/getData/${encodeURIComponent(code)}`;
    const params = { ...mapKeys(given, paramCondition), ...wireValues(items, asked), pageNo, pageSize };
    const answer = await services.lookUp<{ records: readonly Row[]; total: number }>({ method: "GET", url, params });
    return { total: Number(answer.total), records: answer.records.map((row) => withTexts(row, columns, report)) };
  };
  const shown = isOpen ? items : items.slice(0, itemsInSight);
  return (
    <RecordDialog
      title={pickMessages.record(report.model.title)}
      width={1200}
      pageSize={10}
      sideKey={JSON.stringify(asked)}
      filters={
        <>
          {shown.map((item) => (
            <div key={item.name} title={item.title}>
              <FilterControl
                id={`${parts.id}-${item.name}`}
                item={item}
                value={values[item.name]}
                services={services}
                dictionaries={dictionaries}
                onChange={(value) => setValues({ ...values, [item.name]: value })}
              />
            </div>
          ))}
          {items.length > itemsInSight ? (
            <Button type="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? messages.list.collapse : messages.list.expand}
            </Button>
          ) : null}
        </>
      }
      columns={columns.map(({ name, title, type }) => ({ name, title, scale: placesOf[type] }))}
      multiple={multiple}
      picks={parts.picks}
      load={load}
      pickOf={(row) => ({ value: String(row[own] ?? rowKeyOf(row)), text: textOf(row, columns, own), row })}
      onDone={parts.onDone}
      onClose={parts.onClose}
    />
  );
}

/** What the document gives fills the inputs of the same name; a parameter without any begins with its default. */
function startValues(items: readonly QueryItemPlan[], given: Row): Row {
  return Object.fromEntries(
    items.flatMap(({ name, op, default: usual }) => {
      const value = given[name.replace(/^self_/, "")] ?? usual;
      return value === undefined || value === null || op === "range" ? [] : [[name, String(value)] as const];
    }),
  );
}

/** Parameters go as they are typed; conditions by the value syntax of lists. */
function wireValues(items: readonly QueryItemPlan[], values: Row): Row {
  const isParam = ({ name }: QueryItemPlan) => name.startsWith("self_");
  const typed = items.filter(isParam).map(({ name }) => [name, String(values[name] ?? "")] as const);
  const conditions = items.filter((item) => !isParam(item));
  return { ...conditionParams(conditions, values), ...Object.fromEntries(typed) };
}

const typingPauseMs = 300;

/** The value after a pause in typing. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), typingPauseMs);
    return () => window.clearTimeout(timer);
  }, [value]);
  return settled;
}

async function openReport(services: EditorProps["services"], code: string): Promise<Opened> {
  const ask = (call: string) =>
    services.lookUp<unknown>({ method: "GET", url: `/online/cgreport/api/${call}/${encodeURIComponent(code)}` });
  const [columns, inputs, params] = await Promise.all([ask("getRpColumns"), ask("getQueryInfo"), ask("getParamsInfo")]);
  const report = readOnlineReport(code, columns, inputs, params);
  const { model, query } = report;
  const source = { type: "cgreport", code } as const;
  const page = { schemaVersion: 1, kind: "report", id: `popup/${code}`, title: model.title, source, query };
  const plan = compileScreen(page as unknown as ScreenDocument, new Map([[model.id, model]]), knownRenderers);
  return { report, items: plan.kind === "report" ? plan.query.items : [] };
}

const mapKeys = (row: Row, keyOf: (name: string) => string): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [keyOf(name), value]));

const mapValues = (row: Row, change: (value: unknown) => unknown): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, change(value)]));

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

/** What tells apart rows of a report, which may have no id (contract 07 §7.3): all values, `id` first, 50 characters. */
function rowKeyOf(row: Row): string {
  const { id, ...others } = row;
  return [id, ...Object.values(others)]
    .map((value) => String(value ?? ""))
    .join("")
    .slice(0, 50);
}
