import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { PasswordForm } from "./PasswordForm.tsx";

/** 修改密码 from the user menu; opens with empty fields each time. */
export function PasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const { feedback } = useConsole();
  return (
    <Dialog title={messages.password.title} width={800} onClose={onClose}>
      <PasswordForm
        onCancel={onClose}
        onSaved={() => {
          feedback.notify("success", messages.password.saved);
          onClose();
        }}
      />
    </Dialog>
  );
}
