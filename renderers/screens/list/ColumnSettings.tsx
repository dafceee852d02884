import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { ColumnPlan } from "../../../runtime/compile/plan.ts";
import { messages } from "../../messages.ts";

interface ColumnSettingsProps {
  readonly anchor: HTMLElement;
  readonly columns: readonly ColumnPlan[];
  readonly hidden: ReadonlySet<string>;
  onChange(hidden: ReadonlySet<string>): void;
  onClose(): void;
}

/** Which columns show. The last one cannot be switched off. */
export function ColumnSettings({ anchor, columns, hidden, onChange, onClose }: ColumnSettingsProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [right, setRight] = useState<{ top: number; right: number } | undefined>(undefined);
  useLayoutEffect(() => {
    const box = anchor.getBoundingClientRect();
    setRight({ top: box.bottom + 4, right: Math.max(8, window.innerWidth - box.right) });
    panel.current?.querySelector("input")?.focus();
  }, [anchor]);
  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!panel.current?.contains(target) && !anchor.contains(target)) onClose();
    };
    document.addEventListener("pointerdown", onPress, true);
    return () => document.removeEventListener("pointerdown", onPress, true);
  }, [anchor, onClose]);
  const shownCount = columns.length - hidden.size;
  const toggle = (name: string) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    onChange(next);
  };
  return createPortal(
    <div
      ref={panel}
      className="sc-menu sc-columns"
      role="dialog"
      aria-label={messages.list.columns}
      style={right ?? { visibility: "hidden" }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        onClose();
        anchor.focus();
      }}
    >
      {columns.map((column) => {
        const shown = !hidden.has(column.name);
        return (
          <label key={column.name} className="sc-menu-item">
            <input
              type="checkbox"
              className="sc-check"
              checked={shown}
              disabled={shown && shownCount === 1}
              onChange={() => toggle(column.name)}
            />
            {column.title}
          </label>
        );
      })}
      <button type="button" className="sc-menu-item sc-link" onClick={() => onChange(new Set())}>
        {messages.list.columnsReset}
      </button>
    </div>,
    document.body,
  );
}
