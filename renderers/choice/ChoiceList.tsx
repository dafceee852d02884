import CheckOutlined from "@ant-design/icons/CheckOutlined";
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Choice } from "../editors/dict-choices.ts";
import { mobileQuery, useMedia } from "../layouts/use-media.ts";
import { usePopupPlace } from "./use-popup-place.ts";

interface ChoiceListProps {
  readonly id: string;
  readonly box: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: ReadonlySet<string>;
  readonly several: boolean;
  /** Index of the entry that Enter chooses; -1 = none. */
  readonly active: number;
  /** In place of the entries while there are none. */
  readonly empty: ReactNode;
  drawChoice?(choice: Choice): ReactNode;
  onActive(index: number): void;
  onChoose(choice: Choice): void;
}

/** Rows that are in the document beyond those in sight. */
const overscan = 4;
const rowsInSight = 8;
const padding = 4;

/** The open list of a choice, at the end of the page. However many entries there are, only those in sight are drawn. */
export function ChoiceList(props: ChoiceListProps) {
  const { id, box, label, choices, chosen, several, active, empty, drawChoice } = props;
  const rowHeight = useMedia(mobileQuery) ? 40 : 32;
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const full = Math.min(choices.length, rowsInSight) * rowHeight + 2 * padding;
  const place = usePopupPlace(box, true, choices.length === 0 ? 96 : full);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element || active < 0) return;
    const at = active * rowHeight;
    const height = element.clientHeight || full;
    if (at < element.scrollTop) element.scrollTop = at;
    else if (at + rowHeight > element.scrollTop + height - 2 * padding) {
      element.scrollTop = at + rowHeight - height + 2 * padding;
    }
    setTop(element.scrollTop);
  }, [active, rowHeight, full]);

  const first = Math.max(0, Math.floor(top / rowHeight) - overscan);
  const shown = choices.slice(first, first + rowsInSight + 2 * overscan);
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus stays in the box, whatever is pressed here
    <div className="sc-choice-popup" style={place} onMouseDown={(event) => event.preventDefault()}>
      <div
        ref={list}
        id={id}
        // biome-ignore lint/a11y/useSemanticElements: a native select draws neither a search nor 100,000 entries
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        aria-multiselectable={several || undefined}
        className="sc-choice-list"
        style={{ maxHeight: rowsInSight * rowHeight + 2 * padding }}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        {/* biome-ignore lint/a11y/useFocusableInteractive: it only gives the rows their room */}
        <div role="presentation" style={{ height: choices.length * rowHeight, paddingTop: first * rowHeight }}>
          {shown.map((choice, offset) => {
            const index = first + offset;
            const isChosen = chosen.has(choice.value);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
              <div
                key={choice.value}
                id={`${id}-${index}`}
                role="option"
                aria-selected={isChosen}
                aria-disabled={choice.disabled || undefined}
                aria-posinset={index + 1}
                aria-setsize={choices.length}
                title={choice.label}
                className={index === active ? "sc-choice-option sc-choice-active" : "sc-choice-option"}
                style={{ height: rowHeight }}
                onMouseMove={() => (choice.disabled ? undefined : props.onActive(index))}
                onClick={() => (choice.disabled ? undefined : props.onChoose(choice))}
              >
                <span className="sc-cut">{drawChoice ? drawChoice(choice) : choice.label}</span>
                {several && isChosen ? <CheckOutlined aria-hidden="true" /> : null}
              </div>
            );
          })}
        </div>
      </div>
      {choices.length === 0 ? empty : null}
    </div>,
    document.body,
  );
}
