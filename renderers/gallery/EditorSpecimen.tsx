import { type ComponentType, useMemo, useState } from "react";
import { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { EditorDefinition } from "../../runtime/registry/define.ts";
import type { Editor } from "../../runtime/schema/types.gen.ts";
import { ControlFrame } from "../editors/ControlFrame.tsx";
import type { EditorProps } from "../editors/editor-props.ts";
import { editorComponentOf } from "../editors/registered-editors.ts";
import { ModelsProvider } from "../form/models-context.ts";
import { messages } from "../messages.ts";
import type { SpecimenProps } from "./CellSpecimen.tsx";
import { GalleryState } from "./GalleryState.tsx";
import { galleryMessages } from "./gallery-messages.ts";
import { galleryServices } from "./gallery-services.ts";
import { modelsOf, type Sample, sampleDict, sampleOf, sampleOptions } from "./samples.ts";

/** A control that can be tried, and how it stands empty, full, closed, wrong, and while what it asks for is under way. */
export function EditorSpecimen(props: SpecimenProps<EditorDefinition>) {
  const { definition, example, services, dictionaries } = props;
  const { states } = galleryMessages;
  const sample = sampleOf(definition);
  const waiting = useOther(services, "never");
  const failing = useOther(services, "refused");
  const Control = editorComponentOf(example.type as Editor["type"]);
  if (!Control) return <p className="sc-gallery-none sc-nothing">{messages.form.unavailable}</p>;
  const shared = { Control, example, sample, services, dictionaries };
  return (
    <>
      <ControlState {...shared} name={states.normal} value={sample.value} text={sample.text} />
      <ControlState {...shared} name={states.empty} value={null} />
      <ControlState {...shared} name={states.long} value={sample.long} />
      {sample.unknown === undefined ? null : <ControlState {...shared} name={states.unknown} value={sample.unknown} />}
      <ControlState {...shared} name={states.disabled} value={sample.value} text={sample.text} disabled />
      <ControlState {...shared} name={states.wrong} value={sample.value} text={sample.text} isWrong />
      <ControlState {...shared} {...waiting} name={states.loading} value={sample.value} text={sample.text} />
      <ControlState {...shared} {...failing} name={states.failed} value={sample.value} text={sample.text} />
    </>
  );
}

/** Dictionaries of its own: what others have loaded would stand there at once. */
function useOther(real: ConsoleServices, answers: "never" | "refused") {
  return useMemo(() => {
    const services = galleryServices(real, answers);
    return { services, dictionaries: new DictionaryCache(services) };
  }, [real, answers]);
}

interface ControlStateProps {
  readonly name: string;
  readonly Control: ComponentType<EditorProps>;
  readonly example: Readonly<Record<string, unknown>>;
  readonly sample: Sample;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  readonly value: unknown;
  readonly text?: string | undefined;
  readonly disabled?: boolean;
  readonly isWrong?: boolean;
}

function ControlState(props: ControlStateProps) {
  const { name, Control, example, sample, services, dictionaries } = props;
  const [value, setValue] = useState(props.value);
  const models = useMemo(() => modelsOf(example), [example]);
  const id = `gallery-${String(example.type)}-${name}`;
  return (
    <GalleryState name={name} controlId={id}>
      <div>
        <ModelsProvider value={models}>
          <ControlFrame type={String(example.type)}>
            <Control
              id={id}
              title={sample.field.title}
              field={sample.field}
              dict={sample.field.dict}
              options={example as unknown as Editor}
              value={value}
              text={value === props.value ? props.text : undefined}
              disabled={props.disabled ?? false}
              aria={{
                "aria-required": undefined,
                "aria-invalid": props.isWrong || undefined,
                "aria-describedby": props.isWrong ? `${id}-help` : undefined,
              }}
              services={services}
              dictionaries={dictionaries}
              onChange={setValue}
              onBlur={() => undefined}
            />
          </ControlFrame>
        </ModelsProvider>
        {props.isWrong ? (
          <div id={`${id}-help`} className="sc-hint sc-bad">
            {galleryMessages.wrongReason}
          </div>
        ) : null}
      </div>
    </GalleryState>
  );
}

/** The dictionaries of a gallery: the samples' own is known from the start. */
export function galleryDictionaries(services: ConsoleServices): DictionaryCache {
  const dictionaries = new DictionaryCache(services);
  dictionaries.put(sampleDict.code, sampleOptions);
  return dictionaries;
}
