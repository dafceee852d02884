import { Session } from "node:inspector/promises";
import { setFlagsFromString } from "node:v8";

/** V8 itself lets a heap that grows fast become three times as large before it collects. */
const growthPercent = 60;
let holders = 0;

/**
 * Keeps the heap near the size of what is alive, until the returned function is called: for work that goes through
 * millions of objects and keeps none. Others pay for the collections, so it is not the way of every day.
 */
export async function steadyHeap(): Promise<() => void> {
  let isHeld = true;
  holders += 1;
  if (holders === 1) {
    growBy(growthPercent);
    // The limit in force was set by the collection before.
    await collect();
  }
  return () => {
    if (isHeld) holders -= 1;
    isHeld = false;
    if (holders === 0) growBy(0);
  };
}

/** @param percent 0 leaves it to V8 */
function growBy(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

async function collect(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post("HeapProfiler.collectGarbage");
  } finally {
    session.disconnect();
  }
}
