/** Tries one forbidden action in the sandbox; the argument names it. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';

/** Returns the error. */
const tried = (attempt) => {
  try {
    attempt();
    return 'done';
  } catch ({ code }) {
    return code;
  }
};

const given = await buffer(process.stdin);
const acts = {
  answer: () => given,
  tell: () =>
    JSON.stringify({
      environment: Object.keys(process.env).toSorted(),
      read: tried(() => readFileSync('/etc/passwd')),
      write: tried(() => writeFileSync(given.toString(), 'x')),
      start: tried(() => spawnSync('/bin/true')),
    }),
  refuse: () => process.exit(65),
  fail: () => process.exit(1),
  grow: () => {
    const held = [];
    for (;;) held.push(Buffer.alloc(1024 * 1024, 1));
  },
  compute: () => {
    for (;;);
  },
  sleep: () => new Promise((resolve) => setTimeout(resolve, 60_000)),
  talk: () => Buffer.alloc(2 * 1024 * 1024),
};
process.stdout.write(await acts[process.argv[2]]());
