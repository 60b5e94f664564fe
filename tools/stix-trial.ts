/**
 * Checks a published STIX file against the JSON schemas of OASIS, which this repository does not contain.
 *
 *   git clone https://github.com/oasis-open/cti-stix2-json-schemas /tmp/stix
 *   npm run stix-trial -- /tmp/stix/schemas stix.json.gz
 */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';

const MAX_SHOWN = 20;

async function createValidators(folder: string) {
  // The schemas use keywords in ways that strict mode rejects, and regular expressions without the flag u.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, unicodeRegExp: false, allErrors: true });
  for (const file of globSync('**/*.json', { cwd: folder })) {
    ajv.addSchema(JSON.parse(await readFile(join(folder, file), 'utf8')) as AnySchemaObject);
  }
  const find = (path: string) =>
    ajv.getSchema(`http://raw.githubusercontent.com/oasis-open/cti-stix2-json-schemas/stix2.1/schemas/${path}.json`);
  return (type: string) => find(`sdos/${type}`) ?? find(`common/${type}`);
}

const [folder, file] = process.argv.slice(2);
if (!folder || !file) throw new Error('Usage: npm run stix-trial -- <folder of schemas> <stix.json.gz>');
const findValidator = await createValidators(folder);
const content = await readFile(file);
const text = (file.endsWith('.gz') ? gunzipSync(content) : content).toString('utf8');
const bundle = JSON.parse(text) as { type: string; objects: { type: string; id: string }[] };

const faults: string[] = [];
const counts: Record<string, number> = {};
// Each object is checked separately: the schema of a bundle tries every type for each, and leaves out extension
// definitions.
const envelope = { ...bundle, objects: bundle.objects.slice(0, 1) };
for (const object of [envelope, ...bundle.objects] as { type: string; id: string }[]) {
  const validate = findValidator(object.type);
  const isValid = validate?.(object) === true;
  if (!isValid) faults.push(`${object.id}: ${JSON.stringify(validate?.errors ?? `no schema of ${object.type}`)}`);
  counts[object.type] = (counts[object.type] ?? 0) + 1;
}
for (const fault of faults.slice(0, MAX_SHOWN)) console.error(fault);
console.log(`${JSON.stringify(counts)}: ${faults.length} do not match their schema`);
process.exitCode = faults.length === 0 ? 0 : 1;
