import { Segmented } from "antd";
import { type ComponentType, useEffect, useMemo, useRef, useState } from "react";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { AnyDefinition, Slot } from "../../runtime/registry/define.ts";
import { definitions } from "../definitions.gen.ts";
import { TextInput } from "../layouts/TextInput.tsx";
import { galleryMessages } from "./gallery-messages.ts";
import "../screens/list/list.css";
import "../form/form.css";
import { ActionSpecimen } from "./ActionSpecimen.tsx";
import { CellSpecimen, type SpecimenProps } from "./CellSpecimen.tsx";
import { EditorSpecimen, galleryDictionaries } from "./EditorSpecimen.tsx";
import { FilterSpecimen, filterItems } from "./FilterSpecimen.tsx";
import { galleryServices } from "./gallery-services.ts";
import { PanelSpecimen } from "./PanelSpecimen.tsx";
import "./gallery.css";

type Family = Slot | "filter";

interface Entry {
  readonly family: Family;
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly examples: readonly Readonly<Record<string, unknown>>[];
  draw(services: ConsoleServices, dictionaries: DictionaryCache): React.ReactNode;
}

/** How one renderer of a slot is shown; a kind of page is described, its pages are in the menu. */
const specimens: Readonly<Record<Slot, ComponentType<SpecimenProps<never>> | undefined>> = {
  cell: CellSpecimen,
  editor: EditorSpecimen,
  panel: PanelSpecimen,
  action: ActionSpecimen,
  screen: undefined,
};

function entryOf(definition: AnyDefinition): Entry {
  const { slot, type, title, description, examples } = definition;
  const Specimen = specimens[slot] as ComponentType<SpecimenProps<AnyDefinition>> | undefined;
  return {
    family: slot,
    type,
    title,
    description,
    examples,
    draw: (services, dictionaries) =>
      Specimen && examples[0] ? (
        <Specimen definition={definition} example={examples[0]} services={services} dictionaries={dictionaries} />
      ) : null,
  };
}

function allEntries(): readonly Entry[] {
  const filters = filterItems().map<Entry>((item) => ({
    family: "filter",
    type: item.dict ? "dict" : item.field.type,
    title: item.title,
    description: galleryMessages.filterNote,
    examples: [{ field: item.name, op: item.op }],
    draw: (services, dictionaries) => <FilterSpecimen item={item} services={services} dictionaries={dictionaries} />,
  }));
  return [...definitions.map(entryOf), ...filters];
}

const everything = "all";
const families = Object.keys(galleryMessages.families) as Family[];

/** Every renderer of the registry in its states. A renderer that is added stands here by itself. */
export function Gallery({ services }: { readonly services: ConsoleServices }) {
  const own = useMemo(() => galleryServices(services, "given"), [services]);
  const dictionaries = useMemo(() => galleryDictionaries(own), [own]);
  const entries = useMemo(allEntries, []);
  const [family, setFamily] = useState<Family | typeof everything>(everything);
  const [words, setWords] = useState("");
  const shown = entries.filter((entry) => (family === everything || entry.family === family) && fits(entry, words));
  const texts = galleryMessages;
  return (
    <div className="sc-gallery sc-boxes">
      <div className="sc-card sc-gallery-bar sc-bar sc-line sc-wrap">
        <div className="sc-gallery-search">
          <TextInput
            aria-label={texts.search}
            placeholder={texts.search}
            maxLength={50}
            value={words}
            onChange={setWords}
          />
        </div>
        <Segmented
          aria-label={texts.title}
          options={[
            { value: everything, label: texts.all },
            ...families.map((value) => ({ value, label: texts.families[value] })),
          ]}
          value={family}
          onChange={setFamily}
        />
        <span className="sc-end sc-hint sc-num" aria-live="polite">
          {texts.count(shown.length, entries.length)}
        </span>
      </div>
      {shown.length === 0 ? <p className="sc-card sc-gallery-none sc-nothing">{texts.none}</p> : null}
      {families.map((each) => {
        const group = shown.filter((entry) => entry.family === each);
        if (group.length === 0) return null;
        return (
          <section key={each} aria-label={texts.families[each]}>
            <h2 className="sc-line">
              {texts.families[each]}
              <small>{group.length}</small>
            </h2>
            {group.map((entry) => (
              <EntryCard
                key={`${entry.family}/${entry.type}`}
                entry={entry}
                services={own}
                dictionaries={dictionaries}
              />
            ))}
          </section>
        );
      })}
    </div>
  );
}

function fits({ title, type, description }: Entry, words: string): boolean {
  const text = `${title} ${type} ${description}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

interface EntryCardProps {
  readonly entry: Entry;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
}

function EntryCard({ entry, services, dictionaries }: EntryCardProps) {
  const root = useRef<HTMLElement>(null);
  const isNear = useNear(root);
  return (
    <article
      ref={root}
      className="sc-card sc-gallery-entry sc-inset"
      data-family={entry.family}
      aria-label={entry.title}
    >
      <header className="sc-line sc-wrap">
        <h3>{entry.title}</h3>
        <code>{entry.type}</code>
        <p>{entry.description}</p>
      </header>
      {isNear ? (
        <div className="sc-gallery-states sc-boxes">{entry.draw(services, dictionaries)}</div>
      ) : (
        <div className="sc-gallery-wait" />
      )}
      <details className="sc-hint">
        <summary>{galleryMessages.example}</summary>
        {entry.examples.map((example) => (
          <pre className="sc-box sc-ground sc-bar" key={JSON.stringify(example)}>
            {JSON.stringify(example, null, 2)}
          </pre>
        ))}
      </details>
    </article>
  );
}

/** Whether it came near the part in sight, ever: what is far below is not drawn while the page opens. */
function useNear(root: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    if (isNear || !root.current) return;
    const watch = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: "400px" },
    );
    watch.observe(root.current);
    return () => watch.disconnect();
  }, [isNear, root]);
  return isNear;
}
