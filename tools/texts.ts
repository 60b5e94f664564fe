/**
 * The compiler of the message catalogue reports success even if it found no message. So its output is compared with the
 * catalogue.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const web = join(import.meta.dirname, '../apps/web');
const catalogue = JSON.parse(await readFile(join(web, 'messages/en.json'), 'utf8')) as Record<string, unknown>;
const { m: compiled } = (await import(join(web, 'app/paraglide/messages.js'))) as { m: Record<string, unknown> };

const expectedKeys = Object.keys(catalogue).filter((key) => !key.startsWith('$'));
const missing = expectedKeys.filter((key) => typeof compiled[key] !== 'function');
if (missing.length > 0) console.error(`not compiled: ${missing.join(', ')}`);
console.log(`${expectedKeys.length - missing.length} of ${expectedKeys.length} texts compiled`);
if (expectedKeys.length === 0 || missing.length > 0) process.exitCode = 1;
