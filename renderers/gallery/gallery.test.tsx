// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConfigProvider, theme } from "antd";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AnyDefinition, CellDefinition, EditorDefinition } from "../../runtime/registry/define.ts";
import type { Cell, Editor } from "../../runtime/schema/types.gen.ts";
import { hostileHtml } from "../../tests/support/hostile-html.ts";
import { CellView } from "../cells/CellView.tsx";
import { definitions } from "../definitions.gen.ts";
import { editorComponentOf } from "../editors/registered-editors.ts";
import { fixtureConsole } from "../testing/fixture-console.ts";
import { ActionSpecimen } from "./ActionSpecimen.tsx";
import { CellSpecimen } from "./CellSpecimen.tsx";
import { EditorSpecimen, galleryDictionaries } from "./EditorSpecimen.tsx";
import { Gallery } from "./Gallery.tsx";
import { galleryServices } from "./gallery-services.ts";
import { PanelSpecimen } from "./PanelSpecimen.tsx";
import { sampleDict, sampleOf, sampleRow } from "./samples.ts";

const dark = document.documentElement.dataset;
beforeEach(() => {
  dark.theme = "dark";
});
// The editor itself listens to the whole page and needs a browser: tests/browser/code-editor.test.ts.
vi.mock("../code/MonacoCode.tsx", async () => ({ MonacoCode: (await import("../testing/PlainCode.tsx")).PlainCode }));

afterEach(() => {
  cleanup();
  delete dark.theme;
});

const ofSlot = <Slot extends AnyDefinition["slot"]>(slot: Slot) =>
  definitions.filter((each): each is Extract<AnyDefinition, { slot: Slot }> => each.slot === slot);
const cells = ofSlot("cell");
const editors = ofSlot("editor").filter(({ type }) => editorComponentOf(type as Editor["type"]));
const panels = ofSlot("panel");
const actions = ofSlot("action");

function setting() {
  const services = galleryServices(fixtureConsole().services, "given");
  return { services, dictionaries: galleryDictionaries(services) };
}

const inDark = (children: ReactNode) =>
  render(<ConfigProvider theme={{ algorithm: theme.darkAlgorithm }}>{children}</ConfigProvider>);

/** What stands in a part for a person: texts, and the values of its inputs. */
function seen(part: Element): string {
  const inputs = [...part.querySelectorAll<HTMLInputElement>("input, textarea")].map(({ value }) => value);
  return [part.textContent, ...inputs].join(" ");
}
const state = (container: HTMLElement, name: string): HTMLElement => {
  const found = container.querySelector<HTMLElement>(`[data-state="${name}"] .sc-gallery-face`);
  if (!found) throw new Error(`no state ${name}`);
  return found;
};

describe("every renderer of the registry", () => {
  test.each(definitions)("$slot $type has a title, a sentence and an example of its own type", (definition) => {
    expect(definition.title).toMatch(/\p{Script=Han}|Markdown/u);
    expect(definition.description).toMatch(/。$/);
    expect(definition.examples.length).toBeGreaterThan(0);
    for (const example of definition.examples) {
      expect(example[definition.slot === "screen" ? "kind" : "type"]).toBe(definition.type);
    }
  });

  // A switch that holds nothing is off.
  const nothing = (type: string) => (type === "switch" ? "否" : "—");

  test.each(cells)("cell $type: each example shows its value, a long one, and “—” for nothing", (definition) => {
    for (const example of definition.examples) {
      const { container, unmount } = inDark(<CellSpecimen definition={definition} example={example} {...setting()} />);
      expect(screen.queryByText("页面出错了")).toBeNull();
      expect(state(container, "空").textContent).toBe(nothing(definition.type));
      expect(state(container, "导出文字").textContent).not.toBe("");
      for (const name of ["正常", "很长"]) {
        const face = state(container, name);
        expect(face.textContent !== "" || face.querySelector("img, svg, [class*=sc-]")).toBeTruthy();
        expect(face.textContent).not.toBe("—");
      }
      unmount();
    }
  });

  test.each(cells.filter((each) => sampleOf(each).unknown !== undefined))(
    "cell $type: an unknown code stands as itself",
    (definition) => {
      const { container } = inDark(
        <CellSpecimen definition={definition} example={definition.examples[0] ?? {}} {...setting()} />,
      );
      expect(seen(state(container, "未知值"))).toContain(sampleOf(definition).unknown);
    },
  );

  test.each(editors)("editor $type: stands full, empty, closed, wrong, waiting and refused", async (definition) => {
    const { container } = inDark(
      <EditorSpecimen definition={definition} example={definition.examples[0] ?? {}} {...setting()} />,
    );
    await waitFor(() => expect(container.querySelector("[aria-busy=true]")).toBeNull());
    expect(container.querySelectorAll("[data-state]").length).toBeGreaterThanOrEqual(7);
    expect(screen.queryByText("页面出错了")).toBeNull();
    const closed = state(container, "禁用");
    const isClosed = closed.querySelector(
      ":disabled, [aria-disabled=true], .ant-select-disabled, .ant-slider-disabled",
    );
    // Stored files can be looked at, with nothing to put in.
    expect(isClosed ?? closed.querySelector("input:not([disabled]), textarea, .ant-upload") === null).toBeTruthy();
    expect(state(container, "有误").textContent).toContain("请检查这一项");
  });

  test.each(editors.filter((each) => sampleOf(each).unknown !== undefined && each.type !== "popup"))(
    "editor $type: an unknown code or a deleted person stands as itself, also while nothing was answered",
    async (definition) => {
      const { container } = inDark(
        <EditorSpecimen definition={definition} example={definition.examples[0] ?? {}} {...setting()} />,
      );
      const words = sampleOf(definition).unknown?.split(",").at(-1);
      await waitFor(() => expect(seen(state(container, "未知值"))).toContain(words));
      for (const name of ["加载中", "加载失败"]) expect(seen(state(container, name)).trim()).not.toBe("");
    },
  );

  test.each(panels)(
    "panel $type: shows its rows, says when there are none, waits, and names a failure",
    async (each) => {
      const { container } = inDark(<PanelSpecimen definition={each} example={each.examples[0] ?? {}} {...setting()} />);
      await waitFor(() => expect(state(container, "正常").querySelector(".sc-panel-wait")).toBeNull());
      await waitFor(() => expect(state(container, "加载失败").textContent).toContain("网络不可用，请稍后重试"));
      expect(screen.queryByText("页面出错了")).toBeNull();
      within(state(container, "加载中")).getByRole("status");
      expect(seen(state(container, "正常")).trim() || state(container, "正常").querySelector("svg")).toBeTruthy();
    },
  );

  test.each(actions)("action $type: runs from a button and says what it would do", async (definition) => {
    const { container } = inDark(
      <ActionSpecimen definition={definition} example={definition.examples[0] ?? {}} {...setting()} />,
    );
    await userEvent.click(screen.getByRole("button", { name: "试一试" }));
    await waitFor(() => expect(within(container).getByRole("status").textContent).not.toBe("—"));
  });
});

