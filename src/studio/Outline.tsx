import ArrowDownOutlined from "@ant-design/icons/ArrowDownOutlined";
import ArrowUpOutlined from "@ant-design/icons/ArrowUpOutlined";
import DeleteOutlined from "@ant-design/icons/DeleteOutlined";
import PlusOutlined from "@ant-design/icons/PlusOutlined";
import { AutoComplete, Button, Flex, Tree } from "antd";
import { applyEdits, findNodeAtLocation, parseTree } from "jsonc-parser";
import { type RefObject, useMemo, useRef, useState } from "react";
import type { OpenedCode } from "../../renderers/code/code-props.ts";
import { type Json, written } from "../../runtime/overlay/overlay.ts";
import { editsFor, editsToAdd, type Path, textWithMoved, writeText } from "./edit-text.ts";
import { type OutlineNode, outlineOf } from "./outline-nodes.ts";
import { PropertyPanel } from "./PropertyPanel.tsx";
import { parseText } from "./parse-text.ts";
import { studioMessages as texts } from "./studio-messages.ts";
import type { Words } from "./studio-types.ts";
import { type Studio, useFieldTitles } from "./use-studio.ts";

interface OutlineProps {
  readonly studio: Studio;
  readonly words: Words;
  readonly code: RefObject<OpenedCode | undefined>;
}

/** The parts of the document and the properties of the chosen one; both edit the same text. */
export function Outline({ studio, words, code }: OutlineProps) {
  const { opened, text } = studio;
  const [chosen, setChosen] = useState<string>();
  const place = useRef<HTMLDivElement>(null);
  const titleOfField = useFieldTitles(words, text);
  const document = useMemo(() => parseText(text), [text]);
  const nodes = useMemo(() => (document ? outlineOf(document, titleOfField) : []), [document, titleOfField]);
  if (opened.kind !== "ready") return null;
  if (!document) return <p className="sc-nothing">{texts.notJson}</p>;
  const { kind, mayEdit } = opened.document;
  const node = chosen === undefined ? undefined : find(nodes, chosen);

  const write = (next: string) => {
    if (code.current) writeText(code.current, next);
    else studio.setText(next);
  };
  const set = (path: Path, value: Json | undefined) => write(applyEdits(text, editsFor(text, path, value)));
  const choose = (key: string) => {
    setChosen(key);
    const tree = parseTree(text);
    const found = tree && findNodeAtLocation(tree, JSON.parse(key));
    const { editor, model } = code.current ?? {};
    if (!found || !editor || !model) return;
    const start = model.getPositionAt(found.offset);
    editor.setPosition(start);
    editor.revealLineInCenterIfOutsideViewport(start.lineNumber);
  };
  const move = (path: Path, step: 1 | -1) => {
    write(textWithMoved(text, path, step));
    setChosen(JSON.stringify([...path.slice(0, -1), Number(path.at(-1)) + step]));
  };
  /** Where the pressed button is not drawn any more. */
  const goOn = (path: Path) => {
    setChosen(JSON.stringify(path));
    place.current?.querySelector<HTMLElement>('[role="tree"]')?.focus();
  };
  const isEntry = node !== undefined && typeof node.path.at(-1) === "number";
  const siblings = isEntry ? valueAt(document, node.path.slice(0, -1)) : undefined;
  const last = Array.isArray(siblings) ? siblings.length - 1 : 0;
  const isNamed = node !== undefined && ["fields", "views", "relations"].includes(String(node.path.at(-2)));
  return (
    <Flex vertical style={{ height: "100%" }}>
      <div ref={place} style={{ flex: 1, minHeight: 120, overflow: "auto" }} className="sc-inset">
        <Tree
          aria-label={texts.outline}
          blockNode
          defaultExpandAll
          treeData={nodes as never}
          selectedKeys={chosen === undefined ? [] : [chosen]}
          onSelect={([key]) => key !== undefined && choose(String(key))}
        />
      </div>
      <section className="sc-over sc-inset" aria-label={texts.nodeTitle} style={{ height: "46%", overflow: "auto" }}>
        {node ? (
          <>
            <div className="sc-line sc-wrap">
              <strong className="sc-grow">{node.title}</strong>
              {mayEdit && isEntry ? (
                <>
                  <Button
                    size="small"
                    icon={<ArrowUpOutlined aria-hidden="true" />}
                    aria-label={texts.up}
                    title={texts.up}
                    disabled={node.path.at(-1) === 0}
                    onClick={() => move(node.path, -1)}
                  />
                  <Button
                    size="small"
                    icon={<ArrowDownOutlined aria-hidden="true" />}
                    aria-label={texts.down}
                    title={texts.down}
                    disabled={node.path.at(-1) === last}
                    onClick={() => move(node.path, 1)}
                  />
                </>
              ) : null}
              {mayEdit && (isEntry || (isNamed && kind === "screen")) ? (
                <Button
                  size="small"
                  danger
                  icon={<DeleteOutlined aria-hidden="true" />}
                  aria-label={texts.remove}
                  title={texts.remove}
                  onClick={() => {
                    set(node.path, undefined);
                    goOn(node.path.slice(0, -1));
                  }}
                />
              ) : null}
            </div>
            {mayEdit && node.isList ? (
              <AddEntry
                key={node.key}
                node={node}
                words={words}
                model={String(document.model ?? "")}
                onAdd={(value) => {
                  const list = valueAt(document, node.path);
                  const count = Array.isArray(list) ? list.length : 0;
                  write(applyEdits(text, editsToAdd(text, node.path, count, value)));
                  goOn([...node.path, count]);
                }}
              />
            ) : (
              <PropertyPanel
                key={node.key}
                kind={kind}
                document={document}
                path={node.path}
                value={valueAt(document, node.path)}
                readOnly={!mayEdit}
                onChange={(property, value) => {
                  const now = valueAt(document, node.path);
                  // A short name becomes an object with its first property.
                  if (typeof now === "string")
                    set(node.path, { ...(written(now) as object), [property]: value } as Json);
                  else set([...node.path, property], value);
                }}
              />
            )}
          </>
        ) : (
          <p className="sc-nothing">{texts.pickNode}</p>
        )}
      </section>
    </Flex>
  );
}

