import { Drawer } from "antd";
import { type ReactNode, useRef } from "react";
import { FocusInside } from "../../renderers/layouts/FocusInside.tsx";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";

interface MenuDrawerProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The side menu of a narrow window; a press beside it or Escape closes it. */
export function MenuDrawer({ onClose, children }: MenuDrawerProps) {
  const body = useRef<HTMLDivElement>(null);
  const { menuStyle } = useConsole().settings.values;
  return (
    <Drawer
      open
      placement="left"
      size={200}
      closable={false}
      rootClassName="menu-drawer"
      styles={{ body: { padding: 0 } }}
      aria-label={messages.shell.mainMenu}
      autoFocus={false}
      onClose={onClose}
    >
      <div ref={body} className="shell-sider sc-unprinted sc-stack" data-menu={menuStyle}>
        <FocusInside within={body} focus="a" onOpened={undefined} />
        {children}
      </div>
    </Drawer>
  );
}
