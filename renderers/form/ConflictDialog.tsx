import { Button } from "antd";
import { useEffect, useReducer, useState } from "react";
import { defaultCell } from "../../runtime/compile/defaults.ts";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { readPage } from "../../runtime/wire/page.ts";
import { CellView } from "../cells/CellView.tsx";
import type { CellContext } from "../cells/cell-props.ts";
import { ModalDialog } from "../layouts/ModalDialog.tsx";
import { messages } from "../messages.ts";
import type { FieldConflict } from "./changes.ts";
import { conflictMessages } from "./conflict-messages.ts";
import { mergeRows } from "./merge-rows.ts";
import { type RowConflict, rowConflicts } from "./row-conflicts.ts";
import "../layouts/view-frame.css";

/** The rows of a relation that the form changed, as they were opened and as they would be saved. */
export interface RelationRows {
  readonly relation: string;
  readonly title: string;
  readonly model: ResolvedModel;
  readonly opened: readonly Row[];
  readonly mine: readonly Row[];
}

interface ConflictDialogProps {
  readonly conflicts: readonly FieldConflict[];
  readonly relations: readonly RelationRows[];
  readonly services: ConsoleServices;
  readonly model: ResolvedModel;
  readonly opened: Row;
  readonly theirs: Row;
  readonly cells: CellContext;
  /** `rows`: the rows of the changed relations, with what the others did to them taken in. */
  onKeepMine(rows: Row): void;
  onTakeTheirs(): void;
  onBack(): void;
}

/** Somebody saved first: both versions field by field, and three ways on. Nothing typed is lost by looking. */
export function ConflictDialog(props: ConflictDialogProps) {
  const texts = conflictMessages;
  const { rows, state, again } = useTheirRows(props);
  const isDifferent = props.conflicts.length > 0 || rows.some(({ found }) => found.length > 0);
  return (
    <ModalDialog
      width={640}
      title={messages.conflict.title}
      onClose={props.onBack}
      footer={
        <div className="sc-frame-foot sc-line sc-wrap">
          <span className="sc-grow" />
          <Button onClick={props.onBack}>{texts.back}</Button>
          <Button onClick={props.onTakeTheirs}>{texts.takeTheirs}</Button>
          <Button
            type="primary"
            loading={state === "reading"}
            disabled={state === "unread"}
            onClick={() =>
              props.onKeepMine(Object.fromEntries(rows.map((each) => [each.relation.relation, each.merged])))
            }
          >
            {texts.keepMine}
          </Button>
        </div>
      }
    >
      <p className="sc-conflict-text sc-quiet">{isDifferent || state !== "read" ? texts.text : texts.same}</p>
      {state === "unread" ? (
        <p className="sc-form-problem sc-alert" role="alert">
          {texts.unread} <Button onClick={again}>{messages.states.retry}</Button>
        </p>
      ) : null}
      {isDifferent ? (
        <table className="sc-plain-table">
          <thead>
            <tr>
              <th scope="col">{texts.field}</th>
              <th scope="col">{texts.mine}</th>
              <th scope="col">{texts.theirs}</th>
            </tr>
          </thead>
          <tbody>
            {props.conflicts.map((conflict) => (
              <tr key={conflict.name}>
                <td>{conflict.title}</td>
                <td className={conflict.changedByMe ? "sc-picked" : undefined}>
                  {conflict.changedByMe ? (
                    <ValueOf
                      {...props}
                      name={conflict.name}
                      value={conflict.mine}
                      words={wordsOf(props.opened, conflict)}
                    />
                  ) : (
                    <span className="sc-muted">{texts.untouched}</span>
                  )}
                </td>
                <td>
                  <ValueOf
                    {...props}
                    name={conflict.name}
                    value={conflict.theirs}
                    words={props.theirs[`${conflict.name}_dictText`]}
                  />
                </td>
              </tr>
            ))}
            {rows.map(({ relation, found }) =>
              found.map((conflict) => (
                <RowConflictLines
                  key={`${relation.relation}-${conflict.kind}-${String(conflict.row.id ?? conflict.index)}`}
                  relation={relation}
                  conflict={conflict}
                  cells={props.cells}
                />
              )),
            )}
          </tbody>
        </table>
      ) : null}
    </ModalDialog>
  );
}

