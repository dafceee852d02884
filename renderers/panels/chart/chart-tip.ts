import type { ChartSpec } from "./chart-spec.ts";

interface TipPart {
  readonly dataIndex: number;
  readonly seriesIndex: number;
  readonly color?: unknown;
}

/** What stands beside the pointer, as elements: data is never read as markup. */
export function tipOf(spec: ChartSpec): (parts: TipPart | readonly TipPart[]) => HTMLElement {
  return (parts) => {
    const all = Array.isArray(parts) ? (parts as readonly TipPart[]) : [parts as TipPart];
    const box = element("div", "");
    box.className = "sc-boxes sc-tight";
    const at = all[0]?.dataIndex ?? 0;
    box.append(element("small", titleAt(spec, at)));
    for (const part of all) {
      for (const [name, text] of linesAt(spec, part)) {
        const line = element("span", "");
        line.className = "sc-line";
        const mark = element("i", "");
        mark.className = "sc-key";
        mark.style.background = typeof part.color === "string" ? part.color : "";
        const figure = element("em", text);
        figure.className = "sc-num sc-end";
        line.append(mark, name, figure);
        box.append(line);
      }
    }
    return box;
  };
}

function titleAt(spec: ChartSpec, at: number): string {
  switch (spec.kind) {
    case "pie":
      return spec.parts[at]?.name ?? "";
    case "scatter":
      return spec.points[at]?.name ?? "";
    case "heat-map": {
      const cell = spec.cells[at];
      return cell ? `${spec.lines[cell.line] ?? ""} · ${spec.columns[cell.column] ?? ""}` : "";
    }
    default:
      return spec.labels[at] ?? "";
  }
}

function linesAt(spec: ChartSpec, { dataIndex, seriesIndex }: TipPart): readonly (readonly [string, string])[] {
  switch (spec.kind) {
    case "pie":
      return [["", String(spec.parts[dataIndex]?.value ?? "")]];
    case "scatter": {
      const point = spec.points[dataIndex];
      return [
        [spec.x, String(point?.x ?? "")],
        [spec.y, String(point?.y ?? "")],
      ];
    }
    case "heat-map":
      return [["", spec.text(spec.cells[dataIndex]?.value)]];
    default: {
      const series = spec.series[seriesIndex];
      return series ? [[series.name, series.text(series.values[dataIndex])]] : [];
    }
  }
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
