import { type ReactNode, useEffect, useRef } from "react";
import { messages } from "../messages/messages.ts";

interface MenuDrawerProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The side menu of a narrow window; a click beside it or Escape closes it. */
export function MenuDrawer({ onClose, children }: MenuDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open) return;
    element.showModal();
    return () => element.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is Escape, which the dialog itself reports
    <dialog
      ref={dialog}
      className="menu-drawer"
      aria-label={messages.shell.mainMenu}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // Only a click on the backdrop hits the dialog itself.
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="shell-sider">{children}</div>
    </dialog>
  );
}