/** Words of a reference are known only for the value that was opened. */
function wordsOf(opened: Row, conflict: FieldConflict): unknown {
  return opened[conflict.name] === conflict.mine ? opened[`${conflict.name}_dictText`] : undefined;
}

interface ValueOfProps {
  readonly model: ResolvedModel;
  readonly cells: CellContext;
  readonly name: string;
  readonly value: unknown;
  readonly words: unknown;
}

function ValueOf({ model, cells, name, value, words }: ValueOfProps) {
  const field = model.fields.get(name);
  if (!field) return null;
  const cell = defaultCell(field);
  return (
    <CellView
      subject={{ name, title: field.title, field, dict: field.dict }}
      plan={{ kind: "cell", type: cell.type, props: cell }}
      row={{ [name]: value, [`${name}_dictText`]: words }}
      context={cells}
    />
  );
}

interface TheirRows {
  readonly relation: RelationRows;
  readonly found: readonly RowConflict[];
  readonly merged: readonly Row[];
}

/** The rows as they are now, read for the relations that the form changed. Saving without them would remove new ones. */
function useTheirRows({ relations, theirs, services }: ConflictDialogProps) {
  const [rows, setRows] = useState<readonly TheirRows[]>([]);
  const [state, setState] = useState<"reading" | "read" | "unread">("reading");
  const [round, again] = useReducer((count: number) => count + 1, 0);
  const id = theirs.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form stands still while the dialog is open
  useEffect(() => {
    const request = new AbortController();
    const read = async (relation: RelationRows): Promise<TheirRows> => {
      const { model, opened, mine } = relation;
      const params = { id, relation: relation.relation };
      const url = `${model.base}/listByMainId`;
      const answer = await services.send({ method: "GET", url, params, signal: request.signal });
      const now = readPage(answer.result).rows;
      return {
        relation,
        found: rowConflicts(model, opened, mine, now),
        merged: mergeRows(model, opened, mine, now),
      };
    };
    setState("reading");
    Promise.allSettled(relations.map(read)).then((results) => {
      if (request.signal.aborted) return;
      setRows(results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : [])));
      setState(results.every(({ status }) => status === "fulfilled") ? "read" : "unread");
    });
    return () => request.abort();
  }, [id, services, round]);
  return { rows, state, again };
}

interface RowConflictLinesProps {
  readonly relation: RelationRows;
  readonly conflict: RowConflict;
  readonly cells: CellContext;
}

/** One row: what came or went in words, or its differing cells one below the other. */
function RowConflictLines({ relation, conflict, cells }: RowConflictLinesProps) {
  const texts = conflictMessages;
  const { row, index } = conflict;
  const place = texts.row(relation.title, index + 1, nameOfRow(relation.model, row));
  if (conflict.kind === "revived") {
    return (
      <tr>
        <td>{place}</td>
        <td className="sc-picked">{texts.revived}</td>
        <td>{texts.removed}</td>
      </tr>
    );
  }
  if (conflict.kind !== "changed") {
    const words = texts[conflict.kind];
    return (
      <tr>
        <td>{place}</td>
        <td className={conflict.by === "me" ? "sc-picked" : undefined}>
          {conflict.by === "me" ? words : <span className="sc-muted">{texts.untouched}</span>}
        </td>
        <td>{conflict.by === "them" ? words : <span className="sc-muted">{texts.absent}</span>}</td>
      </tr>
    );
  }
  return conflict.fields.map((field) => (
    <tr key={field.name}>
      <td>
        {place} {field.title}
      </td>
      <td className={field.changedByMe ? "sc-picked" : undefined}>
        {field.changedByMe ? (
          <ValueOf
            model={relation.model}
            cells={cells}
            name={field.name}
            value={field.mine}
            words={row[`${field.name}_dictText`]}
          />
        ) : (
          <span className="sc-muted">{texts.untouched}</span>
        )}
      </td>
      <td>
        <ValueOf model={relation.model} cells={cells} name={field.name} value={field.theirs} words={undefined} />
      </td>
    </tr>
  ));
}

/** What a person knows the row by: its title, or the first reference that has words. */
function nameOfRow(model: ResolvedModel, row: Row): string {
  const title = row[`${model.titleField}_dictText`] ?? row[model.titleField];
  const words = Object.keys(row).find((name) => name.endsWith("_dictText") && row[name]);
  return String(title ?? (words ? row[words] : "") ?? "");
}
