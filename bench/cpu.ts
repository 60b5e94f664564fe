/**
 * CPU time of a server, from Linux's own books. Neighbours on the machine change how many requests a second holds; how much
 * work one request is, they change far less.
 */
import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const tickMicroseconds = 10_000;

/** Of the process and its children, which are the workers of nginx. */
export function cpuMicroseconds(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return [pid, ...children.map(Number)].reduce((sum, one) => sum + ticksOf(one), 0) * tickMicroseconds;
}

function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may hold spaces; user and system time are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}
