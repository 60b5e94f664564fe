/** Measures the resources of child processes as the kernel counts them; Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

const readIfExists = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const listChildPids = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readIfExists(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean),
  );

const readPeakBytes = (pid: string): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readIfExists(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;

/**
 * Watches children whose command contains the text. `peakBytes` is their peak use and the growth of this process
 * meanwhile.
 */
export function watchChildProcesses(commandPart: string) {
  const before = process.memoryUsage.rss();
  let [atOnce, peakBytes] = [0, 0];
  const watch = setInterval(() => {
    const children = listChildPids(process.pid).filter((pid) =>
      readIfExists(`/proc/${pid}/cmdline`).includes(commandPart),
    );
    const used = children.map(readPeakBytes).reduce((sum, bytes) => sum + bytes, 0);
    atOnce = Math.max(atOnce, children.length);
    peakBytes = Math.max(peakBytes, used + Math.max(0, process.memoryUsage.rss() - before));
  }, 3);
  return {
    stop: () => {
      clearInterval(watch);
      return { atOnce, peakBytes };
    },
  };
}
