import { Table, Tabs } from "antd";
import { useEffect, useState } from "react";
import { messages } from "../../messages.ts";
import { uploadCellMessages as texts } from "../../upload-messages.ts";
import { readSheet, type SheetAnswer, type ShownSheet, shownRows } from "./read-sheet.ts";

const refusals = { locked: "lockedSheet", broken: "brokenSheet", tooLarge: "largeSheet" } as const;

/** The first rows of each sheet of a workbook, as text. */
export function SheetPreview({ bytes }: { readonly bytes: ArrayBuffer }) {
  const [answer, setAnswer] = useState<SheetAnswer>();
  useEffect(() => {
    const control = new AbortController();
    void readSheet(bytes, control.signal).then((read) => (control.signal.aborted ? undefined : setAnswer(read)));
    return () => control.abort();
  }, [bytes]);
  if (!answer) return <p className="sc-file-preview">{messages.states.loading}</p>;
  if (answer.kind !== "sheets") {
    return (
      <p className="sc-file-preview" role="alert">
        {texts[refusals[answer.kind]]}
      </p>
    );
  }
  const { sheets } = answer;
  return (
    <Tabs items={sheets.map((sheet) => ({ key: sheet.name, label: sheet.name, children: <Sheet sheet={sheet} /> }))} />
  );
}

const nameOf = (index: number): string =>
  (index < 26 ? "" : nameOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

function Sheet({ sheet: { rows, isCut } }: { readonly sheet: ShownSheet }) {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  return (
    <>
      <Table
        size="small"
        bordered
        pagination={false}
        sticky
        scroll={{ x: "max-content", y: "min(56vh, 560px)" }}
        rowKey="line"
        locale={{ emptyText: texts.emptySheet }}
        dataSource={rows.map((cells, index) => ({ line: index + 1, cells }))}
        columns={[
          { title: "", dataIndex: "line", width: 56, fixed: "left" as const, align: "right" as const },
          ...Array.from({ length: width }, (_, at) => ({
            title: nameOf(at),
            key: String(at),
            render: (_value: unknown, row: { readonly cells: readonly string[] }) => row.cells[at] ?? "",
          })),
        ]}
      />
      {isCut ? <p className="sc-hint">{texts.cutSheet(shownRows)}</p> : null}
    </>
  );
}
