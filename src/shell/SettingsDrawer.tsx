import CheckOutlined from "@ant-design/icons/CheckOutlined";
import { Button, Divider, Drawer, Segmented, Select, Switch } from "antd";
import { observer } from "mobx-react-lite";
import { type ReactNode, useId, useRef } from "react";
import { FocusInside } from "../../renderers/layouts/FocusInside.tsx";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { lockChoices, type SettingValues } from "../stores/settings.ts";
import { themeColors } from "../theme/theme-colors.ts";
import "./settings-drawer.css";

const { settings: texts, common } = messages;

const themes: readonly { readonly value: SettingValues["theme"]; readonly label: string }[] = [
  { value: "light", label: texts.light },
  { value: "dark", label: texts.dark },
  { value: "system", label: texts.system },
];

/** 界面设置: every change takes effect at once, so the page stays visible and usable beside it. Escape closes. */
export const SettingsDrawer = observer(function SettingsDrawer({ onClose }: { readonly onClose: () => void }) {
  const { settings, feedback } = useConsole();
  const { values } = settings;
  const body = useRef<HTMLDivElement>(null);
  const isTop = values.layout === "top";

  async function copy(): Promise<void> {
    const copied = await navigator.clipboard?.writeText(JSON.stringify(values, null, 2)).then(
      () => true,
      () => false,
    );
    feedback.notify(copied ? "success" : "warning", copied ? texts.copied : texts.copyFailed);
  }

  return (
    <Drawer
      open
      size={300}
      mask={false}
      aria-modal={false}
      autoFocus={false}
      rootClassName="sc-window settings-drawer"
      title={<h2 className="sc-window-title sc-big sc-line sc-grow">{texts.title}</h2>}
      closable={{ "aria-label": common.close }}
      onClose={onClose}
      footer={
        <>
          <Button block onClick={() => settings.reset()}>
            {texts.reset}
          </Button>
          <Button block onClick={() => void copy()}>
            {texts.copy}
          </Button>
        </>
      }
    >
      <div ref={body}>
        <FocusInside within={body} focus={undefined} onOpened={undefined} />
        <fieldset>
          <legend>{texts.appearance}</legend>
          <Segmented
            block
            aria-label={texts.appearance}
            options={[...themes]}
            value={values.theme}
            onChange={(theme) => settings.change({ theme })}
          />
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
          <div className="settings-colors sc-line sc-ends">
            {themeColors.map(({ name, primary }) => (
              <label key={primary} className="sc-middle" title={name} style={{ background: primary }}>
                <input
                  type="radio"
                  name="primary"
                  aria-label={name}
                  checked={values.primary === primary}
                  onChange={() => settings.change({ primary })}
                />
                {values.primary === primary && <CheckOutlined aria-hidden="true" />}
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
        <Divider />
        <Line name={texts.contentWidth} hint={isTop ? undefined : texts.topOnly}>
          {(id) => (
            <Select
              id={id}
              size="small"
              value={isTop ? values.contentWidth : "fixed"}
              options={[
                { value: "fixed", label: texts.widthFixed },
                { value: "fluid", label: texts.widthFluid, disabled: !isTop },
              ]}
              onChange={(contentWidth) => settings.change({ contentWidth })}
            />
          )}
        </Line>
        <Toggle setting="fixedHeader" name={texts.fixedHeader} />
        <Toggle
          setting="autoHideHeader"
          name={texts.autoHideHeader}
          hint={texts.needsFixedHeader}
          disabled={!values.fixedHeader}
        />
        <Toggle
          setting="fixedSider"
          name={texts.fixedSider}
          hint={isTop ? texts.sideOnly : undefined}
          disabled={isTop}
        />
        <Toggle setting="multipage" name={texts.multipage} />
        <Toggle setting="weak" name={texts.weak} />
        <Line name={texts.lock} hint={texts.lockHint}>
          {(id) => (
            <Select
              id={id}
              size="small"
              value={values.lockMinutes}
              options={lockChoices.map((minutes) => ({
                value: minutes,
                label: minutes === 0 ? texts.lockNever : texts.lockAfter(minutes),
              }))}
              onChange={(lockMinutes) => settings.change({ lockMinutes })}
            />
          )}
        </Line>
      </div>
    </Drawer>
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
      <div className="settings-pictures sc-line sc-airy">
        {choices.map(([value, title]) => (
          <label key={value} title={title} data-picture={`${setting}-${value}`}>
            <input
              type="radio"
              name={setting}
              aria-label={title}
              checked={settings.values[setting] === value}
              onChange={() => settings.change({ [setting]: value })}
            />
            {settings.values[setting] === value && <CheckOutlined aria-hidden="true" />}
          </label>
        ))}
      </div>
    </fieldset>
  );
});

interface ToggleProps {
  readonly setting: "fixedHeader" | "autoHideHeader" | "fixedSider" | "multipage" | "weak";
  readonly name: string;
  readonly hint?: string | undefined;
  readonly disabled?: boolean;
}

const Toggle = observer(function Toggle({ setting, name, hint, disabled = false }: ToggleProps) {
  const { settings } = useConsole();
  const isOn = settings.values[setting] && !disabled;
  return (
    <Line name={name} hint={hint}>
      {(id) => (
        <Switch
          id={id}
          size="small"
          aria-label={name}
          checked={isOn}
          disabled={disabled}
          onChange={() => settings.change({ [setting]: !isOn })}
        />
      )}
    </Line>
  );
});

interface LineProps {
  readonly name: string;
  readonly hint: string | undefined;
  readonly children: (id: string) => ReactNode;
}

function Line({ name, hint, children }: LineProps) {
  const id = useId();
  return (
    <div className="settings-line sc-line sc-ends sc-airy">
      <label htmlFor={id}>
        {name}
        {hint && <small>{hint}</small>}
      </label>
      {children(id)}
    </div>
  );
}
