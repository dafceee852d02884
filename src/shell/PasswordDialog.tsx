import { Button } from "antd";
import { useId } from "react";
import { ModalDialog } from "../../renderers/layouts/ModalDialog.tsx";
import { PasswordForm, usePasswordForm } from "../login/PasswordForm.tsx";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";

const { password: texts, common } = messages;

/** 修改密码 from the user menu; opens with empty fields each time. */
export function PasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const { feedback } = useConsole();
  const formId = useId();
  const password = usePasswordForm(() => {
    feedback.notify("success", texts.saved);
    onClose();
  });
  const footer = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button htmlType="submit" form={formId} type="primary" loading={password.isBusy}>
        {password.isBusy ? texts.saving : texts.save}
      </Button>
    </>
  );
  return (
    <ModalDialog title={texts.title} width={800} onClose={onClose} footer={footer}>
      <PasswordForm id={formId} password={password} />
    </ModalDialog>
  );
}
