// Pickers over many entries: a list of a dictionary and the tree of departments, with the console's own controls.
import "./page.css";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { definitions } from "../../renderers/definitions.gen.ts";
import { editorComponentOf } from "../../renderers/editors/registered-editors.ts";
import { sampleOf } from "../../renderers/gallery/samples.ts";
import { LazyBoundary } from "../../renderers/layouts/LazyBoundary.tsx";
import { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { EditorDefinition } from "../../runtime/registry/define.ts";
import type { Editor } from "../../runtime/schema/types.gen.ts";
import { InConsole } from "./InConsole.tsx";

interface DepartNode {
  readonly id: string;
  readonly title: string;
  readonly orgCode: string;
  readonly children: readonly DepartNode[];
}

/** A company of so many departments, twenty below each. */
function departTree(count: number): readonly DepartNode[] {
  const nodes = Array.from({ length: count }, (_, index) => ({
    id: `d${index}`,
    title: `部门${index}`,
    orgCode: `A${index}`,
    children: [] as DepartNode[],
  }));
  nodes.forEach((node, index) => {
    if (index > 0) nodes[Math.floor((index - 1) / 20)]?.children.push(node);
  });
  return nodes.slice(0, 1);
}

function Control({ editor, count }: { readonly editor: Editor; readonly count: number }) {
  const definition = definitions.find(
    ({ slot, type }) => slot === "editor" && type === editor.type,
  ) as EditorDefinition;
  const [value, setValue] = useState<unknown>(null);
  const [{ services, dictionaries }] = useState(() => {
    const options = Array.from({ length: count }, (_, at) => ({
      value: `v${at}`,
      text: `选项${at}`,
      title: `选项${at}`,
    }));
    const tree = departTree(editor.type === "depart-picker" ? count : 0);
    const given = {
      lookUp: async () => tree,
      dictionaries: { peek: () => options, load: async () => options, search: async () => [] },
    } as unknown as ConsoleServices;
    const cache = new DictionaryCache(given);
    cache.put("gallery_status", options);
    return { services: given, dictionaries: cache };
  });
  const { field } = sampleOf(definition);
  const Editor = editorComponentOf(editor.type);
  if (!Editor) throw new Error(`no control ${editor.type}`);
  return (
    <LazyBoundary>
      <Editor
        id="control"
        title="测试"
        field={field}
        dict={field.dict}
        options={editor}
        value={value}
        text={undefined}
        disabled={false}
        aria={{ "aria-required": undefined, "aria-invalid": undefined, "aria-describedby": undefined }}
        services={services}
        dictionaries={dictionaries}
        onChange={setValue}
        onBlur={() => undefined}
      />
    </LazyBoundary>
  );
}

const painted = () =>
  new Promise<number>((resolve) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve(performance.now());
      channel.port2.postMessage(0);
    }),
  );

let opened: Promise<number> = Promise.resolve(Number.NaN);

Object.assign(window, {
  bench: {
    async mount(editor: Editor, count: number) {
      const element = document.getElementById("page");
      if (!element) throw new Error("no #page");
      createRoot(element).render(
        <InConsole>
          <Control editor={editor} count={count} />
        </InConsole>,
      );
      while (!element.querySelector("input, button, [role=combobox]")) await painted();
    },
    /** From the press until an entry is painted, milliseconds. */
    watch(text: string) {
      opened = new Promise((resolve) => {
        addEventListener(
          "pointerdown",
          async (event) => {
            for (;;) {
              const at = await painted();
              if (document.body.textContent?.includes(text)) return resolve(at - event.timeStamp);
            }
          },
          { capture: true, once: true },
        );
      });
    },
    opened: () => opened,
  },
});
