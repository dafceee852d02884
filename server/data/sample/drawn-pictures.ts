import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { readDrawnPath } from "../../files/drawn-path.ts";
import { createRandom, hashText, type Random } from "./random.ts";

/**
 * Draws a picture of the demonstration data. The address alone decides what it looks like, so it tells nothing that the
 * caller did not know. Everything in it comes from a checked document; no text of a person is in it.
 *
 * @returns SVG without scripts, links or texts; undefined for an address that no model describes
 */
export function drawPicture(path: string, models: ReadonlyMap<string, ResolvedModel>): string | undefined {
  const [modelId = "", name = ""] = readDrawnPath(path) ?? [];
  const drawings = models.get(modelId)?.sample?.drawings ?? {};
  const drawing = Object.hasOwn(drawings, name) ? drawings[name] : undefined;
  if (!drawing) return undefined;
  const { width = 600, height = 400, shapes } = drawing;
  const random = createRandom(hashText(path));
  const colors = [...drawing.colors];
  const from = takeOne(colors, random);
  const to = takeOne(colors.length > 0 ? colors : [from], random);
  const unit = Math.min(width, height);
  const size = unit * 0.46;
  const lines = shapes.map((line) => `<path d="${line}"/>`).join("");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>`,
    `<rect width="${width}" height="${height}" fill="url(#g)"/>`,
    ...Array.from({ length: 4 }, () => circle(random, width, height, unit)),
    `<circle cx="${width / 2}" cy="${height / 2}" r="${round(unit * 0.36)}" fill="#fff" fill-opacity="0.92"/>`,
    `<g transform="translate(${round(width / 2 - size / 2)} ${round(height / 2 - size / 2)}) scale(${round(size / 24)})"`,
    ` fill="none" stroke="${to}" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round">${lines}</g></svg>`,
  ].join("");
}

const round = (value: number): number => Math.round(value * 100) / 100;

function takeOne(colors: string[], random: Random): string {
  return colors.splice(random.integer(0, colors.length - 1), 1)[0] ?? "#8899aa";
}

function circle(random: Random, width: number, height: number, unit: number): string {
  const [x, y, radius] = [random.next() * width, random.next() * height, (0.12 + random.next() * 0.3) * unit];
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="#fff" fill-opacity="${round(0.08 + random.next() * 0.1)}"/>`;
}
