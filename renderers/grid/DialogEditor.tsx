import { type ComponentType, useEffect, useState } from "react";
import type { EditorPlan } from "../../runtime/compile/plan.ts";
import { ControlFrame } from "../editors/ControlFrame.tsx";
import type { EditorProps } from "../editors/editor-props.ts";
import { editorComponentOf } from "../editors/registered-editors.ts";
import { confirmLeaving } from "../layouts/confirm-leaving.ts";
import { DialogFoot } from "../layouts/DialogFoot.tsx";
import { KeyScope } from "../layouts/KeyScope.tsx";
import { useEvent } from "../layouts/use-event.ts";
import { ViewFrame } from "../layouts/ViewFrame.tsx";
import { messages } from "../messages.ts";
import { uploadCellMessages } from "../upload-messages.ts";
import type { CellEditorProps } from "./CellEditor.tsx";

type DialogEditorProps = CellEditorProps & { readonly editor: EditorPlan };

/**
 * Code and formatted text of a cell in a window (PCK-13: 60 % of the page, or all of it). The cell takes what is confirmed;
 * closing the window asks before changes are given up.
 */
export function DialogEditor({ parts, id, row, column, editor, typed }: DialogEditorProps) {
  const { model, services } = parts;
  // As it was opened: what somebody else saves meanwhile is no change of what is written here.
  const [start] = useState<unknown>(row[column.name]);
  const [value, setValue] = useState<unknown>(typed ?? start);
  const [isBusy, setBusy] = useState(false);
  const Editor: ComponentType<EditorProps> | undefined = editorComponentOf(editor.type);
  const dropKeys = useEvent(() => void model.takeWaiting());
  // What was pressed while the window came belongs to no field of it.
  useEffect(() => dropKeys(), [dropKeys]);
  const end = () => {
    model.stop();
    parts.focus();
  };
  const confirm = () => {
    if (value !== start) model.commit(id, column.name, value);
    end();
  };
  const close = async () => {
    if (value === start || (await confirmLeaving(services))) end();
  };
  if (!Editor) return <span className="sc-gv-note">{messages.form.unavailable}</span>;
  return (
    <KeyScope>
      <ViewFrame
        as="modal"
        fullscreen
        title={column.title}
        label={column.title}
        width={undefined}
        footer={
          <DialogFoot
            okText={messages.form.confirm}
            problem={isBusy ? uploadCellMessages.field.wait : undefined}
            onOk={confirm}
            onCancel={() => void close()}
          />
        }
        onClose={() => void close()}
      >
        <ControlFrame type={editor.type}>
          <Editor
            id={`${parts.id}-editor`}
            title={column.title}
            field={column.field}
            dict={column.dict}
            options={editor.props}
            value={value}
            text={undefined}
            disabled={false}
            aria={{
              "aria-required": column.required || undefined,
              "aria-invalid": undefined,
              "aria-describedby": undefined,
            }}
            services={services}
            dictionaries={parts.dictionaries}
            onChange={setValue}
            onBlur={() => undefined}
            onBusy={setBusy}
          />
        </ControlFrame>
      </ViewFrame>
    </KeyScope>
  );
}
