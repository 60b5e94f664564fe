/**
 * Reports which requirements are named by a test. An id counts where it appears in a test report: in the title of a
 * test or of its describe block. Comments, bodies and skipped tests do not count.
 */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from '@swc/core';

const requirementLine = /^(?:- |\| )([A-Z]+-\d{2,})(?:: | \|)/gm;
const testFiles = '{apps,packages,e2e,tools,ops,bench,chaos}/**/*.{test,spec}.{ts,tsx}';
const ignoredFolders = /(^|\/)(node_modules|build)(\/|$)/;

export const readIds = (requirements: string): string[] =>
  [...requirements.matchAll(requirementLine)].map(([, id]) => id!);

const getArea = (id: string): string => id.slice(0, id.lastIndexOf('-'));
const getNumber = (id: string): number => Number(id.slice(id.lastIndexOf('-') + 1));

// --- titles ----------------------------------------------------------------------------------------------------------

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** `it`, `test.only`, `it.each(rows)`, `test.describe.serial` … as ['it'], ['test', 'only'], ['it', 'each'] … */
function calleeNames(callee: unknown): string[] {
  if (!isNode(callee)) return [];
  if (callee.type === 'Identifier') return [String(callee.value)];
  if (callee.type === 'MemberExpression') return [...calleeNames(callee.object), ...calleeNames(callee.property)];
  if (callee.type === 'CallExpression') return calleeNames(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return calleeNames(callee.tag);
  return [];
}

const testFunctions = new Set(['it', 'test', 'describe', 'suite']);
const skipModifiers = new Set(['skip', 'todo', 'fixme']);
/** `test.step`, `test.extend` and the hooks take a text or a function too, but define no test. */
const nonTestMembers = new Set([
  'only',
  'concurrent',
  'sequential',
  'serial',
  'parallel',
  'fails',
  'each',
  'for',
  'describe',
]);
/** `it.each(rows)` is called twice; `it.runIf(x)` may never run. */
const takesRowsFirst = new Set(['each', 'for']);

function isTestCall({ callee }: Node): boolean {
  const [first, ...modifiers] = calleeNames(callee);
  if (first === undefined || !testFunctions.has(first)) return false;
  if (!modifiers.every((name) => nonTestMembers.has(name))) return false;
  const last = modifiers.at(-1);
  const isSecondCall = isNode(callee) && callee.type !== 'Identifier' && callee.type !== 'MemberExpression';
  return last !== undefined && takesRowsFirst.has(last) ? isSecondCall : !isSecondCall;
}

const isSkipped = ({ callee }: Node): boolean => {
  const [first, ...modifiers] = calleeNames(callee);
  return first !== undefined && testFunctions.has(first) && modifiers.some((name) => skipModifiers.has(name));
};

/** The text of a title; interpolated values become `…`. */
function titleText(expression: unknown): string {
  if (!isNode(expression)) return '';
  switch (expression.type) {
    case 'StringLiteral':
      return String(expression.value);
    case 'TemplateLiteral':
      return (expression.quasis as { cooked?: string; raw: string }[]).map((part) => part.cooked ?? part.raw).join('…');
    case 'BinaryExpression':
      return expression.operator === '+' ? titleText(expression.left) + titleText(expression.right) : '';
    case 'ParenthesisExpression':
      return titleText(expression.expression);
    default:
      return '…';
  }
}

function collectTitles(value: unknown, titles: string[]): void {
  if (Array.isArray(value)) {
    for (const item of value) collectTitles(item, titles);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value) && value.type === 'CallExpression') {
    // A skipped describe skips the tests inside it.
    if (isSkipped(value)) return;
    const [title] = value.arguments as { expression: unknown }[];
    if (title && isTestCall(value)) titles.push(titleText(title.expression));
  }
  for (const child of Object.values(value)) collectTitles(child, titles);
}

export async function readTitles(source: string, file: string): Promise<string[]> {
  const titles: string[] = [];
  collectTitles(await parse(source, { syntax: 'typescript', tsx: file.endsWith('x') }), titles);
  return titles;
}

// --- ids in titles ---------------------------------------------------------------------------------------------------

const idInTitle = /\b([A-Z]+-\d{2,})(\.\.|…|\s*[-–—]\s*\d)?/g;

interface TitleReading {
  named: string[];
  problems: string[];
}

/**
 * In square brackets every id must exist. Outside them an unknown area is ignored, because SHA-256 and ISO-8601 look
 * like ids as well. A range is rejected: it contains ids that are not written out.
 */
