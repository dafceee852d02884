import EllipsisOutlined from "@ant-design/icons/EllipsisOutlined";
import { useState } from "react";
import type { ButtonPlan } from "../../runtime/compile/plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { RowButton } from "../../runtime/react/button-state.ts";
import { partMarks } from "../../runtime/react/part-marks.ts";
import { ActionMenu } from "../layouts/ActionMenu.tsx";
import { iconOf } from "../layouts/icons.tsx";
import { messages } from "../messages.ts";

interface RowActionsProps {
  readonly buttons: readonly RowButton[];
  /** How many stand as words; the rest sits behind the dots. Deleting always does. */
  readonly inline: number;
  readonly row: Row;
  onPress(button: ButtonPlan, row: Row): void;
}

/** Two or three words and `…`. The menu is mounted with the first press of the dots. */
export function RowActions({ buttons, inline, row, onPress }: RowActionsProps) {
  const [anchor, setAnchor] = useState<HTMLElement | undefined>(undefined);
  const { words, rest } = splitActions(buttons, inline);
  return (
    <span className="sc-actions sc-run">
      {words.map((button) => (
        <button
          key={button.key}
          {...partMarks(button)}
          type="button"
          className={actionClass(button)}
          aria-disabled={button.isClosed || undefined}
          title={button.reason || undefined}
          onClick={() => onPress(button, row)}
        >
          {button.label}
        </button>
      ))}
      {rest.length > 0 ? (
        <button
          type="button"
          className="sc-action sc-muted"
          aria-label={messages.list.more}
          aria-haspopup="menu"
          aria-expanded={anchor !== undefined}
          onClick={(event) => setAnchor(anchor ? undefined : event.currentTarget)}
        >
          <EllipsisOutlined aria-hidden="true" />
        </button>
      ) : null}
      {anchor ? (
        <ActionMenu
          anchor={anchor}
          label={messages.list.more}
          entries={rest.map((button) => ({
            key: button.key,
            label: button.label,
            danger: button.danger,
            icon: iconOf(button.icon),
            closed: button.isClosed === true,
            reason: button.reason ?? "",
          }))}
          onChoose={(key) => {
            const button = rest.find((each) => each.key === key);
            if (button) onPress(button, row);
          }}
          onClose={() => setAnchor(undefined)}
        />
      ) : null}
    </span>
  );
}

/** One action more than fits stands in the place of the dots; deleting never stands in the open. */
export function splitActions(buttons: readonly RowButton[], inline: number) {
  const open = buttons.filter((button) => button.preset !== "delete");
  const hidden = buttons.filter((button) => button.preset === "delete");
  return { words: open.slice(0, inline), rest: [...open.slice(inline), ...hidden] };
}

function actionClass(button: ButtonPlan): string {
  return button.danger ? "sc-action sc-action-danger" : "sc-action";
}
