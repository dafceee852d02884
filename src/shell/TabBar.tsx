import CloseOutlined from "@ant-design/icons/CloseOutlined";
import DownOutlined from "@ant-design/icons/DownOutlined";
import EllipsisOutlined from "@ant-design/icons/EllipsisOutlined";
import ReloadOutlined from "@ant-design/icons/ReloadOutlined";
import { Button, Dropdown, type MenuProps, Tabs } from "antd";
import { observer } from "mobx-react-lite";
import { type MouseEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { messages } from "../messages/messages.ts";
import { homePath } from "../router/guard.ts";
import { useConsole } from "../stores/console.ts";
import { MenuIcon } from "./MenuIcon.tsx";
import { useTabActions } from "./use-tab-actions.ts";
import "./tab-bar.css";

const { tabs: texts } = messages;

/** The open pages. 首页 has no cross; a right click, or the button at the end, offers more; Delete closes the focused one. */
export const TabBar = observer(function TabBar() {
  const { tabs, go } = useConsole();
  const { pathname } = useLocation();
  const actions = useTabActions(pathname);
  const bar = useRef<HTMLDivElement>(null);
  /** The tab that the right click fell on. */
  const [pointed, setPointed] = useState(pathname);
  const id = useId();
  const titles = tabs.open.map(({ title }) => title).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs have other crosses
  useLayoutEffect(() => setRoles(bar.current), [titles]);

  function show(path: string): void {
    const tab = tabs.open.find((each) => each.path === path);
    // The page goes on as the person left it.
    if (tab) go(tab.path + tab.search, { replace: path === pathname, state: { isReturn: true } });
  }

  const owned = tabs.open.map(({ path }) => `${id}-tab-${path}`).join(" ");

  const menuOf = (path: string): MenuProps => ({
    "aria-label": texts.more,
    items: [
      { key: "refresh", label: texts.refresh, onClick: () => void actions.refresh(path) },
      { key: "this", label: texts.closeThis, onClick: () => void actions.close("this", path) },
      { key: "left", label: texts.closeLeft, onClick: () => void actions.close("left", path) },
      { key: "right", label: texts.closeRight, onClick: () => void actions.close("right", path) },
      { key: "others", label: texts.closeOthers, onClick: () => void actions.close("others", path) },
    ],
  });

  function point({ target }: MouseEvent): void {
    const tab = target instanceof Element ? target.closest<HTMLElement>("[data-node-key]") : null;
    setPointed(tab?.dataset.nodeKey ?? pathname);
  }

  return (
    <div ref={bar} className="tab-bar sc-under sc-unprinted sc-line sc-still">
      <Dropdown trigger={["contextMenu"]} menu={menuOf(pointed)} autoFocus destroyOnHidden>
        <nav className="sc-grow" aria-label={texts.openPages} onContextMenuCapture={point}>
          <div role="tablist" aria-label={texts.openPages} aria-owns={owned} />
          <Tabs
            id={id}
            type="editable-card"
            hideAdd
            activeKey={pathname}
            items={tabs.open.map(({ path, title }) => ({
              key: path,
              label: <span className="tab-title sc-cut">{title}</span>,
              ...(path === homePath ? { closable: false, icon: <MenuIcon icon="home" /> } : {}),
            }))}
            removeIcon={<CloseOutlined aria-hidden="true" />}
            more={{ icon: <DownOutlined aria-label={messages.shell.moreMenu} /> }}
            locale={{ dropdownAriaLabel: texts.openPages, removeAriaLabel: texts.closeThis }}
            onChange={show}
            onEdit={(path, action) => {
              if (action === "remove" && typeof path === "string") void actions.close("this", path);
            }}
          />
        </nav>
      </Dropdown>
      <Button
        type="text"
        icon={<ReloadOutlined aria-hidden="true" />}
        aria-label={texts.refresh}
        onClick={() => void actions.refresh(pathname)}
      />
      <Dropdown trigger={["click"]} placement="bottomRight" menu={menuOf(pathname)} autoFocus destroyOnHidden>
        <Button
          type="text"
          icon={<EllipsisOutlined aria-hidden="true" />}
          aria-label={texts.more}
          aria-haspopup="menu"
        />
      </Dropdown>
    </div>
  );
});

/** antd names every cross alike, and says that they are tabs of the list in which they stand. */
function setRoles(bar: HTMLElement | null): void {
  const list = bar?.querySelector(".ant-tabs-nav");
  for (const name of ["role", "aria-orientation"]) list?.removeAttribute(name);
  for (const tab of bar?.querySelectorAll(".ant-tabs-tab") ?? []) {
    tab
      .querySelector("button")
      ?.setAttribute("aria-label", texts.close(tab.querySelector(".tab-title")?.textContent ?? ""));
  }
}
