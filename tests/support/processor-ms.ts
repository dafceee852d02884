/** What work takes of the processor, in milliseconds: other work on the same machine does not count. */
export function processorMs(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** What takes a moment on an ordinary machine may take this long on a slow one. What has no limit takes far longer. */
export const aMomentMs = 6_000;