export function parseIds(title: string, known: ReadonlySet<string>): TitleReading {
  const areas = new Set([...known].map(getArea));
  const bracketed = [...title.matchAll(/\[[^\]]*\]/g)].map(
    (match) => [match.index, match.index + match[0].length] as const,
  );
  const reading: TitleReading = { named: [], problems: [] };
  for (const match of title.matchAll(idInTitle)) {
    const [, id, range] = match;
    const inBrackets = bracketed.some(([start, end]) => match.index > start && match.index < end);
    if (!inBrackets && !areas.has(getArea(id!))) continue;
    if (range) reading.problems.push(`names a range after ${id!}; name each id`);
    else if (!known.has(id!)) reading.problems.push(`names ${id!}, which does not exist`);
    else reading.named.push(id!);
  }
  return reading;
}

// --- requested ids
// -----------------------------------------------------------------------------------------------------

/** Areas, ids and ranges, separated by commas or lines, with # comments: `DIR, REQ-01..13, SHAPE-02`. */
export function parseRequestedIds(
  text: string,
  ids: readonly string[],
): { requestedIds: string[]; problems: string[] } {
  const requestedIds = new Set<string>();
  const problems: string[] = [];
  const entries = text
    .split('\n')
    .flatMap((line) => line.replace(/#.*/, '').split(','))
    .map((entry) => entry.trim())
    .filter(Boolean);
  for (const entry of entries) {
    const found = ids.filter((id) => isRequested(entry, id));
    for (const id of found) requestedIds.add(id);
    const range = /^([A-Z]+)-(\d+)\.\.(\d+)$/.exec(entry);
    const expected = range ? Number(range[3]) - Number(range[2]) + 1 : 1;
    if (found.length < expected || expected < 1) problems.push(`${entry}: no such requirement, or not all of them`);
  }
  return { requestedIds: [...requestedIds], problems };
}

function isRequested(entry: string, id: string): boolean {
  if (entry === id || entry === getArea(id)) return true;
  const range = /^([A-Z]+)-(\d+)\.\.(\d+)$/.exec(entry);
  return (
    range !== null && range[1] === getArea(id) && getNumber(id) >= Number(range[2]) && getNumber(id) <= Number(range[3])
  );
}

/** DIR-01, DIR-02, DIR-03, DIR-07 → 'DIR-01..03, DIR-07' */
export function formatRanges(ids: readonly string[]): string {
  const runs: { first: string; last: string }[] = [];
  for (const id of ids) {
    const run = runs.at(-1);
    if (run && getArea(run.last) === getArea(id) && getNumber(id) === getNumber(run.last) + 1) run.last = id;
    else runs.push({ first: id, last: id });
  }
  return runs
    .map(({ first, last }) => (first === last ? first : `${first}..${last.slice(last.lastIndexOf('-') + 1)}`))
    .join(', ');
}

// --- the report ------------------------------------------------------------------------------------------------------

export async function readCoverage(root: string, ids: readonly string[]) {
  const known = new Set(ids);
  const named = new Set<string>();
  const problems: string[] = [];
  for await (const file of glob(testFiles, { cwd: root, exclude: (path) => ignoredFolders.test(path) })) {
    for (const title of await readTitles(await readFile(join(root, file), 'utf8'), file)) {
      const reading = parseIds(title, known);
      for (const id of reading.named) named.add(id);
      for (const fault of reading.problems) problems.push(`${file}: '${title}' ${fault}`);
    }
  }
  return { named, faults: problems };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { require: { type: 'string' }, claimed: { type: 'boolean', default: false } },
  });
  const root = join(import.meta.dirname, '..');
  const ids = readIds(await readFile(join(root, 'docs/spec/requirements.md'), 'utf8'));
  const { named, faults } = await readCoverage(root, ids);

  for (const [area, areaIds = []] of Object.entries(Object.groupBy(ids, getArea))) {
    const missing = areaIds.filter((id) => !named.has(id)).toSorted((a, b) => getNumber(a) - getNumber(b));
    const count = `${areaIds.length - missing.length}/${areaIds.length}`;
    console.log(`${area.padEnd(12)}${count.padStart(8)}  ${formatRanges(missing)}`.trimEnd());
  }
  console.log(`${named.size} of ${ids.length} requirements are named by a test`);

  const claimed = values.claimed ? await readFile(join(root, 'docs/spec/claimed.txt'), 'utf8') : '';
  const asked = parseRequestedIds(`${claimed}\n${values.require ?? ''}`, ids);
  const uncovered = asked.requestedIds.filter((id) => !named.has(id));
  const allFaults = [...faults, ...asked.problems];
  for (const fault of allFaults) console.error(fault);
  if (uncovered.length > 0) console.error(`required, but named by no test: ${formatRanges(uncovered)}`);

  const failed = uncovered.length + allFaults.length;
  console.log(`${asked.requestedIds.length - uncovered.length} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

if (import.meta.main) await main();
