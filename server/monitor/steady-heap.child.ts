import { steadyHeap } from "./steady-heap.ts";

/** The heap at most while rows come and go that live just long enough to be taken for lasting ones, in MB. */
function highestHeapMb(): number {
  const kept: object[][] = [];
  let highest = 0;
  for (let batch = 0; batch < 600; batch += 1) {
    kept[batch % 100] = Array.from({ length: 5_000 }, (_, row) => ({ batch, row, text: `${batch}:${row}` }));
    highest = Math.max(highest, process.memoryUsage().heapUsed);
  }
  return highest / 2 ** 20;
}

const free = highestHeapMb();
const first = await steadyHeap();
const second = await steadyHeap();
first();
first();
const held = highestHeapMb();
second();
console.log(JSON.stringify({ free, held, freeAgain: highestHeapMb() }));
