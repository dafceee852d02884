import { Button, Checkbox, Radio } from "antd";
import { type ReactNode, useEffect, useState } from "react";
import { rowDictText } from "../../../runtime/format/cell-text.ts";
import { formatNumber } from "../../../runtime/format/number.ts";
import { ellipsis } from "../../../runtime/format/text.ts";
import { words } from "../../../runtime/format/words.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { DialogFoot } from "../../layouts/DialogFoot.tsx";
import { LookUpState, reasonText } from "../../layouts/LookUpState.tsx";
import { ModalDialog } from "../../layouts/ModalDialog.tsx";
import { TextInput } from "../../layouts/TextInput.tsx";
import { messages } from "../../messages.ts";
import { pickMessages } from "../../pick-messages.ts";
import { Pager } from "../../table/Pager.tsx";
import type { PickDialogParts } from "./PickField.tsx";
import { type Pick, togglePick } from "./pick-types.ts";
import "./picks.css";

/** Half-width places of a cell where its column names none; the rest is in its title. */
const cellPlaces = 24;
const searchPauseMs = 300;
const pageSizes = [5, 10, 20, 30];

export interface RecordQuery {
  readonly keyword: string;
  readonly pageNo: number;
  readonly pageSize: number;
}

export interface RecordColumn {
  readonly name: string;
  readonly title: string;
  /** Figures stand right, with their decimal places. */
  readonly scale?: number | undefined;
  /** Half-width places of its cells. */
  readonly places?: number | undefined;
}

/** An answer and what it answers. */
interface RecordPage {
  readonly question: string;
  readonly records: readonly Row[];
  readonly total: number;
  readonly problem?: string;
}

interface RecordDialogProps extends PickDialogParts {
  readonly title: string;
  readonly width: number;
  /** Rows of a page at first; default 5. */
  readonly pageSize?: number;
  /** What is searched by one text; absent where the filters ask for everything. */
  readonly searchHint?: string;
  readonly columns: readonly RecordColumn[];
  readonly multiple: boolean;
  /** What narrows the rows besides the keyword, left of them; a change of `sideKey` reads them anew. */
  readonly side?: ReactNode;
  readonly sideKey?: string;
  /** Further conditions, beside the search. */
  readonly filters?: ReactNode;
  load(query: RecordQuery): Promise<{ readonly records: readonly Row[]; readonly total: number }>;
  pickOf(row: Row): Pick;
}

/** PCK-04: rows to pick from, a page at a time; what was picked stands in 已选 and survives paging. */
export function RecordDialog(props: RecordDialogProps) {
  const {
    title,
    width,
    searchHint,
    columns,
    multiple,
    picks,
    side,
    sideKey = "",
    load,
    pickOf,
    onDone,
    onClose,
  } = props;
  const [chosen, setChosen] = useState(picks);
  const [query, setQuery] = useState<RecordQuery>({ keyword: "", pageNo: 1, pageSize: props.pageSize ?? 5 });
  const [typed, setTyped] = useState("");
  const [round, setRound] = useState(0);
  const [page, setPage] = useState<RecordPage | undefined>(undefined);
  const question = JSON.stringify([query, sideKey, round]);
  const isLoading = page?.question !== question;
  useEffect(() => {
    const timer = window.setTimeout(
      () => setQuery((now) => (now.keyword === typed ? now : { ...now, keyword: typed, pageNo: 1 })),
      searchPauseMs,
    );
    return () => window.clearTimeout(timer);
  }, [typed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked beside begins on its first page
  useEffect(() => setQuery((now) => (now.pageNo === 1 ? now : { ...now, pageNo: 1 })), [sideKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the side and a new round change what is answered
  useEffect(() => {
    let isLate = false;
    load(query).then(
      ({ records, total }) => (isLate ? undefined : setPage({ question, records, total })),
      (reason) => (isLate ? undefined : setPage({ question, records: [], total: 0, problem: reasonText(reason) })),
    );
    return () => {
      isLate = true;
    };
  }, [query, sideKey, round]);
  const Mark = multiple ? Checkbox : Radio;
  const isPicked = (pick: Pick) => chosen.some((one) => one.value === pick.value);
  return (
    <ModalDialog
      width={width}
      title={title}
      closesOutside
      footer={<DialogFoot okText={pickMessages.ok} onOk={() => onDone(chosen)} onCancel={onClose} />}
      onClose={onClose}
    >
      <div className="sc-pick">
        {side ? <div className="sc-pick-side">{side}</div> : null}
        <div className="sc-pick-rows sc-grow">
          <div className="sc-pick-filters sc-line">
            {searchHint === undefined ? null : (
              <TextInput placeholder={searchHint} aria-label={searchHint} value={typed} onChange={setTyped} />
            )}
            {props.filters}
          </div>
          <div className="sc-pick-body sc-origin" aria-busy={isLoading}>
            <table className="sc-pick-table sc-plain-table">
              <thead>
                <tr>
                  <th className="sc-pick-mark" aria-label={pickMessages.choose} />
                  {columns.map((column) => (
                    <th key={column.name} className={column.scale === undefined ? undefined : "sc-right"}>
                      {column.title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {page?.records.map((row) => {
                  const pick = pickOf(row);
                  const toggle = () => setChosen(togglePick(chosen, pick, multiple));
                  return (
                    <tr key={pick.value} className={isPicked(pick) ? "sc-picked" : undefined} onClick={toggle}>
                      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the mark itself hears keys */}
                      <td className="sc-pick-mark" onClick={(event) => event.stopPropagation()}>
                        <Mark aria-label={pick.text} checked={isPicked(pick)} onChange={toggle} />
                      </td>
                      {columns.map((column) => {
                        const text = wordsOf(row, column);
                        return (
                          <td
                            key={column.name}
                            title={text}
                            className={column.scale === undefined ? undefined : "sc-right sc-num"}
                          >
                            {ellipsis(text, column.places ?? cellPlaces)}
                          </td>
                        );
                      })}
                    </tr>
                  );
                })}
              </tbody>
            </table>
            {isLoading || page.records.length === 0 ? (
              <LookUpState isLoading={isLoading} problem={page?.problem} onRetry={() => setRound(round + 1)} />
            ) : null}
          </div>
          <Pager
            pageNo={query.pageNo}
            pageSizes={pageSizes}
            pageSize={query.pageSize}
            total={page?.total ?? 0}
            onChange={(pageNo, pageSize) =>
              setQuery({ ...query, pageNo: pageSize === query.pageSize ? pageNo : 1, pageSize })
            }
          />
        </div>
        <section className="sc-pick-chosen" aria-label={pickMessages.chosen}>
          <h4>{pickMessages.chosen + words.inBrackets(String(chosen.length))}</h4>
          <ul>
            {chosen.map((pick) => (
              <li key={pick.value} className="sc-line sc-ends">
                <span className="sc-cut" title={pick.text}>
                  {pick.text}
                </span>
                <Button
                  type="link"
                  aria-label={pickMessages.removeOne(pick.text)}
                  onClick={() => setChosen(togglePick(chosen, pick, multiple))}
                >
                  {pickMessages.remove}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </ModalDialog>
  );
}

function wordsOf(row: Row, { name, scale }: RecordColumn): string {
  const value = rowDictText(row, name) ?? row[name];
  if (scale !== undefined && typeof value === "number") return formatNumber(value, scale);
  return value === null || value === undefined || value === "" ? messages.dash : String(value);
}
