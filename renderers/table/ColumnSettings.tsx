import HolderOutlined from "@ant-design/icons/HolderOutlined";
import VerticalLeftOutlined from "@ant-design/icons/VerticalLeftOutlined";
import VerticalRightOutlined from "@ant-design/icons/VerticalRightOutlined";
import { Button, Checkbox, Popover } from "antd";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import type { ColumnPlan } from "../../runtime/compile/plan.ts";
import { words } from "../../runtime/format/words.ts";
import { PopupAnchor } from "../layouts/PopupAnchor.tsx";
import { PopupPanel } from "../layouts/PopupPanel.tsx";
import { messages } from "../messages.ts";
import { type ColumnChoice, clampWidth, documentColumns } from "./column-choice.ts";
import "./column-settings.css";

export interface ColumnSettingsProps {
  readonly anchor: HTMLElement;
  /** Arranged as the person wants them, hidden ones included. */
  readonly columns: readonly ColumnPlan[];
  readonly choice: ColumnChoice;
  /** The choice makes a difference to the columns of the document. */
  readonly isArranged: boolean;
  /** Where columns can be kept in sight. */
  readonly sides?: readonly PinSide[];
  onChange(choice: ColumnChoice): void;
  onClose(): void;
}

type PinSide = "left" | "right";

const bothSides: readonly PinSide[] = ["left", "right"];

/** Pixels per press of an arrow key. */
const widthStep = 10;

/** Which columns show, in what order, how wide and on which side they stay. The last one cannot be switched off. */
export function ColumnSettings({
  anchor,
  columns,
  choice,
  isArranged,
  onChange,
  onClose,
  ...props
}: ColumnSettingsProps) {
  const { sides = bothSides } = props;
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string | undefined>(undefined);
  const names = columns.map((column) => column.name);
  const isHidden = (name: string) => choice.hidden.includes(name);
  const shownCount = names.filter((name) => !isHidden(name)).length;
  const toggle = (name: string) =>
    onChange({
      ...choice,
      hidden: isHidden(name) ? choice.hidden.filter((each) => each !== name) : [...choice.hidden, name],
    });
  const move = (name: string, to: number) => {
    const order = names.filter((each) => each !== name);
    const at = Math.max(0, Math.min(order.length, to));
    if (names[at] !== name) onChange({ ...choice, order: [...order.slice(0, at), name, ...order.slice(at)] });
  };
  const pin = (column: ColumnPlan, side: PinSide) => {
    const { [column.name]: own, ...others } = choice.pins;
    const isOff = column.fixed === side;
    // A pin that is taken off again leaves the column as the document has it.
    const pins = isOff && own !== undefined ? others : { ...others, [column.name]: isOff ? ("none" as const) : side };
    onChange({ ...choice, pins });
  };
  const keys = (event: KeyboardEvent, column: ColumnPlan) => {
    const at = names.indexOf(column.name);
    const widen = (by: number) =>
      onChange({ ...choice, widths: { ...choice.widths, [column.name]: clampWidth(column.width + by) } });
    const steps: Readonly<Record<string, () => void>> = {
      ArrowUp: () => move(column.name, at - 1),
      ArrowDown: () => move(column.name, at + 1),
      ArrowLeft: () => widen(-widthStep),
      ArrowRight: () => widen(widthStep),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  };
  const drag = (event: PointerEvent) => {
    if (dragged === undefined) return;
    const items = [...(list.current?.children ?? [])];
    const at = items.findIndex((item) => event.clientY < item.getBoundingClientRect().bottom);
    move(dragged, at < 0 ? items.length - 1 : at);
  };
  const content = (
    <PopupPanel label={messages.list.columns} className="sc-columns sc-stack">
      <ul ref={list} onPointerMove={drag} onPointerUp={() => setDragged(undefined)}>
        {columns.map((column) => (
          <li key={column.name} className={`sc-line sc-tight ${dragged === column.name ? "sc-columns-dragged" : ""}`}>
            <Button
              type="text"
              size="small"
              className="sc-columns-handle sc-muted"
              icon={<HolderOutlined aria-hidden="true" />}
              aria-label={messages.list.columnMove(column.title)}
              title={messages.list.columnMoveHint}
              onKeyDown={(event) => keys(event, column)}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture?.(event.pointerId);
                setDragged(column.name);
              }}
            />
            <Checkbox
              className="sc-grow"
              checked={!isHidden(column.name)}
              disabled={!isHidden(column.name) && shownCount === 1}
              onChange={() => toggle(column.name)}
            >
              {column.title}
            </Checkbox>
            {sides.map((side) => (
              <PinButton key={side} column={column} side={side} onPress={() => pin(column, side)} />
            ))}
          </li>
        ))}
      </ul>
      <Button type="link" disabled={!isArranged} onClick={() => onChange(documentColumns)}>
        {messages.list.columnsReset}
      </Button>
    </PopupPanel>
  );
  return (
    <Popover
      open
      trigger="click"
      placement="bottomRight"
      arrow={false}
      content={content}
      styles={{ container: { padding: 4 } }}
      onOpenChange={onClose}
    >
      <PopupAnchor element={anchor} />
    </Popover>
  );
}

interface PinButtonProps {
  readonly column: ColumnPlan;
  readonly side: PinSide;
  onPress(): void;
}

function PinButton({ column, side, onPress }: PinButtonProps) {
  const Icon = side === "left" ? VerticalRightOutlined : VerticalLeftOutlined;
  const label = messages.list.columnPin[side];
  return (
    <Button
      type="text"
      size="small"
      className="sc-columns-pin"
      icon={<Icon aria-hidden="true" />}
      aria-label={label + words.colon + column.title}
      aria-pressed={column.fixed === side}
      title={label}
      onClick={onPress}
    />
  );
}
