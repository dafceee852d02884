import CheckCircleFilled from "@ant-design/icons/CheckCircleFilled";
import CloseCircleFilled from "@ant-design/icons/CloseCircleFilled";
import FormatPainterOutlined from "@ant-design/icons/FormatPainterOutlined";
import PlayCircleOutlined from "@ant-design/icons/PlayCircleOutlined";
import { Button } from "antd";
import { useContext, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { loadPart } from "../../../runtime/react/lazy-part.ts";
import { CodeField } from "../../code/CodeField.tsx";
import { codeMessages } from "../../code/code-messages.ts";
import type { CodePlace, OpenedCode } from "../../code/code-props.ts";
import { CardTools } from "../../form/card-tools.ts";
import { useFormScopeIfAny } from "../../form/form-context.ts";
import { RequestNumber } from "../../layouts/RequestNumber.tsx";
import type { EditorProps } from "../editor-props.ts";
import { attachSql, replaceText } from "./attach-sql.ts";
import { takeIn } from "./report-sql.ts";
import { type SqlState, useCatalogue, useSql } from "./use-sql.ts";
import "./sql.css";

const { sql: texts, ...codeTexts } = codeMessages;

/** Report SQL: completion from the tables that one may read, problems at their place, columns read into the form. */
export function SqlEditor(props: EditorProps) {
  const { id, title, options, value, disabled, aria, services, onChange, onBlur } = props;
  const own = options.type === "sql" ? options : undefined;
  const form = useFormScopeIfAny();
  const code = useRef<OpenedCode>(undefined);
  const [place, setPlace] = useState<CodePlace>({ line: 1, column: 1 });
  const [isLeaving, setLeaving] = useState(false);
  const text = typeof value === "string" ? value : "";
  const dbKey = own?.dbKey === undefined ? undefined : form?.session.row[own.dbKey];
  const { catalogue, isMissing } = useCatalogue(own?.catalogue, dbKey, services);
  const tables = useRef(catalogue);
  tables.current = catalogue;
  const { state, read } = useSql({ text, dbKey, parse: own?.parse, services, code: () => code.current });

  const take = async () => {
    const parsed = await read();
    if (!parsed || !form) return;
    const counts = takeIn(form.session, own?.fields, parsed.fields, "fieldName");
    takeIn(form.session, own?.params, parsed.params, "paramName");
    if (counts) services.notify("success", texts.taken(counts.added, counts.removed));
  };
  const format = async () => {
    const { formatSql } = await loadPart(() => import("./format-sql.ts"));
    if (!code.current) return;
    try {
      const formatted = formatSql(text, catalogue?.dialect);
      if (formatted === text) services.notify("info", texts.isFormatted);
      else replaceText(code.current, formatted);
    } catch {
      services.notify("warning", texts.notFormatted);
    }
  };
  const isEmpty = text.trim() === "";
  const tools = disabled ? null : (
    <>
      <span className="sc-sql-hint sc-hint">{texts.hint}</span>
      <Button
        type="text"
        size="small"
        icon={<FormatPainterOutlined aria-hidden="true" />}
        disabled={isEmpty}
        onClick={() => void format()}
      >
        {texts.format}
      </Button>
      {own?.parse === undefined ? null : (
        <Button
          size="small"
          icon={<PlayCircleOutlined aria-hidden="true" />}
          disabled={isEmpty}
          onClick={() => void take()}
        >
          {texts.parse}
        </Button>
      )}
    </>
  );
  const card = useContext(CardTools);
  return (
    <div className={card ? "sc-sql" : "sc-sql sc-typed"} data-invalid={aria["aria-invalid"]}>
      {card ? createPortal(tools, card) : <div className="sc-sql-tools sc-under sc-line sc-wrap">{tools}</div>}
      <CodeField
        id={id}
        label={title}
        aria={{ ...aria, "aria-disabled": disabled || undefined }}
        value={text}
        language="sql"
        height={own?.height ?? 260}
        readOnly={disabled}
        onChange={onChange}
        onBlur={onBlur}
        onPlace={setPlace}
        onLeaving={setLeaving}
        onOpened={(opened) => {
          code.current = opened;
          return attachSql(opened, () => tables.current);
        }}
      />
      <div className="sc-code-foot sc-over sc-line sc-wrap sc-hint sc-sql-foot">
        <StateLine state={state} isEmpty={isEmpty} />
        {isMissing ? <span>{texts.noCatalogue}</span> : null}
        <span className="sc-sql-way">{isLeaving ? codeTexts.leaving : codeTexts.wayOut}</span>
        <span className="sc-num">{codeTexts.place(place.line, place.column)}</span>
        {catalogue ? <span>{catalogue.dialect}</span> : null}
      </div>
    </div>
  );
}

function StateLine({ state, isEmpty }: { readonly state: SqlState; readonly isEmpty: boolean }) {
  return (
    <span className="sc-sql-state" role="status">
      {state.kind === "none" && isEmpty ? texts.empty : null}
      {state.kind === "reading" ? texts.parsing : null}
      {state.kind === "right" ? (
        <>
          <CheckCircleFilled aria-hidden="true" className="sc-sql-right" />
          {texts.parsed(state.fields, state.params)}
        </>
      ) : null}
      {state.kind === "wrong" ? (
        <span className="sc-sql-wrong sc-bad">
          <CloseCircleFilled aria-hidden="true" />
          {state.message}
          <RequestNumber reason={state.reason} />
        </span>
      ) : null}
    </span>
  );
}
