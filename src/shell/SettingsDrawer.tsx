import { observer } from "mobx-react-lite";
import { useEffect, useId, useRef } from "react";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { defaultSettings, type SettingValues } from "../stores/settings.ts";
import { themeColors } from "../theme/theme-colors.ts";
import { Icon } from "../ui/Icon.tsx";
import { noticeIcons } from "../ui/notice-icons.ts";
import { shellIcons } from "./shell-icons.ts";
import "./settings-drawer.css";

const { settings: texts, common } = messages;

const themes: readonly (readonly [SettingValues["theme"], string])[] = [
  ["light", texts.light],
  ["dark", texts.dark],
  ["system", texts.system],
];

const switches = [
  ["multipage", texts.multipage],
  ["weak", texts.weak],
] as const;

/** 界面设置: every change takes effect at once, so the page stays visible and usable beside it. Escape closes. */
export const SettingsDrawer = observer(function SettingsDrawer({ onClose }: { readonly onClose: () => void }) {
  const { settings } = useConsole();
  const titleId = useId();
  const close = useRef<HTMLButtonElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    close.current?.focus();
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") latest.current();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, []);

  return (
    <section className="settings-drawer" role="dialog" aria-labelledby={titleId}>
      <div className="settings-drawer-head">
        <h2 id={titleId}>{texts.title}</h2>
        <button ref={close} type="button" className="icon-button" aria-label={common.close} onClick={onClose}>
          <Icon shape={noticeIcons.close} />
        </button>
      </div>
      <div className="settings-drawer-body">
        <fieldset>
          <legend>{texts.appearance}</legend>
          <div className="settings-themes">
            {themes.map(([theme, name]) => (
              <label key={theme}>
                <input
                  type="radio"
                  name="theme"
                  checked={settings.theme === theme}
                  onChange={() => settings.change({ theme })}
                />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend>{texts.themeColor}</legend>
          <div className="settings-colors">
            {themeColors.map(({ name, primary }) => (
              <label key={primary} title={name} style={{ background: primary }}>
                <input
                  type="radio"
                  name="primary"
                  aria-label={name}
                  checked={settings.primary === primary}
                  onChange={() => settings.change({ primary })}
                />
                {settings.primary === primary && <Icon shape={shellIcons.check} size={12} />}
              </label>
            ))}
          </div>
        </fieldset>
        {switches.map(([setting, name]) => (
          <label key={setting} className="settings-switch">
            {name}
            <input
              type="checkbox"
              role="switch"
              aria-checked={settings[setting]}
              checked={settings[setting]}
              onChange={(event) => settings.change({ [setting]: event.target.checked })}
            />
          </label>
        ))}
      </div>
      <div className="settings-drawer-foot">
        <button type="button" className="console-button" onClick={() => settings.change(defaultSettings)}>
          {texts.reset}
        </button>
      </div>
    </section>
  );
});
