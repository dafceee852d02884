import { round } from "../measure.mjs";

/**
 * What the figures say about the goals of the design.
 * @param {Record<string, Record<string, number>>} figures title of a case → its medians
 * @returns per goal: what is compared, the figure, and the bounds; figures that were not taken are left out
 */
export function goals(figures) {
  const of = (title, key) => figures[title]?.[key] ?? Number.NaN;
  const ratio = (key, ours, theirs) => round(of(ours, key) / of(theirs, key), 3);
  const grid = (name) => `grid-${name} 10000`;
  const ours = grid("console");
  const frame = 16.7;
  const rows = [
    ["G1", "mount 10,000 rows, processor time, against AG Grid", ratio("mountCpuMs", ours, grid("ag")), 0.4, 0.2],
    ["G1", "mount 10,000 rows, processor time, against vxe-table", ratio("mountCpuMs", ours, grid("vxe")), 0.25, 0.1],
    ["G2", "mount 100,000 against 1,000 rows", ratio("mountMs", "grid-console 100000", "grid-console 1000"), 1.5, 1.1],
    ["G3", "heap over the rows, against AG Grid", ratio("heapMb", ours, grid("ag")), 0.25, 0.13],
    ["G4", "scroll, processor time of a frame, against AG Grid", ratio("frameCpuMs", ours, grid("ag")), 0.2, 0.12],
    ["G4", "scroll, processor time of a frame, against vxe-table", ratio("frameCpuMs", ours, grid("vxe")), 0.25, 0.15],
    ["G4", "scroll, processor time of a frame, against the floor", ratio("frameCpuMs", ours, grid("floor")), 2, 1.3],
    ["G5", "scroll, 95th percentile of frames, against the floor", ratio("frameP95Ms", ours, grid("floor")), 1, 1],
    ["G5", "blank probes at 10 px/ms, percent", of(ours, "blankPercent"), 2, 0.5],
    ["G6", "edit committed and painted, milliseconds", of(ours, "commitMs"), frame + 5, 12],
    [
      "G6",
      "commit at 100,000 against 1,000 rows",
      ratio("commitMs", "grid-console 100000", "grid-console 1000"),
      1.2,
      1,
    ],
    ["G7", "set one cell, milliseconds", of(ours, "setMs"), frame + 3, frame],
    ["G7", "set 1,000 cells in one call, milliseconds", of(ours, "setThousandMs"), 2 * frame, frame],
    ["G8", "open a text editor, against AG Grid", ratio("openMs", ours, grid("ag")), 0.8, 0.5],
    ["G8", "open a select for the first time, milliseconds", of(ours, "firstSelectMs"), 60, 60],
    ["G8", "open a select again, milliseconds", of(ours, "nextSelectMs"), 25, 25],
    ["G9", "validate 10,000 rows, against vxe-table", ratio("validateMs", ours, grid("vxe")), 0.04, 0.04],
    [
      "G9",
      "validate 10,000 rows, against a linear pass",
      round(of(ours, "validateMs") / of(ours, "linearMs"), 2),
      undefined, // a stretch goal only
      1.2,
    ],
    ["G10", "sort 10,000 rows by number, against AG Grid", ratio("sortMs", ours, grid("ag")), 0.2, 0.1],
    [
      "G11",
      "20 × 20 editable cells, against Formily",
      ratio("mountMs", "live-console 20", "live-formily 20"),
      0.15,
      0.05,
    ],
    ["G11", "20 × 20 editable cells, against amis", ratio("mountMs", "live-console 20", "live-amis 20"), 0.1, 0.05],
    ["G12", "list of 10 rows, against amis", ratio("mountMs", "list-console 10", "list-amis 10"), 0.3, 0.2],
    ["G12", "list of 10 rows, against antd by hand", ratio("mountMs", "list-console 10", "list-antd 10"), 0.7, 0.45],
    ["G13", "list of 100 rows, against amis", ratio("mountMs", "list-console 100", "list-amis 100"), 0.15, 0.08],
    ["G13", "list of 100 rows, against antd by hand", ratio("mountMs", "list-console 100", "list-antd 100"), 0.45, 0.3],
    ["G13", "its heap, against amis", ratio("heapMb", "list-console 100", "list-amis 100"), 0.12, 0.06],
    ["G13", "its heap, against antd by hand", ratio("heapMb", "list-console 100", "list-antd 100"), 0.35, 0.2],
    [
      "G21",
      "form of 20 fields, against one by hand with Formily",
      ratio("mountMs", "form-console 1", "form-formily 1"),
      1.15,
      1,
    ],
    ["G21", "its processor time", ratio("mountCpuMs", "form-console 1", "form-formily 1"), 1.15, 1],
  ];
  return rows
    .filter(([, , figure]) => Number.isFinite(figure))
    .map(([goal, what, figure, must, stretch]) => ({
      goal,
      what,
      figure,
      must,
      stretch,
      verdict: figure <= stretch ? "stretch" : must === undefined ? "no must" : figure <= must ? "met" : "missed",
    }));
}
