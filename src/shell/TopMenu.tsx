import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { messages } from "../messages/messages.ts";
import type { MenuItem } from "../router/menu-routes.ts";
import { MenuEntryLink } from "./MenuEntryLink.tsx";
import { MenuIcon } from "./MenuIcon.tsx";
import "./top-menu.css";
import { useFitting } from "./use-fitting.ts";

/** A panel stays this long after the pointer has left it, so that a slip does not close it. */
const leaveMs = 150;
/** Room for the line 更多, in pixels. */
const moreWidthPx = 96;

interface TopMenuProps {
  readonly items: readonly MenuItem[];
  /** Path of the menu entry that is shown, and of the groups around it, outermost first. */
  readonly selected: string;
  readonly groups: readonly string[];
}

interface OpenGroup {
  readonly path: string;
  /** Window coordinates of the panel, pixels. */
  readonly left: number;
  readonly top: number;
}

/**
 * The main menu in the header: a group opens a panel below its line, on hover, click or arrow down. What does not fit
 * stands in the panel of the last line.
 */
export function TopMenu({ items, selected, groups }: TopMenuProps) {
  const [open, setOpen] = useState<OpenGroup>();
  const nav = useRef<HTMLElement>(null);
  const bar = useRef<HTMLUListElement>(null);
  const count = useFitting(bar, items.map(({ title }) => title).join("\n"), moreWidthPx);
  const isWithin = ({ path }: MenuItem) => path === selected || groups.includes(path);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);
  useEffect(() => {
    if (!open) return;
    const handleElsewhere = ({ target }: Event) => {
      if (!(target instanceof Node && nav.current?.contains(target))) setOpen(undefined);
    };
    document.addEventListener("pointerdown", handleElsewhere);
    document.addEventListener("focusin", handleElsewhere);
    return () => {
      document.removeEventListener("pointerdown", handleElsewhere);
      document.removeEventListener("focusin", handleElsewhere);
    };
  }, [open]);

  function openGroup(path: string, line: Element): void {
    clearTimeout(leaving.current);
    const box = line.getBoundingClientRect();
    setOpen({ path, left: Math.min(box.left, window.innerWidth - 208), top: box.bottom });
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const target = event.target as HTMLElement;
    if (event.key === "Escape" && open) {
      nav.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
      setOpen(undefined);
      return;
    }
    const inPanel = target.closest(".top-menu-panel");
    const lines = [
      ...event.currentTarget.querySelectorAll<HTMLElement>(
        inPanel ? ".top-menu-panel .top-menu-entry" : ".top-menu-line",
      ),
    ];
    const index = lines.indexOf(target);
    const step = { [inPanel ? "ArrowDown" : "ArrowRight"]: 1, [inPanel ? "ArrowUp" : "ArrowLeft"]: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      lines[(index + step + lines.length) % lines.length]?.focus();
    } else if (!inPanel && event.key === "ArrowDown" && target.dataset.group) {
      event.preventDefault();
      openGroup(target.dataset.group, target);
      requestAnimationFrame(() => nav.current?.querySelector<HTMLElement>(".top-menu-panel .top-menu-entry")?.focus());
    }
  }

  return (
    <nav ref={nav} className="top-menu" aria-label={messages.shell.mainMenu} onKeyDown={handleKeyDown}>
      <ul ref={bar}>
        {[...items.slice(0, count), ...moreOf(items.slice(count))].map((item) => {
          const isMarked = isWithin(item) || (item.path === morePath && item.children.some(isWithin));
          const face = (
            <>
              <MenuIcon icon={item.icon} />
              {item.title}
            </>
          );
          if (item.children.length === 0) {
            return (
              <li key={item.path}>
                <MenuEntryLink item={item} className="top-menu-line" isSelected={isMarked}>
                  {face}
                </MenuEntryLink>
              </li>
            );
          }
          const isOpen = open?.path === item.path;
          return (
            <li
              key={item.path}
              onPointerEnter={(event) => {
                if (event.pointerType === "mouse") openGroup(item.path, event.currentTarget);
              }}
              onPointerLeave={(event) => {
                if (event.pointerType !== "mouse") return;
                clearTimeout(leaving.current);
                leaving.current = setTimeout(() => setOpen(undefined), leaveMs);
              }}
            >
              <button
                type="button"
                className="top-menu-line"
                data-group={item.path}
                data-selected={isMarked ? "" : undefined}
                aria-expanded={isOpen}
                onClick={(event) =>
                  isOpen && event.detail === 0 ? setOpen(undefined) : openGroup(item.path, event.currentTarget)
                }
              >
                {face}
              </button>
              {isOpen && (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside take the keys
                // biome-ignore lint/a11y/noStaticElementInteractions: a choice inside closes the panel
                <div
                  className="top-menu-panel"
                  style={{ left: open.left, top: open.top }}
                  onClick={(event) => {
                    if (event.target instanceof Element && event.target.closest("a")) setOpen(undefined);
                  }}
                >
                  <Entries items={item.children} selected={selected} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const morePath = "/…";

function moreOf(children: readonly MenuItem[]): readonly MenuItem[] {
  if (children.length === 0) return [];
  const { moreMenu: title } = messages.shell;
  return [
    { path: morePath, title, icon: "Appstore", foreignUrl: undefined, isExternal: false, children, aggregated: [] },
  ];
}

/** Lines of a panel; a group within is a heading with its lines below. */
function Entries({ items, selected }: { readonly items: readonly MenuItem[]; readonly selected: string }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.path}>
          {item.children.length > 0 ? (
            <>
              <span className="top-menu-heading">{item.title}</span>
              <Entries items={item.children} selected={selected} />
            </>
          ) : (
            <MenuEntryLink item={item} className="top-menu-entry" isSelected={item.path === selected}>
              {item.title}
            </MenuEntryLink>
          )}
        </li>
      ))}
    </ul>
  );
}
