import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { lockChoices, type SettingValues } from "../stores/settings.ts";
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

/** 界面设置: every change takes effect at once, so the page stays visible and usable beside it. Escape closes. */
export const SettingsDrawer = observer(function SettingsDrawer({ onClose }: { readonly onClose: () => void }) {
  const { settings, feedback } = useConsole();
  const { values } = settings;
  const titleId = useId();
  const close = useRef<HTMLButtonElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  useLayoutEffect(() => {
    close.current?.focus();
    const handleKey = (event: KeyboardEvent) => {
      // Taken by what stands above, the menu search for instance.
      if (event.key === "Escape" && !event.defaultPrevented) latest.current();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, []);
  const isTop = values.layout === "top";

  async function copy(): Promise<void> {
    const copied = await navigator.clipboard?.writeText(JSON.stringify(values, null, 2)).then(
      () => true,
      () => false,
    );
    feedback.notify(copied ? "success" : "warning", copied ? texts.copied : texts.copyFailed);
  }

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
                  checked={values.theme === theme}
                  onChange={() => settings.change({ theme })}
                />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
        <Pictures
          setting="menuStyle"
          name={texts.menuStyle}
          choices={[
            ["dark", texts.menuDark],
            ["light", texts.menuLight],
          ]}
        />
        <fieldset>
          <legend>{texts.themeColor}</legend>
          <div className="settings-colors">
            {themeColors.map(({ name, primary }) => (
              <label key={primary} title={name} style={{ background: primary }}>
                <input
                  type="radio"
                  name="primary"
                  aria-label={name}
                  checked={values.primary === primary}
                  onChange={() => settings.change({ primary })}
                />
                {values.primary === primary && <Icon shape={shellIcons.check} size={12} />}
              </label>
            ))}
          </div>
        </fieldset>
        <Pictures
          setting="layout"
          name={texts.layout}
          choices={[
            ["side", texts.layoutSide],
            ["top", texts.layoutTop],
          ]}
        />
        <hr />
        <label className="settings-line">
          <Words name={texts.contentWidth} hint={isTop ? undefined : texts.topOnly} />
          <select
            value={isTop ? values.contentWidth : "fixed"}
            onChange={({ target }) => settings.change({ contentWidth: target.value === "fluid" ? "fluid" : "fixed" })}
          >
            <option value="fixed">{texts.widthFixed}</option>
            <option value="fluid" disabled={!isTop}>
              {texts.widthFluid}
            </option>
          </select>
        </label>
        <Switch setting="fixedHeader" name={texts.fixedHeader} />
        <Switch
          setting="autoHideHeader"
          name={texts.autoHideHeader}
          hint={texts.needsFixedHeader}
          disabled={!values.fixedHeader}
        />
        <Switch
          setting="fixedSider"
          name={texts.fixedSider}
          hint={isTop ? texts.sideOnly : undefined}
          disabled={isTop}
        />
        <Switch setting="multipage" name={texts.multipage} />
        <Switch setting="weak" name={texts.weak} />
        <label className="settings-line">
          <Words name={texts.lock} hint={texts.lockHint} />
          <select
            value={values.lockMinutes}
            onChange={({ target }) => settings.change({ lockMinutes: Number(target.value) })}
          >
            {lockChoices.map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes === 0 ? texts.lockNever : texts.lockAfter(minutes)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className="settings-drawer-foot">
        <Button onClick={() => settings.reset()}>{texts.reset}</Button>
        <Button onClick={() => void copy()}>{texts.copy}</Button>
      </div>
    </section>
  );
});

interface PicturesProps<Name extends "menuStyle" | "layout"> {
  readonly setting: Name;
  readonly name: string;
  readonly choices: readonly (readonly [SettingValues[Name], string])[];
}

/** A choice between small drawings of the window. */
const Pictures = observer(function Pictures<Name extends "menuStyle" | "layout">(props: PicturesProps<Name>) {
  const { settings } = useConsole();
  const { setting, name, choices } = props;
  return (
    <fieldset>
      <legend>{name}</legend>
      <div className="settings-pictures">
        {choices.map(([value, title]) => (
          <label key={value} title={title} data-picture={`${setting}-${value}`}>
            <input
              type="radio"
              name={setting}
              aria-label={title}
              checked={settings.values[setting] === value}
              onChange={() => settings.change({ [setting]: value })}
            />
            <i aria-hidden="true" />
            {settings.values[setting] === value && <Icon shape={shellIcons.check} size={14} />}
          </label>
        ))}
      </div>
    </fieldset>
  );
});

interface SwitchProps {
  readonly setting: "fixedHeader" | "autoHideHeader" | "fixedSider" | "multipage" | "weak";
  readonly name: string;
  readonly hint?: string | undefined;
  readonly disabled?: boolean;
}

const Switch = observer(function Switch({ setting, name, hint, disabled = false }: SwitchProps) {
  const { settings } = useConsole();
  const isOn = settings.values[setting] && !disabled;
  return (
    <label className="settings-line">
      <Words name={name} hint={hint} />
      <input
        type="checkbox"
        role="switch"
        aria-label={name}
        aria-checked={isOn}
        checked={isOn}
        disabled={disabled}
        onChange={(event) => settings.change({ [setting]: event.target.checked })}
      />
    </label>
  );
});

function Words({ name, hint }: { readonly name: string; readonly hint: string | undefined }): ReactNode {
  return (
    <span>
      {name}
      {hint && <small>{hint}</small>}
    </span>
  );
}
