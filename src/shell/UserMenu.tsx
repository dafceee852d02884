import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import { words } from "../../runtime/format/words.ts";
import { currentLocale, locales } from "../../runtime/language/language.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { siteSettings } from "../api/site-settings.ts";
import { mayLose } from "../feedback/may-lose.ts";
import { switchLanguage } from "../language/switch-language.ts";
import { messages } from "../messages/messages.ts";
import { OverPage } from "../pages/OverPage.tsx";
import { useConsole } from "../stores/console.ts";
import { Icon } from "../ui/Icon.tsx";
import { type MenuAction, PopupMenu } from "../ui/PopupMenu.tsx";
import { greetingAt } from "./greeting.ts";
import { shellIcons } from "./shell-icons.ts";
import { useHour } from "./use-hour.ts";

const PasswordDialog = lazyPart(async () => ({ default: (await import("./PasswordDialog.tsx")).PasswordDialog }));
const WorkplaceDialog = lazyPart(async () => ({
  default: (await import("../login/WorkplaceDialog.tsx")).WorkplaceDialog,
}));
const SettingsDrawer = lazyPart(async () => ({ default: (await import("./SettingsDrawer.tsx")).SettingsDrawer }));
/** What the menu opens over the page. */
const parts = { password: PasswordDialog, workplace: WorkplaceDialog, settings: SettingsDrawer };
const { shell, session: sessionTexts } = messages;

/** On the way while the person is still choosing, so that it opens at once. */
function preloadParts(): void {
  for (const part of Object.values(parts)) void part.preload();
}

/** Avatar, greeting by the hour, and what a person does for himself. */
export const UserMenu = observer(function UserMenu({ isNarrow }: { readonly isNarrow: boolean }) {
  const owner = useConsole();
  const { session, settings, account, dictionaries, feedback, lock } = owner;
  const [isOpen, setOpen] = useState(false);
  const [over, setOver] = useState<keyof typeof parts>();
  const close = () => setOver(undefined);
  const name = session.user?.realname ?? "";
  const greeting = shell.greetingTo(greetingAt(useHour()), name);
  useEffect(() => {
    if (session.user && session.user.welcome !== greeting) session.updateUser({ welcome: greeting });
  }, [session, greeting]);
  const trigger = useRef<HTMLButtonElement>(null);
  const isDark = settings.mode === "dark";

  async function clearCache(): Promise<void> {
    try {
      await dictionaries.refresh();
      feedback.notify("success", shell.cacheCleared);
    } catch {
      feedback.notify("warning", shell.cacheFailed);
    }
  }

  async function openSwitch(): Promise<void> {
    if (await mayLose(owner)) setOver("workplace");
  }

  /** Menus, permissions and every open list belong to the department that was left. */
  function endSwitch(outcome: "chosen" | "nothing"): void {
    close();
    if (outcome === "nothing") return;
    owner.unsaved.release();
    window.location.reload();
  }

  async function signOut(): Promise<void> {
    const { signOutTitle: title, signOutText: content, signOut: okText } = sessionTexts;
    if (await feedback.confirm({ title, content, okText })) await account.signOut();
  }

  const actions: readonly MenuAction[] = [
    { name: messages.account.title, icon: shellIcons.user, run: () => owner.go("/account/center") },
    { name: shell.changePassword, icon: shellIcons.key, run: () => setOver("password") },
    { name: messages.depart.change, icon: shellIcons.cluster, run: () => void openSwitch() },
    { name: shell.clearCache, icon: shellIcons.clear, run: () => void clearCache() },
    {
      name: isDark ? shell.toLight : shell.toDark,
      icon: isDark ? shellIcons.sun : shellIcons.moon,
      run: () => settings.change({ theme: isDark ? "light" : "dark" }),
    },
    ...(siteSettings().hasSettings
      ? [{ name: messages.settings.title, icon: shellIcons.setting, run: () => setOver("settings") }]
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
        onPointerEnter={preloadParts}
        onFocus={preloadParts}
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
        <span className={isNarrow ? "visually-hidden" : undefined}>{greeting}</span>
        {!isNarrow && <Icon shape={shellIcons.down} size={10} />}
      </button>
      {isOpen && <PopupMenu label={shell.userMenu} actions={actions} anchor={trigger} onClose={() => setOpen(false)} />}
      {over && (
        <OverPage key={over} onFailed={close}>
          {over === "settings" && <SettingsDrawer onClose={close} />}
          {over === "workplace" && <WorkplaceDialog onClose={close} onDone={endSwitch} />}
          {over === "password" && <PasswordDialog onClose={close} />}
        </OverPage>
      )}
    </div>
  );
});
