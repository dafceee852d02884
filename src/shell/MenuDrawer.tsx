import type { ReactNode } from "react";
import { messages } from "../messages/messages.ts";
import { useModal } from "../ui/use-modal.ts";

interface MenuDrawerProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The side menu of a narrow window; a click beside it or Escape closes it. */
export function MenuDrawer({ onClose, children }: MenuDrawerProps) {
  const dialog = useModal({ onClose });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is Escape, which `useModal` reports
    <dialog
      ref={dialog}
      className="menu-drawer"
      aria-label={messages.shell.mainMenu}
      onClick={(event) => {
        // Only a click on the backdrop hits the dialog itself.
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="shell-sider">{children}</div>
    </dialog>
  );
}
