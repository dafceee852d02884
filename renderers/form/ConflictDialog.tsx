import { Button, Modal } from "antd";
import { defaultCell } from "../../runtime/compile/defaults.ts";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { CellView } from "../cells/CellView.tsx";
import type { CellContext } from "../cells/cell-props.ts";
import { messages } from "../messages.ts";
import type { FieldConflict } from "./changes.ts";

interface ConflictDialogProps {
  readonly conflicts: readonly FieldConflict[];
  readonly model: ResolvedModel;
  readonly opened: Row;
  readonly theirs: Row;
  readonly cells: CellContext;
  onKeepMine(): void;
  onTakeTheirs(): void;
  onBack(): void;
}

/** Somebody saved first: both versions field by field, and three ways on. Nothing typed is lost by looking. */
export function ConflictDialog(props: ConflictDialogProps) {
  const texts = messages.conflict;
  return (
    <Modal
      open
      centered
      width={640}
      closable={false}
      mask={{ closable: false }}
      title={texts.title}
      aria-label={texts.title}
      onCancel={props.onBack}
      footer={
        <div className="sc-frame-foot">
          <span className="sc-grow" />
          <Button onClick={props.onBack}>{texts.back}</Button>
          <Button onClick={props.onTakeTheirs}>{texts.takeTheirs}</Button>
          <Button type="primary" onClick={props.onKeepMine}>
            {texts.keepMine}
          </Button>
        </div>
      }
    >
      <p className="sc-conflict-text">{props.conflicts.length > 0 ? texts.text : texts.same}</p>
      {props.conflicts.length > 0 ? (
        <table className="sc-conflict">
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
                <td className={conflict.changedByMe ? "sc-conflict-mine" : undefined}>
                  {conflict.changedByMe ? (
                    <ValueOf
                      {...props}
                      name={conflict.name}
                      value={conflict.mine}
                      words={wordsOf(props.opened, conflict)}
                    />
                  ) : (
                    <span className="sc-none">{texts.untouched}</span>
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
          </tbody>
        </table>
      ) : null}
    </Modal>
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
