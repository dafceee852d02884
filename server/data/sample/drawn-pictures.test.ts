import { expect, it } from "vitest";
import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { drawnPath, isDrawnPath } from "../../files/drawn-path.ts";
import { drawPicture } from "./drawn-pictures.ts";

const model = {
  id: "shop/picture",
  sample: { drawings: { red: { width: 300, height: 200, colors: ["#ff0000", "#aa0000"], shapes: ["M4 4h16v16z"] } } },
} as unknown as ResolvedModel;
const models = new Map([[model.id, model]]);

it("an address gives the same picture every time, and another variant another one", () => {
  const path = drawnPath(model, "red", 7);
  expect(path).toBe("drawn/shop/picture/red/7.svg");
  expect(drawPicture(path, models)).toBe(drawPicture(path, models));
  expect(drawPicture(drawnPath(model, "red", 8), models)).not.toBe(drawPicture(path, models));
  expect(drawPicture(path, models)).toMatch(/^<svg [^>]*width="300" height="200">.*<path d="M4 4h16v16z"\/>/);
});

it("addresses that no model describes draw nothing", () => {
  for (const path of [
    "drawn/shop/picture/blue/1.svg",
    "drawn/shop/none/red/1.svg",
    "drawn/shop/picture/toString/1.svg",
  ])
    expect(drawPicture(path, models)).toBeUndefined();
});

it("only whole addresses count as drawn, so that a row cannot lead a picture elsewhere", () => {
  for (const path of [
    "drawn/../sys/logout",
    "drawn/shop/picture/red/1.svg?x",
    "drawn/shop/picture/red/1.png",
    "drawn/",
  ])
    expect(isDrawnPath(path)).toBe(false);
});