interface AddEntryProps {
  readonly node: OutlineNode;
  readonly words: Words;
  readonly model: string;
  onAdd(value: Json): void;
}

const presets = ["add", "edit", "detail", "copy", "delete", "deleteBatch", "export", "import", "print", "refresh"];

/** One entry more: a field of the model, or a button of a kind that the language knows. */
function AddEntry({ node, words, model, onAdd }: AddEntryProps) {
  const [typed, setTyped] = useState("");
  const isButtons = node.path.at(-1) === "toolbar" || node.path.at(-2) === "rowActions";
  const fields = words.models.find(({ id }) => id === model)?.fields ?? [];
  const options = isButtons
    ? presets.map((value) => ({ value, label: value }))
    : fields.map(({ name, title }) => ({ value: name, label: `${title} ${name}` }));
  const isKnown = options.some(({ value }) => value === typed);
  return (
    <Flex gap={8} style={{ marginTop: 8 }}>
      <AutoComplete
        style={{ flex: 1 }}
        aria-label={texts.addTo(node.title)}
        placeholder={texts.addTo(node.title)}
        value={typed}
        onChange={setTyped}
        options={options}
        showSearch={{ filterOption: (asked, option) => String(option?.label).includes(asked) }}
      />
      <Button
        type="primary"
        icon={<PlusOutlined aria-hidden="true" />}
        disabled={!isKnown}
        onClick={() => onAdd(isButtons ? { preset: typed } : typed)}
      >
        {texts.add}
      </Button>
    </Flex>
  );
}

const valueAt = (document: Json, path: Path): Json | undefined =>
  path.reduce<Json | undefined>(
    (value, key) => (value as Readonly<Record<string | number, Json>> | undefined)?.[key],
    document,
  );

function find(nodes: readonly OutlineNode[], key: string): OutlineNode | undefined {
  for (const node of nodes) {
    const found = node.key === key ? node : find(node.children, key);
    if (found) return found;
  }
  return undefined;
}
