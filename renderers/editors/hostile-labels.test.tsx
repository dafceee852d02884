// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Editor } from "../../runtime/schema/types.gen.ts";
import { fixtureConsole } from "../testing/fixture-console.ts";
import { renderEditor } from "../testing/render-editor.tsx";

afterEach(cleanup);

const bodies = ["window.hacked=1", "alert(1)", "fetch('//x')", "document.title='x'", "eval('1')"];
const shells = [
  (body: string) => `<img src=x onerror="${body}">`,
  (body: string) => `<script>${body}</script>`,
  (body: string) => `<svg onload="${body}">`,
  (body: string) => `<a href="javascript:${body}">看</a>`,
  (body: string) => `"><iframe srcdoc="<script>${body}</script>">`,
  (body: string) => `'"><body onload=${body}>`,
  (body: string) => `{{ ${body} }}`,
  (body: string) => `\${${body}}`,
];
/** 200 labels: each shell around each body, in five letter cases and paddings. */
const labels = shells.flatMap((shell) =>
  bodies.flatMap((body) => {
    const text = shell(body);
    return [text, text.toUpperCase(), ` ${text}`, `${text}\u0000`, `中${text}文`];
  }),
);

test.each([{ type: "radio" }, { type: "checkbox" }, { type: "select" }, { type: "multi-select" }] as Editor[])(
  "200 hostile labels are text in a $type: no element is made of them and none runs",
  async (editor) => {
    expect(new Set(labels).size).toBe(200);
    const fixture = fixtureConsole();
    const options = labels.map((text, index) => ({ value: String(index), text, title: text }));
    Object.assign(fixture.services.dictionaries, { peek: () => options, load: async () => options });
    const { container } = renderEditor(editor, {
      title: "选项",
      value: "0",
      dict: { kind: "code", code: "hostile" },
      dictionary: "hostile",
      multiple: editor.type === "checkbox",
      fixture,
    });
    expect((await screen.findAllByText(labels[0] as string)).length).toBeGreaterThan(0);
    expect(container.querySelectorAll("img, script, svg[onload], iframe, a[href]")).toHaveLength(0);
    expect((window as unknown as { hacked?: number }).hacked).toBeUndefined();
  },
);
