import { Fragment } from "react";
import { formatTime } from "../../../runtime/format/time.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { PanelLink } from "../PanelLink.tsx";
import { panelMessages } from "../panel-messages.ts";
import type { PanelProps } from "../panel-props.ts";

/** What waits, how many of each, since when; each leads to its page. Without that page it cannot be dealt with, so it is left out. */
export function MyTasksPanel({ plan, rows, scope, findPage, navigate }: PanelProps) {
  const waiting = rows.filter(({ total }) => Number(total) > 0);
  const tasks = waiting.flatMap((row) => {
    const page = findPage(String(row.page));
    return page ? [{ row, to: page.path + String(row.search ?? "") }] : [];
  });
  const greeting = plan.text?.render({ ...scope, rows });
  if (greeting !== undefined) {
    return (
      <Greeting
        text={String(greeting)}
        day={String(scope.now ?? "")}
        hasWork={rows.length > 0}
        tasks={tasks}
        navigate={navigate}
      />
    );
  }
  if (tasks.length === 0) return <p className="sc-panel-note sc-muted">{panelMessages.noTasks}</p>;
  return (
    <ul className="sc-tasks sc-boxes">
      {tasks.map(({ row, to }) => (
        <li key={String(row.title)}>
          <PanelLink className="sc-line sc-entry" to={to} navigate={navigate}>
            <b className="sc-tag sc-tag-warning sc-num">{countText(row)}</b>
            <span className="sc-cut">{String(row.title)}</span>
            {row.since ? (
              <small className="sc-end sc-still">{panelMessages.since(formatTime(row.since, "MM-DD HH:mm"))}</small>
            ) : null}
          </PanelLink>
        </li>
      ))}
    </ul>
  );
}

interface GreetingProps extends Pick<PanelProps, "navigate"> {
  readonly text: string;
  readonly day: string;
  /** Whether any of the work is this person's. */
  readonly hasWork: boolean;
  readonly tasks: readonly { readonly row: Row; readonly to: string }[];
}

/** The first words of a page, and what waits in one sentence. */
function Greeting({ text, day, hasWork, tasks, navigate }: GreetingProps) {
  const { todayHas, taskComma, noTasks } = panelMessages;
  return (
    <>
      <h2>{text}</h2>
      {hasWork ? (
        <p>
          {tasks.length === 0 ? noTasks : todayHas}
          {tasks.map(({ row, to }, index) => (
            <Fragment key={String(row.title)}>
              {index > 0 && taskComma}
              <PanelLink to={to} navigate={navigate}>
                {countText(row)} {String(row.title)}
              </PanelLink>
            </Fragment>
          ))}
        </p>
      ) : (
        <p>{panelMessages.today(formatTime(day, panelMessages.dayPattern))}</p>
      )}
    </>
  );
}

function countText({ total }: Row): string {
  return Number(total) > 999 ? "999+" : String(total);
}
