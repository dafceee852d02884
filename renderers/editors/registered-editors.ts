import type { ComponentType } from "react";
import type { LazyPart } from "../../runtime/react/lazy-part.ts";
import { registeredRenderer, registeredTypes } from "../../runtime/registry/registry.ts";
import type { Editor } from "../../runtime/schema/types.gen.ts";
import { componentOf } from "../registered-components.ts";
import type { EditorProps } from "./editor-props.ts";
import "./index.gen.ts";

/** The control of an editor, built-in or of a plugin. */
export function editorComponentOf(type: Editor["type"]): ComponentType<EditorProps> | undefined {
  return componentOf<EditorProps>("editor", type);
}

const phaseOf = (type: string) => registeredRenderer("editor", type)?.load;

/** The controls that are fetched before a cell of a table with one of them is edited. */
export const tableEditors = (): readonly string[] =>
  registeredTypes("editor").filter((type) => phaseOf(type) === "form" || phaseOf(type) === "cell");

/** Those that were fetched, or could not be. */
const settled = new Set<string>();

function fetchAll(types: readonly string[]): Promise<void> | undefined {
  const wanted = types.filter((type) => !settled.has(type));
  if (wanted.length === 0) return undefined;
  const controls = wanted.map((type) => componentOf<EditorProps>("editor", type) as LazyPart<EditorProps> | undefined);
  return Promise.all(controls.map((control) => control?.preload())).then(() => {
    for (const type of wanted) settled.add(type);
  });
}

/** Fetches those of these controls that a table waits for; undefined = they are there. */
export const fetchEditors = (types: readonly string[]): Promise<void> | undefined =>
  fetchAll(types.filter((type) => phaseOf(type) === "form" || phaseOf(type) === "cell"));

/** Fetches those of these controls that a form waits for, so that it opens whole; undefined = they are there. */
export const fetchFormEditors = (types: readonly string[]): Promise<void> | undefined =>
  fetchAll(types.filter((type) => phaseOf(type) === "form"));

/** Fetches those of these controls that are not there; undefined = they are. */
export const fetchEveryEditor = (types: readonly string[]): Promise<void> | undefined =>
  fetchAll(types.filter((type) => registeredRenderer("editor", type)?.fetch));
