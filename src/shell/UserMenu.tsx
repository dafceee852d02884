import { observer } from "mobx-react-lite";
import { Suspense, useRef, useState } from "react";
import { words } from "../../runtime/format/words.ts";
import { currentLocale, locales } from "../../runtime/language/language.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { siteSettings } from "../api/site-settings.ts";
import { switchLanguage } from "../language/switch-language.ts";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { Icon } from "../ui/Icon.tsx";
import { type MenuAction, PopupMenu } from "../ui/PopupMenu.tsx";
import { greetingAt } from "./greeting.ts";
import { shellIcons } from "./shell-icons.ts";

const PasswordDialog = lazyPart(async () => ({ default: (await import("./PasswordDialog.tsx")).PasswordDialog }));
const WorkplaceDialog = lazyPart(async () => ({
  default: (await import("../login/WorkplaceDialog.tsx")).WorkplaceDialog,
}));
const SettingsDrawer = lazyPart(async () => ({ default: (await import("./SettingsDrawer.tsx")).SettingsDrawer }));
const { shell, session: sessionTexts } = messages;

/** Avatar, greeting by the hour, and what a person does for himself. */
export const UserMenu = observer(function UserMenu({ isNarrow }: { readonly isNarrow: boolean }) {
  const owner = useConsole();
  const { session, settings, account, dictionaries, feedback, lock } = owner;
  const [isOpen, setOpen] = useState(false);
  const [isPasswordOpen, setPasswordOpen] = useState(false);
  const [isSwitchOpen, setSwitchOpen] = useState(false);
  const [isSettingsOpen, setSettingsOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const name = session.user?.realname ?? "";
  const isDark = settings.mode === "dark";

  async function clearCache(): Promise<void> {
    try {
      await dictionaries.refresh();
      feedback.notify("success", shell.cacheCleared);
    } catch {
      feedback.notify("warning", shell.cacheFailed);
    }
  }

  /** Menus, permissions and every open list belong to the department that was left. */
  function endSwitch(outcome: "chosen" | "nothing"): void {
    setSwitchOpen(false);
    if (outcome === "chosen") window.location.reload();
  }

  async function signOut(): Promise<void> {
    const { signOutTitle: title, signOutText: content, signOut: okText } = sessionTexts;
    if (await feedback.confirm({ title, content, okText })) await account.signOut();
  }

  const actions: readonly MenuAction[] = [
    { name: messages.account.title, icon: shellIcons.user, run: () => owner.go("/account/center") },
    { name: shell.changePassword, icon: shellIcons.key, run: () => setPasswordOpen(true) },
    { name: messages.depart.change, icon: shellIcons.cluster, run: () => setSwitchOpen(true) },
    { name: shell.clearCache, icon: shellIcons.clear, run: () => void clearCache() },
    {
      name: isDark ? shell.toLight : shell.toDark,
      icon: isDark ? shellIcons.sun : shellIcons.moon,
      run: () => settings.change({ theme: isDark ? "light" : "dark" }),
    },
    ...(siteSettings().hasSettings
      ? [{ name: messages.settings.title, icon: shellIcons.setting, run: () => setSettingsOpen(true) }]
      : []),
    ...locales.map((locale, index) => ({
      name: messages.language.names[locale],
      lang: locale,
      isChosen: locale === currentLocale(),
      ...(index === 0 ? { heading: messages.language.label } : {}),
      run: () => void (locale === currentLocale() || switchLanguage(locale, owner)),
    })),
    { name: messages.lock.now, icon: shellIcons.lock, run: () => lock.lock() },
    { name: sessionTexts.signOut, icon: shellIcons.logout, run: () => void signOut() },
  ];

  return (
    <div className="user-menu">
      <button
        ref={trigger}
        type="button"
        className="user-menu-trigger"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="visually-hidden">{shell.userMenu + words.colon}</span>
        <span className="user-menu-avatar" aria-hidden="true">
          {session.user?.avatar ? (
            <img src={owner.services.fileUrl(session.user.avatar)} alt="" width={28} height={28} />
          ) : (
            name.slice(0, 1)
          )}
        </span>
        <span className={isNarrow ? "visually-hidden" : undefined}>
          {shell.greetingTo(greetingAt(new Date().getHours()), name)}
        </span>
        {!isNarrow && <Icon shape={shellIcons.down} size={10} />}
      </button>
      {isOpen && <PopupMenu label={shell.userMenu} actions={actions} anchor={trigger} onClose={() => setOpen(false)} />}
      {isSettingsOpen && (
        <Suspense fallback={null}>
          <SettingsDrawer onClose={() => setSettingsOpen(false)} />
        </Suspense>
      )}
      {isSwitchOpen && (
        <Suspense fallback={null}>
          <WorkplaceDialog onClose={() => setSwitchOpen(false)} onDone={endSwitch} />
        </Suspense>
      )}
      {isPasswordOpen && (
        <Suspense fallback={null}>
          <PasswordDialog onClose={() => setPasswordOpen(false)} />
        </Suspense>
      )}
    </div>
  );
});
