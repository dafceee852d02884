import ClearOutlined from "@ant-design/icons/ClearOutlined";
import ClusterOutlined from "@ant-design/icons/ClusterOutlined";
import DownOutlined from "@ant-design/icons/DownOutlined";
import ExportOutlined from "@ant-design/icons/ExportOutlined";
import KeyOutlined from "@ant-design/icons/KeyOutlined";
import LockOutlined from "@ant-design/icons/LockOutlined";
import LogoutOutlined from "@ant-design/icons/LogoutOutlined";
import MoonOutlined from "@ant-design/icons/MoonOutlined";
import SettingOutlined from "@ant-design/icons/SettingOutlined";
import SunOutlined from "@ant-design/icons/SunOutlined";
import UserOutlined from "@ant-design/icons/UserOutlined";
import { Button, Dropdown, type MenuProps } from "antd";
import { observer } from "mobx-react-lite";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { words } from "../../runtime/format/words.ts";
import { currentLocale, locales } from "../../runtime/language/language.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { siteSettings } from "../api/site-settings.ts";
import { mayLose } from "../feedback/may-lose.ts";
import { OverPage } from "../feedback/OverPage.tsx";
import { switchLanguage } from "../language/switch-language.ts";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { greetingAt } from "../stores/greeting.ts";
import { refreshDictionaries } from "../stores/refresh-dictionaries.ts";
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

/** Avatar, greeting by the hour, and what a person does for themselves. */
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
    const { signOutTitle: title, signOutText, signOut: okText } = sessionTexts;
    const danger = owner.unsaved.isDirty();
    const content = danger ? messages.unsaved.text : signOutText;
    if (await feedback.confirm({ title, content, okText, danger })) await account.signOut();
  }

  const groups: readonly MenuProps["items"][] = [
    [
      line(UserOutlined, messages.account.title, () => owner.go("/account/center")),
      line(KeyOutlined, shell.changePassword, () => setOver("password")),
      line(ClusterOutlined, messages.depart.change, () => void openSwitch()),
      line(ExportOutlined, shell.exports, () => owner.go("/account/exports")),
      line(ClearOutlined, shell.clearCache, () => void refreshDictionaries(dictionaries, feedback)),
      line(isDark ? SunOutlined : MoonOutlined, isDark ? shell.toLight : shell.toDark, () =>
        settings.change({ theme: isDark ? "light" : "dark" }),
      ),
      ...(siteSettings().hasSettings
        ? [line(SettingOutlined, messages.settings.title, () => setOver("settings"))]
        : []),
    ],
    [
      {
        key: "languages",
        type: "group",
        label: messages.language.label,
        children: locales.map((locale) => {
          const isChosen = locale === currentLocale();
          return {
            key: locale,
            label: messages.language.names[locale],
            onClick: () => void (isChosen || switchLanguage(locale, owner)),
            ...{ role: "menuitemradio", "aria-checked": isChosen, lang: locale },
          };
        }),
      },
    ],
    [
      line(LockOutlined, messages.lock.now, () => lock.lock()),
      line(LogoutOutlined, sessionTexts.signOut, () => void signOut()),
    ],
  ];
  const menu: MenuProps = {
    "aria-label": shell.userMenu,
    items: groups.flatMap((group = [], index) =>
      index === 0 ? group : [{ type: "divider", key: `above ${index}` } as const, ...group],
    ),
    selectable: true,
    selectedKeys: [currentLocale()],
    // A window that the choice opens gives the focus back to whoever has it now.
    onClick: ({ domEvent }) => {
      // The same Enter would press the first button of a question that opens.
      domEvent.preventDefault();
      trigger.current?.focus();
    },
  };
  const picture = session.user?.avatar;

  return (
    <>
      <Dropdown
        trigger={["click"]}
        placement="bottomRight"
        menu={menu}
        autoFocus
        destroyOnHidden
        onOpenChange={setOpen}
      >
        <Button
          ref={trigger}
          type="text"
          className="user-menu-trigger"
          aria-haspopup="menu"
          aria-expanded={isOpen}
          onPointerEnter={preloadParts}
          onFocus={preloadParts}
        >
          <span className="visually-hidden">{shell.userMenu + words.colon}</span>
          <span className="user-menu-avatar sc-face sc-middle" aria-hidden="true">
            {picture ? <img src={owner.services.fileUrl(picture)} alt="" /> : name.slice(0, 1)}
          </span>
          <span className={isNarrow ? "visually-hidden" : undefined}>{greeting}</span>
          {!isNarrow && <DownOutlined aria-hidden="true" />}
        </Button>
      </Dropdown>
      {over && (
        <OverPage key={over} onFailed={close}>
          {over === "settings" && <SettingsDrawer onClose={close} />}
          {over === "workplace" && <WorkplaceDialog onClose={close} onDone={endSwitch} />}
          {over === "password" && <PasswordDialog onClose={close} />}
        </OverPage>
      )}
    </>
  );
});

function line(Icon: ComponentType<{ readonly "aria-hidden": true }>, label: string, onClick: () => void) {
  return { key: label, icon: <Icon aria-hidden />, label, onClick };
}
