import { observer } from "mobx-react-lite";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { Icon } from "../ui/Icon.tsx";
import { useModal } from "../ui/use-modal.ts";
import "./menu-search.css";
import { findEntries, restingSections, type SearchEntry, type SearchSection, searchEntries } from "./menu-search.ts";
import { openForeign } from "./open-entry.ts";
import { shellIcons } from "./shell-icons.ts";

const { search: texts } = messages;

/** 搜索菜单: type, arrow keys, Enter. Opened by the field in the header or by Ctrl/⌘ K, also over an open dialog. */
export const MenuSearch = observer(function MenuSearch({ onClose }: { readonly onClose: () => void }) {
  const owner = useConsole();
  const { navigation, favourites } = owner;
  const dialog = useModal({ onClose, focus: "input" });
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const entries = searchEntries(navigation.current.items);
  const sections: readonly SearchSection[] =
    typed.trim() === ""
      ? restingSections(entries, favourites, texts)
      : [{ title: texts.found, entries: findEntries(entries, typed) }];
  const lines = sections.flatMap((section) => section.entries);
  const active = Math.min(at, lines.length - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another active line moves into view
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: "nearest" });
  }, [active, typed]);

  function choose(entry: SearchEntry): void {
    onClose();
    void openForeign(entry, owner);
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const last = lines.length - 1;
    const next: Readonly<Record<string, number>> = {
      ArrowDown: active >= last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
    };
    const to = next[event.key];
    const chosen = lines[active];
    if (to !== undefined) setAt(to);
    else if (event.key === "Enter" && chosen) choose(chosen);
    else return;
    event.preventDefault();
  }

  let count = -1;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is Escape, which `useModal` reports
    <dialog
      ref={dialog}
      className="menu-search"
      aria-label={texts.title}
      onClick={(event) => {
        // Only a click on the backdrop hits the dialog itself.
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="menu-search-field">
        <Icon shape={shellIcons.search} size={16} />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={lines.length > 0 ? `${id}-${active}` : undefined}
          aria-label={texts.title}
          placeholder={texts.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={50}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={handleKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <div ref={list} id={`${id}-list`} className="menu-search-list" role="listbox" aria-label={texts.pages}>
        {sections.map((section) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
          <div key={section.title} role="group" aria-label={section.title}>
            {typed.trim() === "" && <div className="menu-search-heading">{section.title}</div>}
            {section.entries.map((entry) => {
              count += 1;
              const index = count;
              return (
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active line
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
                <div
                  key={entry.path}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  onPointerMove={() => setAt(index)}
                  onClick={() => choose(entry)}
                >
                  <Marked text={entry.title} part={typed.trim()} />
                  {favourites.isMarked(entry.path) && <Icon shape={shellIcons.starFilled} size={12} />}
                  <small>
                    {entry.trail.join(" / ")}
                    {entry.foreignUrl === undefined ? "" : ` ${texts.newWindow}`}
                  </small>
                </div>
              );
            })}
          </div>
        ))}
        {lines.length === 0 && <p>{texts.none(typed.trim())}</p>}
      </div>
      <div className="menu-search-foot" aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> {texts.keyMove}
        <kbd>↵</kbd> {texts.keyOpen}
      </div>
    </dialog>
  );
});

/** The title with the part that was typed standing out. */
function Marked({ text, part }: { readonly text: string; readonly part: string }) {
  const at = part === "" ? -1 : text.toLowerCase().indexOf(part.toLowerCase());
  if (at < 0) return <span>{text}</span>;
  return (
    <span>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + part.length)}</mark>
      {text.slice(at + part.length)}
    </span>
  );
}
