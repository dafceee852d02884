import { Alert, Button, Card, Flex } from "antd";
import type { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import type { CellContext } from "../../cells/cell-props.ts";
import { EditableGrid } from "../../grid/EditableGrid.tsx";
import { useModelVersion } from "../../grid/GridToolbar.tsx";
import type { GridModel } from "../../grid/grid-model.ts";
import { importStepsMessages as texts } from "./import-steps-messages.ts";
import type { Verdict } from "./import-steps-types.ts";
import { type FaultGroup, faultGroups } from "./step-grid.ts";

interface CheckStepProps {
  readonly grid: GridModel;
  readonly verdict: Verdict;
  /** Rows that an earlier press has stored. */
  readonly stored: number;
  readonly cells: CellContext;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
}

/** Kinds of mistakes that are listed. */
const shownGroups = 20;
const gridHeight = 280;
const gridRow = 40;
const faultList = { maxHeight: 150, overflow: "auto" };

/** The rows as the server judges them: wrong cells are red, each kind of mistake is listed with what may be meant. */
export function CheckStep({ grid, verdict, stored, cells, services, dictionaries }: CheckStepProps) {
  useModelVersion({ model: grid });
  const open = faultGroups(grid, verdict).filter((group) => openRows(grid, group).length > 0);
  const rows = new Set(open.flatMap((group) => openRows(grid, group))).size;
  const sound = grid.store.size - rows;
  return (
    <>
      {stored > 0 ? <Alert type="success" showIcon title={texts.rest(stored)} /> : null}
      {verdict.refusal === null ? null : <Alert type="error" showIcon title={verdict.refusal} />}
      {open.length === 0 ? (
        verdict.problems.length === 0 ? (
          <Alert type="success" showIcon title={texts.clean(verdict.added, verdict.changed)} />
        ) : (
          <Alert type="info" showIcon title={texts.edited} />
        )
      ) : (
        <Card size="small" title={texts.wrong(rows, sound)} styles={{ body: faultList }}>
          {open.slice(0, shownGroups).map((group) => (
            <FaultLine key={group.key} grid={grid} group={group} />
          ))}
          {open.length > shownGroups ? <p className="sc-hint">{texts.more(open.length - shownGroups)}</p> : null}
        </Card>
      )}
      <EditableGrid
        model={grid}
        title={texts.table}
        cells={cells}
        services={services}
        dictionaries={dictionaries}
        height={gridHeight}
        rowHeight={gridRow}
        rowNumber
        selection="multiple"
        dragSort={false}
      />
    </>
  );
}

/** Rows whose cell still holds what was wrong. */
const openRows = (grid: GridModel, { rows, field }: FaultGroup): readonly number[] =>
  rows.filter((no) => grid.findings.error(String(no), keyOf(grid, field)) !== undefined);

const keyOf = (grid: GridModel, field: string | undefined): string => {
  const keys = grid.allColumns.map(({ name }) => name);
  return field !== undefined && keys.includes(field) ? field : (keys[0] ?? "");
};

function FaultLine({ grid, group }: { readonly grid: GridModel; readonly group: FaultGroup }) {
  const key = keyOf(grid, group.field);
  const rows = openRows(grid, group);
  const show = () => grid.activate({ id: String(rows[0]), key });
  const replace = (value: string) => grid.put(rows.map((no) => ({ id: String(no), key, value })));
  return (
    <Flex gap={8} align="center" wrap>
      <span>{group.message}</span>
      <span className="sc-hint">{texts.times(rows.length)}</span>
      <span className="sc-grow" />
      {(group.offers ?? []).length > 0 ? <span className="sc-hint">{texts.changeTo}</span> : null}
      {(group.offers ?? []).map((text) => (
        <Button key={text} size="small" title={texts.change(text, rows.length)} onClick={() => replace(text)}>
          {text}
        </Button>
      ))}
      <Button size="small" type="link" onClick={show}>
        {texts.show}
      </Button>
    </Flex>
  );
}
