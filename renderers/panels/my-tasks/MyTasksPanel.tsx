import { formatTime } from "../../../runtime/format/time.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { messages } from "../../messages.ts";
import { PanelLink } from "../PanelLink.tsx";
import type { PanelProps } from "../panel-props.ts";

/** What waits, how many of each, since when; each leads to its page. Without that page it cannot be dealt with, so it is left out. */
export function MyTasksPanel({ rows, findPage, navigate }: PanelProps) {
  const tasks = rows.flatMap((row) => {
    const page = findPage(String(row.page));
    return page ? [{ row, to: page.path + String(row.search ?? "") }] : [];
  });
  if (tasks.length === 0) return <p className="sc-panel-note">{messages.panels.noTasks}</p>;
  return (
    <ul className="sc-tasks">
      {tasks.map(({ row, to }) => (
        <li key={String(row.title)}>
          <PanelLink to={to} navigate={navigate}>
            <b className="sc-num">{countText(row)}</b>
            <span className="sc-cut">{String(row.title)}</span>
            {row.since ? <small>{messages.panels.since(formatTime(row.since, "MM-DD HH:mm"))}</small> : null}
          </PanelLink>
        </li>
      ))}
    </ul>
  );
}

function countText({ total }: Row): string {
  return Number(total) > 999 ? "999+" : String(total);
}
