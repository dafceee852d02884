import SearchOutlined from "@ant-design/icons/SearchOutlined";
import StarFilled from "@ant-design/icons/StarFilled";
import { Empty } from "antd";
// Alone: the search of the menu comes in the idle moments of every page.
import Input from "antd/es/input/Input";
import { observer } from "mobx-react-lite";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { ModalDialog } from "../../renderers/layouts/ModalDialog.tsx";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import "./menu-search.css";
import { findEntries, restingSections, type SearchEntry, type SearchSection, searchEntries } from "./menu-search.ts";
import { openForeign } from "./open-entry.ts";

const { search: texts, common } = messages;

/** 搜索菜单: type, arrow keys, Enter. Opened by the field in the header or by Ctrl/⌘ K, also over an open dialog. */
export const MenuSearch = observer(function MenuSearch({ onClose }: { readonly onClose: () => void }) {
  const owner = useConsole();
  const { navigation, favourites } = owner;
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

  const field = (
    <Input
      size="large"
      prefix={<SearchOutlined aria-hidden="true" />}
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
  );
  let count = -1;
  return (
    <ModalDialog
      className="menu-search"
      width={560}
      title={field}
      label={texts.title}
      focus="input"
      closesOutside
      onClose={onClose}
      footer={
        <div className="sc-line sc-hint" aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> {texts.keyMove} <kbd>↵</kbd> {texts.keyOpen} <kbd>Esc</kbd> {common.close}
        </div>
      }
    >
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={texts.pages}>
        {sections.map((section) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
          <div key={section.title} role="group" aria-label={section.title}>
            {typed.trim() === "" && <div className="menu-search-heading sc-hint">{section.title}</div>}
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
                  className="sc-line"
                  aria-selected={index === active}
                  onPointerMove={() => setAt(index)}
                  onClick={() => choose(entry)}
                >
                  <Marked text={entry.title} part={typed.trim()} />
                  {favourites.isMarked(entry.path) && <StarFilled aria-hidden="true" />}
                  <small className="sc-grow sc-cut">
                    {entry.trail.join(" / ")}
                    {entry.foreignUrl === undefined ? "" : ` ${texts.newWindow}`}
                  </small>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {lines.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={texts.none(typed.trim())} />}
    </ModalDialog>
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
