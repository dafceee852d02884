import { observer } from "mobx-react-lite";
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { Icon, type IconShape } from "../ui/Icon.tsx";
import { greetingAt } from "./greeting.ts";
import { shellIcons } from "./shell-icons.ts";

const PasswordDialog = lazy(async () => ({ default: (await import("./PasswordDialog.tsx")).PasswordDialog }));
const { shell, session: sessionTexts } = messages;

interface UserAction {
  readonly name: string;
  readonly icon: IconShape;
  readonly run: () => void;
}

/** Avatar, greeting by the hour, and what a person does for himself. */
export const UserMenu = observer(function UserMenu({ isNarrow }: { readonly isNarrow: boolean }) {
  const { session, settings, account, dictionaries, feedback } = useConsole();
  const [isOpen, setOpen] = useState(false);
  const [isPasswordOpen, setPasswordOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  useClosing(area, isOpen, () => setOpen(false));
  const name = session.user?.realname ?? "";
  const greeting = shell.greetingTo(greetingAt(new Date().getHours()), name);

  async function clearCache(): Promise<void> {
    try {
      await dictionaries.refresh();
      feedback.notify("success", shell.cacheCleared);
    } catch {
      feedback.notify("warning", shell.cacheFailed);
    }
  }

  async function signOut(): Promise<void> {
    const { signOutTitle: title, signOutText: content, signOut: okText } = sessionTexts;
    if (await feedback.confirm({ title, content, okText })) await account.signOut();
  }

  const isDark = settings.mode === "dark";
  const actions: readonly UserAction[] = [
    { name: shell.changePassword, icon: shellIcons.key, run: () => setPasswordOpen(true) },
    { name: shell.clearCache, icon: shellIcons.clear, run: () => void clearCache() },
    {
      name: isDark ? shell.toLight : shell.toDark,
      icon: isDark ? shellIcons.sun : shellIcons.moon,
      run: () => settings.change({ theme: isDark ? "light" : "dark" }),
    },
    { name: sessionTexts.signOut, icon: shellIcons.logout, run: () => void signOut() },
  ];

  return (
    <div ref={area} className="user-menu">
      <button
        type="button"
        className="user-menu-trigger"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`${shell.userMenu}：${greeting}`}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="user-menu-avatar" aria-hidden="true">
          {name.slice(0, 1)}
        </span>
        {!isNarrow && <span>{greeting}</span>}
        {!isNarrow && <Icon shape={shellIcons.down} size={10} />}
      </button>
      {isOpen && (
        <div className="user-menu-list" role="menu" aria-label={shell.userMenu} onKeyDown={moveFocus}>
          {actions.map((entry, index) => (
            <button
              key={entry.name}
              ref={index === 0 ? focusOnce : undefined}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                setOpen(false);
                entry.run();
              }}
            >
              <Icon shape={entry.icon} size={14} />
              {entry.name}
            </button>
          ))}
        </div>
      )}
      {isPasswordOpen && (
        <Suspense fallback={null}>
          <PasswordDialog onClose={() => setPasswordOpen(false)} />
        </Suspense>
      )}
    </div>
  );
});

function focusOnce(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/** Closes on Escape (the trigger gets the focus back), on a click elsewhere and when the focus leaves. */
function useClosing(area: React.RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return;
    const handleKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape") return;
      latest.current();
      area.current?.querySelector("button")?.focus();
    };
    const handleElsewhere = (event: Event) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) latest.current();
    };
    document.addEventListener("keydown", handleKey);
    document.addEventListener("pointerdown", handleElsewhere);
    document.addEventListener("focusin", handleElsewhere);
    return () => {
      document.removeEventListener("keydown", handleKey);
      document.removeEventListener("pointerdown", handleElsewhere);
      document.removeEventListener("focusin", handleElsewhere);
    };
  }, [area, isOpen]);
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const index = entries.findIndex((entry) => entry === document.activeElement);
  const last = entries.length - 1;
  const next: Readonly<Record<string, number>> = {
    ArrowDown: index === last ? 0 : index + 1,
    ArrowUp: index <= 0 ? last : index - 1,
    Home: 0,
    End: last,
  };
  const entry = entries[next[event.key] ?? -1];
  if (!entry) return;
  event.preventDefault();
  entry.focus();
}
