/**
 * CPU time of a server, from Linux's /proc. Other load on the machine changes the requests per second, but hardly the
 * CPU time of one request.
 */
import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const tickMicroseconds = 10_000;

/** Of the process and its children, such as the workers of nginx. */
export function cpuMicroseconds(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return [pid, ...children.map(Number)].reduce((sum, one) => sum + readCpuTicks(one), 0) * tickMicroseconds;
}

function readCpuTicks(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may contain spaces; user and system time are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}
