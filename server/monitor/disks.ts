import { stat, statfs } from "node:fs/promises";

/** A file system as `df` tells it, in bytes: what is reserved for root is neither used nor left. */
export interface Disk {
  readonly name: string;
  readonly max: number;
  readonly used: number;
  readonly rest: number;
}

/** The file systems that the server writes to, each once. */
export async function readDisks(places: readonly { readonly name: string; readonly path: string }[]): Promise<Disk[]> {
  const disks = new Map<number, Disk>();
  for (const { name, path } of places) {
    const { dev } = await stat(path);
    if (disks.has(dev)) continue;
    const { blocks, bfree, bavail, bsize } = await statfs(path);
    disks.set(dev, { name, max: blocks * bsize, used: (blocks - bfree) * bsize, rest: bavail * bsize });
  }
  return [...disks.values()];
}

/** Of what people may fill, as in the column Use% of `df`; 0 to 1. */
export const usedShare = ({ used, rest }: Disk): number => (used + rest > 0 ? used / (used + rest) : 0);
