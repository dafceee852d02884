import { Form, Input } from "antd";
import { useState } from "react";
import { isSafeLink } from "../../../runtime/format/html-policy.ts";
import { DialogFoot } from "../../layouts/DialogFoot.tsx";
import { KeyScope } from "../../layouts/KeyScope.tsx";
import { ModalDialog } from "../../layouts/ModalDialog.tsx";
import { messages } from "../../messages.ts";
import { writingMessages } from "./writing-messages.ts";

const { linkDialog: texts } = writingMessages;

export interface Link {
  readonly text: string;
  /** http(s), or a path of this site; empty only where a link may be taken away. */
  readonly href: string;
}

interface LinkDialogProps {
  readonly link: Link;
  /** The words are chosen already and stay as they are. */
  readonly isTextFixed?: boolean;
  readonly mayEmpty?: boolean;
  onDone(link: Link): void;
  onClose(): void;
}

/** Asks for the address of a link and the words that carry it. */
export function LinkDialog({ link, isTextFixed = false, mayEmpty = false, onDone, onClose }: LinkDialogProps) {
  const [text, setText] = useState(link.text);
  const [href, setHref] = useState(link.href);
  const [isWrong, setWrong] = useState(false);
  const finish = () => {
    const wanted = href.trim();
    if (isSafeLink(wanted) || (mayEmpty && wanted === "")) onDone({ text: text.trim() || wanted, href: wanted });
    else setWrong(true);
  };
  return (
    <KeyScope>
      <ModalDialog
        width={480}
        title={texts.title}
        footer={<DialogFoot okText={messages.form.confirm} onOk={finish} onCancel={onClose} />}
        onClose={onClose}
      >
        <Form layout="vertical" component={false} requiredMark={false}>
          {isTextFixed ? null : (
            <Form.Item label={texts.text}>
              <Input aria-label={texts.text} value={text} onChange={(event) => setText(event.target.value)} />
            </Form.Item>
          )}
          <Form.Item
            label={texts.address}
            validateStatus={isWrong ? "error" : ""}
            help={isWrong ? <span role="alert">{texts.wrong}</span> : undefined}
          >
            <Input
              data-autofocus
              aria-label={texts.address}
              aria-invalid={isWrong || undefined}
              placeholder={mayEmpty ? texts.addressHintEmpty : texts.addressHint}
              value={href}
              onChange={(event) => {
                setHref(event.target.value);
                setWrong(false);
              }}
              onPressEnter={(event) => {
                // An input method's own key, and none of the form around.
                if (event.nativeEvent.isComposing) return;
                event.preventDefault();
                finish();
              }}
            />
          </Form.Item>
        </Form>
      </ModalDialog>
    </KeyScope>
  );
}
