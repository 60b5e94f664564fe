/**
 * The compiler of the message catalogue reports success even if it found no message. So its output is compared with the
 * catalogue.
 */
import { join } from 'node:path';
import { catalogueFolders, readCatalogue } from '../apps/web/compile-texts.ts';

const file = join(catalogueFolders.compiled, 'messages.js');
const { m: compiled } = (await import(file)) as { m: Record<string, unknown> };

const expectedKeys = Object.keys(readCatalogue(catalogueFolders)['en'] ?? {});
const missing = expectedKeys.filter((key) => typeof compiled[key] !== 'function');
if (missing.length > 0) console.error(`not compiled: ${missing.join(', ')}`);
console.log(`${expectedKeys.length - missing.length} of ${expectedKeys.length} texts compiled`);
if (expectedKeys.length === 0 || missing.length > 0) process.exitCode = 1;
