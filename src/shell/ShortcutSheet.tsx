import { ModalDialog } from "../../renderers/layouts/ModalDialog.tsx";
import { messages } from "../messages/messages.ts";
import { shortcutsMessages as texts } from "../messages/shortcuts.ts";
import "./shortcut-sheet.css";

/** 快捷键: what the keyboard can do, by place. Opened with `?`. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <ModalDialog title={messages.shortcuts.title} width={640} onClose={onClose}>
      <div className="shortcut-sheet sc-boxes" data-autofocus tabIndex={-1}>
        {texts.groups.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([combination, meaning]) => (
                <div key={combination} className="sc-line sc-ends sc-airy">
                  <dt className="sc-line sc-still sc-tight">
                    {combination.split(" ").map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </ModalDialog>
  );
}
