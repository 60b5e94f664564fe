/** Collects the licence texts of all production packages. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBillOfMaterials, type LockedPackage } from '../sbom.ts';

const licenceFile = /^(?:licen[cs]e|copying|notice)(?:[-.].*)?$/i;
const RULE = '-'.repeat(80);

/**
 * Only the name of an optional package: it is installed on some machines only, and the text must be the same
 * everywhere.
 */
function readLicenceTexts(folder: string, { optional }: LockedPackage): string[] {
  if (optional) return ['Only on some machines; its text is in the package.'];
  if (!existsSync(folder)) throw new Error(`${folder} is not there: run npm ci first.`);
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
    .map(({ name }) => name)
    .toSorted((one, other) => (one < other ? -1 : 1));
  return files.map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());
}

export function formatNotices(root: string, packages: Record<string, LockedPackage>): string {
  const { components } = createBillOfMaterials(packages, { name: 'hakiki', version: '' });
  const sections = components.map((component) => {
    const path = component['bom-ref'].slice(0, component['bom-ref'].lastIndexOf('@'));
    const [licence] = component.licenses;
    const texts = readLicenceTexts(join(root, path), packages[path]!);
    if (!licence && texts.length === 0) throw new Error(`${component.name} has no licence.`);
    return [
      RULE,
      `${component.name} ${component.version}`,
      `Licence: ${licence?.expression ?? 'as follows'}`,
      '',
      ...texts,
    ]
      .join('\n')
      .trimEnd();
  });
  const head = `Hakiki is licensed under AGPL-3.0-only (LICENSE). It runs with these ${sections.length} packages, each under its own licence.`;
  return `${[head, ...new Set(sections)].join('\n\n')}\n`;
}
