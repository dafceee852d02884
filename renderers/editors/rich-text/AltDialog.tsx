import { Input } from "antd";
import { useState } from "react";
import { DialogFoot } from "../../layouts/DialogFoot.tsx";
import { KeyScope } from "../../layouts/KeyScope.tsx";
import { ModalDialog } from "../../layouts/ModalDialog.tsx";
import { messages } from "../../messages.ts";
import { writingMessages } from "../writing/writing-messages.ts";

const { altDialog: texts } = writingMessages;

interface AltDialogProps {
  readonly alt: string;
  onDone(alt: string): void;
  onClose(): void;
}

/** What people who cannot see a picture read in its place. */
export function AltDialog({ alt, onDone, onClose }: AltDialogProps) {
  const [text, setText] = useState(alt);
  const finish = () => onDone(text.trim());
  return (
    <KeyScope>
      <ModalDialog
        width={480}
        title={texts.title}
        footer={<DialogFoot okText={messages.form.confirm} onOk={finish} onCancel={onClose} />}
        onClose={onClose}
      >
        <Input
          aria-label={texts.alt}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPressEnter={finish}
        />
      </ModalDialog>
    </KeyScope>
  );
}
