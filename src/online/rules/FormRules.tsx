import ArrowDownOutlined from "@ant-design/icons/ArrowDownOutlined";
import ArrowUpOutlined from "@ant-design/icons/ArrowUpOutlined";
import CopyOutlined from "@ant-design/icons/CopyOutlined";
import DeleteOutlined from "@ant-design/icons/DeleteOutlined";
import HolderOutlined from "@ant-design/icons/HolderOutlined";
import PlusOutlined from "@ant-design/icons/PlusOutlined";
import { Button } from "antd";
import { useEffect, useMemo, useRef, useState } from "react";
import { useFormScope } from "../../../renderers/form/form-context.ts";
import type { FormSession } from "../../../renderers/form/form-session.ts";
import { IconButton } from "../../../renderers/layouts/IconButton.tsx";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { renameInRules } from "../../../runtime/online-forms/rules/follow-rules.ts";
import { type FormRule, rulesOf } from "../../../runtime/online-forms/rules/form-rule.ts";
import { RuleForm } from "./RuleForm.tsx";
import { ruleFields } from "./rule-fields.ts";
import { ruleSentence, type SentenceParts } from "./rule-sentence.ts";
import { formRuleTexts as texts } from "./rule-texts.ts";

const emptyRule: FormRule = {
  match: "all",
  when: [{ field: "", op: "eq" }],
  // biome-ignore lint/suspicious/noThenProperty: 当 … 则 … of the rule
  then: [{ do: "show", fields: [] }],
};

/** A long rule takes as many lines as it needs. */
const sentence = {
  flex: "1 1 220px",
  height: "auto",
  minHeight: 32,
  justifyContent: "start",
  textAlign: "start",
  whiteSpace: "normal",
} as const;

/** The rules of a form, read as sentences; the opened one is edited below its sentence. */
export function FormRules() {
  const { session, services, dictionaries } = useFormScope();
  useRenamedFields(session);
  const { row } = session;
  const key = JSON.stringify(row.fields ?? []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are compared by what they hold
  const fields = useMemo(() => ruleFields(row), [key]);
  const tables = useSubForms(row, services);
  useEffect(() => {
    dictionaries.load([...fields.values()].flatMap(({ dict }) => (dict?.kind === "code" ? [dict.code] : [])));
  }, [dictionaries, fields]);
  const [opened, setOpened] = useState<number>();
  const [dragged, setDragged] = useState<number>();
  const list = useRef<HTMLElement>(null);
  const rules = rulesOf(row);
  const parts: SentenceParts = { fields, tables, dictionaries };
  const change = (next: readonly FormRule[]) => session.set({ rules: next.length > 0 ? next : null });
  const move = (from: number, to: number) => {
    const rule = rules[from];
    if (!rule || from === to) return;
    change(rules.toSpliced(from, 1).toSpliced(to, 0, rule));
    setOpened(opened === from ? to : opened === to ? from : opened);
  };
  const moveBy = (at: number, step: -1 | 1) => {
    move(at, at + step);
    // The focus goes along with the rule.
    const label = step < 0 ? texts.up(at + 1 + step) : texts.down(at + 1 + step);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`button[aria-label="${label}"]`)?.focus());
  };
  const add = (rule: FormRule, at = rules.length) => {
    change(rules.toSpliced(at, 0, rule));
    setOpened(at);
  };
  if (fields.size === 0) return <p className="sc-nothing">{texts.noFields}</p>;
  return (
    <section ref={list} className="sc-stack sc-airy sc-bar" aria-label={texts.when}>
      <p className="sc-hint">{rules.length === 0 ? texts.none : texts.hint}</p>
      {rules.map((rule, at) => {
        const no = at + 1;
        const isOpen = opened === at;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place
          <article key={at} className="sc-box" aria-label={texts.place(no)}>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it do the same by keyboard */}
            <header
              draggable
              className="sc-line sc-wrap"
              style={{ padding: "4px 8px" }}
              onDragStart={() => setDragged(at)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => (dragged === undefined ? undefined : move(dragged, at))}
            >
              <HolderOutlined title={texts.drag(no)} style={{ cursor: "grab" }} />
              <Button
                type="text"
                aria-expanded={isOpen}
                style={sentence}
                onClick={() => setOpened(isOpen ? undefined : at)}
              >
                {ruleSentence(rule, parts)}
              </Button>
              <span style={{ whiteSpace: "nowrap", marginInlineStart: "auto" }}>
                <IconButton
                  size="small"
                  label={texts.up(no)}
                  icon={<ArrowUpOutlined aria-hidden="true" />}
                  disabled={at === 0}
                  onClick={() => moveBy(at, -1)}
                />
                <IconButton
                  size="small"
                  label={texts.down(no)}
                  icon={<ArrowDownOutlined aria-hidden="true" />}
                  disabled={no === rules.length}
                  onClick={() => moveBy(at, 1)}
                />
                <IconButton
                  size="small"
                  label={texts.copy(no)}
                  icon={<CopyOutlined aria-hidden="true" />}
                  onClick={() => add(rule, no)}
                />
                <IconButton
                  size="small"
                  label={texts.remove(no)}
                  icon={<DeleteOutlined aria-hidden="true" />}
                  onClick={() => {
                    change(rules.toSpliced(at, 1));
                    setOpened(undefined);
                  }}
                />
              </span>
            </header>
            {isOpen ? (
              <div style={{ padding: "4px 16px 16px" }}>
                <RuleForm no={no} rule={rule} parts={parts} onChange={(next) => change(rules.with(at, next))} />
              </div>
            ) : null}
          </article>
        );
      })}
      <div>
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => add(emptyRule)}>
          {texts.add}
        </Button>
      </div>
    </section>
  );
}

/** Rules speak of fields by their names: one that is renamed takes its rules along at once. */
function useRenamedFields(session: FormSession): void {
  const last = useRef<readonly string[]>([]);
  useEffect(() => {
    last.current = namesIn(session.row);
    return session.onChange(() => {
      const [before, now] = [last.current, namesIn(session.row)];
      last.current = now;
      const rules = rulesOf(session.row);
      if (rules.length === 0 || before.length !== now.length) return;
      const changed = now.flatMap((name, at) => (name === before[at] ? [] : [[before[at] ?? "", name] as const]));
      const [only, ...more] = changed;
      if (!only || more.length > 0 || only[0] === "" || only[1] === "") return;
      session.set({ rules: renameInRules(rules, new Map([only])) });
    });
  }, [session]);
}

const namesIn = ({ fields }: Row): readonly string[] =>
  Array.isArray(fields) ? fields.map(({ dbFieldName }: Row) => String(dbFieldName ?? "")) : [];

type Services = ReturnType<typeof useFormScope>["services"];

/** The sub-forms of a main form by their tables, for rules that show their rows. */
function useSubForms({ tableType, subTableStr }: Row, services: Services): ReadonlyMap<string, string> {
  const [tables, setTables] = useState<ReadonlyMap<string, string>>(new Map());
  const names = tableType === 2 ? String(subTableStr ?? "") : "";
  useEffect(() => {
    if (names === "") return setTables(new Map());
    let isCurrent = true;
    const params = { tableNames: names };
    services.request({ method: "GET", url: "/online/cgform/head/queryByTableNames", params }).then(
      (found) => {
        const heads = found as readonly { readonly tableName: string; readonly tableTxt: string }[];
        if (isCurrent) setTables(new Map(heads.map(({ tableName, tableTxt }) => [tableName, tableTxt])));
      },
      // Rules about fields are made without them.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [names, services]);
  return tables;
}
