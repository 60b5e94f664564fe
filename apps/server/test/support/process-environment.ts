/**
 * The environment of a test's child process: none of this machine's settings, neither variables nor `.env`, and a free
 * port.
 */
import { devNull } from 'node:os';

const compiled = process.env['NODE_COMPILE_CACHE'];

/** What `npm start` and `hakiki` load first. */
export const fastStartEnvironment = {
  NODE_OPTIONS: `--import=${new URL('../../../../tools/node-version.mjs', import.meta.url).href}`,
};

export const processEnvironment = {
  PATH: process.env['PATH'] ?? '',
  ENV_FILE: devNull,
  WORKER_PORT: '0',
  ...fastStartEnvironment,
  ...(compiled && { NODE_COMPILE_CACHE: compiled }),
};
