import { expect, test } from "vitest";
import { pairedSpans, spansOf } from "./pack-rows.ts";

const panels = [
  { key: "a", span: 6 },
  { key: "b", span: 6 },
  { key: "c", span: 12 },
  { key: "d", span: 7 },
  { key: "e", span: 12 },
  { key: "f", span: 5 },
  { key: "g", span: 8 },
];
const spans = (...hidden: readonly string[]) =>
  Object.fromEntries(
    spansOf(
      panels.filter(({ key }) => !hidden.includes(key)),
      hidden.length > 0,
    ),
  );

test("panels keep the widths that the document gives them where these fill their rows", () => {
  expect(spans()).toEqual({ a: 6, b: 6, c: 12, d: 7, e: 12, f: 5, g: 8 });
});

test("where one does not show, the others leave no hole", () => {
  expect(spans("b", "c", "g")).toEqual({ a: 11, d: 13, e: 16, f: 8 });
  expect(spans("a", "b")).toEqual({ c: 15, d: 9, e: 16, f: 8, g: 24 });
});

test("of panels that stand two in a row, one without another beside it takes the row", () => {
  const isHalf = ({ key }: { readonly key: string }) => key.startsWith("figure");
  const paired = (...keys: readonly string[]) =>
    Object.fromEntries(
      pairedSpans(
        keys.map((key) => ({ key })),
        isHalf,
      ),
    );
  expect(paired("figure1", "figure2", "chart")).toEqual({ figure1: 12, figure2: 12, chart: 24 });
  expect(paired("figure1", "figure2", "figure3", "chart", "figure4", "figure5")).toEqual({
    figure1: 12,
    figure2: 12,
    figure3: 24,
    chart: 24,
    figure4: 12,
    figure5: 12,
  });
  expect(paired("figure1", "chart")).toEqual({ figure1: 24, chart: 24 });
});