/** Elements and addresses that run: text put into the page stays text. */
function running(root: ParentNode): readonly string[] {
  return [...root.querySelectorAll("*")]
    .filter(
      (element) =>
        /^(SCRIPT|IFRAME|OBJECT|EMBED|MARQUEE|BASE|LINK|META|FORM|VIDEO|AUDIO|MATH|TEMPLATE)$/i.test(element.tagName) ||
        [...element.attributes].some(
          ({ name, value }) =>
            /^on/i.test(name) || (/^(href|xlink:href|action)$/.test(name) && /^\s*javascript:/i.test(value)),
        ),
    )
    .map((element) => element.outerHTML.slice(0, 120));
}

describe("hostile markup stays text", () => {
  test.each(cells)("cell $type: 200 hostile values and words", (definition: CellDefinition) => {
    const { services, dictionaries } = setting();
    const sample = sampleOf(definition);
    const context = {
      isState: () => false,
      dictOption: (_: unknown, value: string) => ({ value, text: value, title: value, color: value }),
      fileUrl: (path: string) => services.fileUrl(path),
      run: () => undefined,
    };
    void dictionaries;
    const cell = definition.examples[0] as unknown as Cell;
    const subject = {
      name: sample.field.name,
      title: hostileHtml[0] ?? "",
      field: sample.field,
      dict: sample.field.dict,
    };
    const { container } = render(
      hostileHtml.map((text) => (
        <p key={text}>
          <CellView
            subject={subject}
            plan={{ kind: "cell", type: cell.type, props: cell }}
            row={sampleRow(sample, text, text)}
            context={context}
          />
        </p>
      )),
    );
    expect(hostileHtml.length).toBeGreaterThanOrEqual(200);
    expect(container.querySelectorAll("p").length).toBe(hostileHtml.length);
    expect(running(container)).toEqual([]);
    expect(window).not.toHaveProperty("__ran");
  });

  // Formatted text is parsed and cleaned, which only a browser's own parser can show: see the browser tests of it.
  test.each(editors.filter(({ type }) => type !== "rich-text"))(
    "editor $type: 200 hostile options, label and value",
    async (definition: EditorDefinition) => {
      const { services, dictionaries } = setting();
      dictionaries.put(
        sampleDict.code,
        hostileHtml.map((text) => ({ value: text, text, title: text })),
      );
      const sample = sampleOf(definition);
      const example = definition.examples[0] as unknown as Editor;
      const Control = editorComponentOf(example.type);
      if (!Control) throw new Error("no control");
      const all = hostileHtml.join(" ");
      const { container } = render(
        <Control
          id="hostile"
          title={all}
          field={{ ...sample.field, title: all }}
          dict={sample.field.dict}
          options={example}
          value={sample.field.multiple ? hostileHtml.slice(0, 20).join(",") : all}
          text={all}
          disabled={false}
          autoOpen
          aria={{ "aria-required": undefined, "aria-invalid": undefined, "aria-describedby": undefined }}
          services={services}
          dictionaries={dictionaries}
          onChange={() => undefined}
          onBlur={() => undefined}
        />,
        { container: document.body.appendChild(document.createElement("div")) },
      );
      await waitFor(() => expect(container.children.length).toBeGreaterThan(0));
      expect(running(document.body)).toEqual([]);
      expect(window).not.toHaveProperty("__ran");
    },
  );
});

describe("the gallery", () => {
  test("a search and a family leave the renderers that fit, counted", async () => {
    render(<Gallery services={fixtureConsole().services} />);
    await userEvent.click(screen.getByRole("radio", { name: "单元格" }));
    await userEvent.type(screen.getByRole("textbox", { name: "按名称、类型或说明查找" }), "字典 tag");
    expect(screen.getAllByRole("article").map((each) => each.getAttribute("aria-label"))).toEqual(["字典标签"]);
    screen.getByText(/^找到 1 个，共 \d+ 个组件$/);
    await userEvent.type(screen.getByRole("textbox", { name: "按名称、类型或说明查找" }), "没有这个");
    screen.getByText("没有符合的组件，换一个关键词试试。");
  });
});
