import { type AreaNode, areaTree, isAreaMatch } from "../../../runtime/area/areas.ts";

export interface AreaOption {
  value: string;
  label: string;
  children?: AreaOption[];
}

let options: AreaOption[] | undefined;

/** The divisions as antd's cascader wants them, made once. */
export function areaOptions(): AreaOption[] {
  options ??= areaTree().map(toOption);
  return options;
}

function toOption({ code, name, children }: AreaNode): AreaOption {
  return { value: code, label: name, ...(children ? { children: children.map(toOption) } : {}) };
}

/** Every word typed is somewhere on the way from the province down. */
export function isMeant(typed: string, path: readonly { readonly label?: unknown }[]): boolean {
  const words = typed.trim().split(/[\s/]+/);
  return words.every((word) => path.some((node) => isAreaMatch(String(node.label ?? ""), word)));
}

export { areaCodes, areaOfPrefix, areaPrefix, areaText } from "../../../runtime/area/areas.ts";
