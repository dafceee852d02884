import { formatNumber } from "./number.ts";

const units = ["B", "KB", "MB", "GB", "TB"];

/** `1536` → `1.5 KB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${formatNumber(bytes / 1024 ** power, power === 0 ? 0 : 1)} ${units[power]}`;
}
