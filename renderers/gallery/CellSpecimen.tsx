import { observer } from "mobx-react-lite";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { CellDefinition } from "../../runtime/registry/define.ts";
import type { Cell } from "../../runtime/schema/types.gen.ts";
import { CellView } from "../cells/CellView.tsx";
import type { CellContext } from "../cells/cell-props.ts";
import { textOfCell } from "../cells/cell-text.ts";
import { GalleryState } from "./GalleryState.tsx";
import { galleryMessages } from "./gallery-messages.ts";
import { sampleOf, sampleRow } from "./samples.ts";

export interface SpecimenProps<Kind> {
  readonly definition: Kind;
  /** One example of the definition, as it stands in a document. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
}

/** A cell with a value, a long one, one nobody knows, and none; and the words it leaves in an export. */
export const CellSpecimen = observer(function CellSpecimen(props: SpecimenProps<CellDefinition>) {
  const { definition, example, services, dictionaries } = props;
  void dictionaries.version;
  const sample = sampleOf(definition);
  const { states } = galleryMessages;
  const context: CellContext = {
    isState: () => false,
    dictOption: (dict, value) => dictionaries.option(dict, value),
    fileUrl: (path) => services.fileUrl(path),
    run: () => services.notify("info", galleryMessages.wouldRun(definition.title)),
  };
  const plan = { kind: "cell", type: definition.type as Cell["type"], props: example as unknown as Cell } as const;
  const subject = { name: sample.field.name, title: definition.title, field: sample.field, dict: sample.field.dict };
  const shown: readonly (readonly [string, unknown, string | undefined])[] = [
    [states.normal, sample.value, sample.text],
    [states.long, sample.long, undefined],
    ...(sample.unknown === undefined ? [] : [[states.unknown, sample.unknown, undefined] as const]),
    [states.empty, null, undefined],
  ];
  return (
    <>
      {shown.map(([name, value, text]) => (
        <GalleryState key={name} name={name}>
          <span className="sc-cut">
            <CellView subject={subject} plan={plan} row={sampleRow(sample, value, text)} context={context} />
          </span>
        </GalleryState>
      ))}
      <GalleryState name={states.words}>
        <span className="sc-cut">
          {textOfCell(subject, plan, sampleRow(sample, sample.value, sample.text), context)}
        </span>
      </GalleryState>
    </>
  );
});
