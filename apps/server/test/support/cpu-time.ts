/**
 * Returns the CPU milliseconds of this thread, the minimum of three runs, so that other load on the machine does not
 * count.
 */
export function measureCpuMs(run: () => void): number {
  const measurements = [1, 2, 3].map(() => {
    const before = process.threadCpuUsage();
    run();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...measurements);
}
