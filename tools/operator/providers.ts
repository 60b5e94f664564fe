/** Imports providers from a list: `hakiki providers import <file.csv>` shows a preview, `--yes` imports. */
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createProvider } from '@hakiki/contract/directory-admin';
import type { BodyOf } from '@hakiki/contract/endpoint';
import { badgeNames, parseFeature } from '@hakiki/contract/directory';
import { parseFieldError } from '@hakiki/contract/field-error';
import { toSentence } from '@hakiki/contract/field-errors';
import { logoLimits } from '@hakiki/contract/limits';
import { findMarkedTexts, listProviderTexts, type MarkedText } from '@hakiki/contract/private-data';
import { readSettingsOrExit } from '../../apps/server/src/platform/config/settings.ts';
import { CsvError, readCsv } from '../../apps/server/src/platform/read-csv.ts';
import { openServices, operator } from './services.ts';

const MAX_FILE_BYTES = 5_000_000;
const MAX_PROVIDERS = 5000;
const columns = [
  'name',
  'otherNames',
  'type',
  'description',
  'website',
  'countries',
  'licenseInfo',
  'established',
  'userCount',
  'securityFeatures',
  'insurance',
  'badges',
  'logo',
] as const;
const requiredColumns = ['name', 'type', 'description', 'countries'];
/** Cells with several entries. */
const listColumns = ['otherNames', 'countries', 'securityFeatures', 'badges'];
/** Columns of an export that are no facts of a listing: verdicts are decided, and ratings are counted. */
const ignoredColumns = [
  'id',
  'verificationStatus',
  'reviewState',
  'riskScore',
  'rating',
  'reviewCount',
  'regulatoryCompliance',
  'userSatisfaction',
  'securityMeasures',
  'flaggedReasons',
  'logoUrl',
  'createdAt',
];

const USAGE = `hakiki providers import <file.csv>         shows what would be added, what exists and what is invalid
hakiki providers import <file.csv> --yes   adds it
  --with-private-details                   also adds lines that may contain private data (a person, a phone number, an address)

The first line contains the column names: ${columns.join(', ')}.
Of these ${requiredColumns.join(', ')} are required. Separate several entries of ${listColumns.join(', ')} in one cell by semicolons. A security feature is written 'Cold storage: confirmed' or 'Cold storage: not_confirmed'; a badge is one of
${badgeNames.join(', ')}. A logo is the name of a PNG, JPEG or WebP picture in the folder of the list. A file that the console exported can be imported: its other columns are ignored. At most ${MAX_PROVIDERS} lines and ${MAX_FILE_BYTES / 1e6} MB. Added providers are listed at once, with verification pending. Nothing is added while a line is invalid.`;

type Provider = BodyOf<typeof createProvider>;
interface Options {
  yes: boolean;
  'with-private-details': boolean;
}
interface Line {
  line: number;
  provider: Provider;
  /** The name of the picture in the folder of the list, or empty. */
  logo: string;
}

/** The file is not a valid list, so there is no preview. */
class InvalidList extends Error {}

const readEntries = (cell: string): string[] => cell.split(/[;|]/).flatMap((entry) => entry.trim() || []);

function readCell(name: string, cell: string): unknown {
  if (!listColumns.includes(name)) return cell;
  const entries = readEntries(cell);
  return name === 'securityFeatures' ? entries.map(parseFeature) : entries;
}

/** The sentence that the API would answer with. */
const toMessage = (name: string | undefined, message: string): string =>
  name === 'badges' ? `must be of ${badgeNames.join(', ')}` : toSentence(parseFieldError(message));

function readList(file: string): { lines: Line[]; wrong: string[] } {
  if (statSync(file).size > MAX_FILE_BYTES)
    throw new InvalidList(`${file} is larger than ${MAX_FILE_BYTES / 1e6} MB: split it.`);
  const [head, ...rows] = readCsv(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)));
  const names = head?.cells ?? [];
  const unknown = names.filter((name) => ![...columns, ...ignoredColumns].includes(name));
  const missing = requiredColumns.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new InvalidList(`Unknown column ${unknown.join(', ')}.`);
  if (missing.length > 0)
    throw new InvalidList(`The first line must name the columns; missing: ${missing.join(', ')}.`);
  if (rows.length > MAX_PROVIDERS)
    throw new InvalidList(`${rows.length} lines are more than ${MAX_PROVIDERS}: split it.`);
  const lines: Line[] = [];
  const wrong: string[] = [];
  for (const { line, cells } of rows) {
    const given = names.map((name, place) => [name, readCell(name, cells[place] ?? '')] as const);
    const checked = createProvider.body.safeParse(
      Object.fromEntries(given.filter(([name]) => name !== 'logo' && !ignoredColumns.includes(name))),
    );
    const logo = (cells[names.indexOf('logo')] ?? '').trim();
    if (cells.length > names.length) wrong.push(`line ${line}: more cells than columns`);
    else if (checked.success) lines.push({ line, provider: checked.data, logo });
    else
      wrong.push(
        ...checked.error.issues.map(
          ({ path, message }) => `line ${line}: ${path.join('.')}: ${toMessage(path[0] as string, message)}`,
        ),
      );
  }
  return { lines, wrong };
}

const listMarkKinds = ({ field, marks }: MarkedText) => marks.map(({ kind }) => `${kind} in ${field}`);

const formatLine = ({ line, provider: { name, website } }: Line) =>
  `  line ${line}: ${name}${website ? ` (${website})` : ''}`;

const printLines = (title: string, lines: readonly string[]) => {
  if (lines.length > 0) console.log(`${title}: ${lines.length}\n${lines.join('\n')}\n`);
};

/** Public texts that may contain private data. */
const findPrivateDetails = ({ provider }: Line) =>
  findMarkedTexts(
    listProviderTexts({
      flaggedReasons: [],
      ...provider,
      otherNames: provider.otherNames ?? [],
      licenseInfo: provider.licenseInfo ?? null,
      securityFeatures: provider.securityFeatures ?? [],
      insurance: provider.insurance ?? null,
    }),
  );

type Directory = Awaited<ReturnType<typeof openServices>>['services']['directory'];

/** Describes what is wrong with a picture; undefined for another error. */
function toLogoError(error: unknown, logo: string): string | undefined {
  if (error instanceof InvalidList) return `${logo} ${error.message}`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'LOGO_REFUSED') return (error as Error).message;
  return ['ENOENT', 'EACCES', 'EISDIR'].includes(code) ? `${logo} cannot be read: ${code}` : undefined;
}

/** Draws the pictures as pages show them, also for the preview: only this finds the ones that are wrong. */
async function drawLogos(directory: Directory, lines: readonly Line[], folder: string) {
  const logos = new Map<Line, Awaited<ReturnType<Directory['drawLogo']>>>();
  const wrong: string[] = [];
  for (const line of lines.filter(({ logo }) => logo)) {
    try {
      // A list from elsewhere cannot publish other files of the server.
      if (basename(line.logo) !== line.logo)
        throw new InvalidList('is not the name of a file in the folder of the list');
      const file = join(folder, line.logo);
      if (statSync(file).size > logoLimits.fileBytes)
        throw new InvalidList(`is larger than ${logoLimits.fileBytes / 1e6} MB`);
      logos.set(line, await directory.drawLogo(readFileSync(file), operator));
    } catch (error) {
      const words = toLogoError(error, line.logo);
      if (words === undefined) throw error;
      wrong.push(`line ${line.line}: logo: ${words}`);
    }
  }
  return { logos, wrong };
}

async function run(file: string, { yes: isMeant, 'with-private-details': keepsPrivate }: Options): Promise<boolean> {
  const { lines, wrong: wrongCells } = readList(file);
  const { services, close } = await openServices(readSettingsOrExit());
  try {
    const { directory } = services;
    const compared = await directory.compareList(
      lines.map(({ provider: { name, website } }) => ({ name, website: website || null })),
    );
    const fresh = lines.filter((_, place) => !compared[place]!.isKnown && compared[place]!.sameAs === null);
    const known = lines.flatMap((one, place) => {
      const { isKnown, sameAs } = compared[place]!;
      if (isKnown) return `${formatLine(one)}: the name or the domain is in the register`;
      return sameAs === null ? [] : `${formatLine(one)}: the name or the domain of line ${lines[sameAs]!.line}`;
    });
    const { logos, wrong: wrongLogos } = await drawLogos(directory, fresh, dirname(file));
    const wrong = [...wrongCells, ...wrongLogos];
    printLines(
      'Invalid',
      wrong.map((words) => `  ${words}`),
    );
    printLines('Existing', known);
    const isLeftOut = (line: Line) => !keepsPrivate && findPrivateDetails(line).length > 0;
    const toAdd = fresh.filter((line) => !isLeftOut(line));
    printLines(
      'Skipped, may contain private data (remove it, or check it and pass --with-private-details)',
      fresh
        .filter(isLeftOut)
        .map((line) => `${formatLine(line)}: ${findPrivateDetails(line).flatMap(listMarkKinds).join(', ')}`),
    );
    printLines(isMeant && wrong.length === 0 ? 'To add' : 'Would be added', toAdd.map(formatLine));
    if (wrong.length > 0) {
      console.log('Nothing was added: fix the errors first.');
      return false;
    }
    if (!isMeant) {
      console.log('Nothing was added. Pass --yes to add.');
      return true;
    }
    let added = 0;
    // One transaction each: an interrupted import continues when it is run again.
    for (const line of toAdd) {
      const acknowledged = findPrivateDetails(line).map(({ token }) => token);
      if (await directory.addFromList(line.provider, { operator, acknowledged, logo: logos.get(line) })) added += 1;
    }
    console.log(`Added ${added}.`);
    return true;
  } finally {
    await close();
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    yes: { type: 'boolean', default: false },
    'with-private-details': { type: 'boolean', default: false },
  },
});
const [act, file, ...more] = positionals;
if (act !== 'import' || !file || more.length > 0) {
  console.error(USAGE);
  process.exit(2);
}
try {
  if (!(await run(file, values))) process.exitCode = 1;
} catch (error) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof InvalidList) console.error(error.message);
  else if (error instanceof CsvError) console.error(`${file}: ${error.message}.`);
  else if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') console.error(`${file} is not UTF-8: save it as such.`);
  else if (['ENOENT', 'EACCES', 'EISDIR'].includes(code)) console.error(`${file} cannot be read: ${code}.`);
  else throw error;
  process.exitCode = 1;
}
