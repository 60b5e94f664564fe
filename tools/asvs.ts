/**
 * Checks docs/security/asvs.md against the standard: every requirement of level 1 and 2 exactly once, each with an
 * answer, every named path exists, and the counts at the top are right.
 */

/**
 * The levels of the requirements of each section of OWASP ASVS 5.0.0, in their order: V1.5 has three requirements, of
 * the levels 1, 2 and 3. Level 3 is out of scope, but needed here so that the numbers of the others are right.
 */
const levels: Record<string, string> = {
  'V1.1': '22',
  'V1.2': '1111122223',
  'V1.3': '112222222223',
  'V1.4': '222',
  'V1.5': '123',
  'V2.1': '122',
  'V2.2': '112',
  'V2.3': '12223',
  'V2.4': '23',
  'V3.1': '3',
  'V3.2': '113',
  'V3.3': '12223',
  'V3.4': '11222233',
  'V3.5': '11122333',
  'V3.6': '3',
  'V3.7': '22333',
  'V4.1': '12233',
  'V4.2': '23333',
  'V4.3': '22',
  'V4.4': '1222',
  'V5.1': '2',
  'V5.2': '112333',
  'V5.3': '113',
  'V5.4': '222',
  'V6.1': '122',
  'V6.2': '111111112222',
  'V6.3': '11223333',
  'V6.4': '112233',
  'V6.5': '22222333',
  'V6.6': '2223',
  'V6.7': '33',
  'V6.8': '2222',
  'V7.1': '222',
  'V7.2': '1111',
  'V7.3': '22',
  'V7.4': '11222',
  'V7.5': '223',
  'V7.6': '22',
  'V8.1': '1233',
  'V8.2': '1123',
  'V8.3': '133',
  'V8.4': '23',
  'V9.1': '111',
  'V9.2': '1222',
  'V10.1': '22',
  'V10.2': '223',
  'V10.3': '22223',
  'V10.4': '1111122222233333',
  'V10.5': '22222',
  'V10.6': '22',
  'V10.7': '222',
  'V11.1': '2233',
  'V11.2': '22233',
  'V11.3': '11233',
  'V11.4': '1222',
  'V11.5': '23',
  'V11.6': '23',
  'V11.7': '33',
  'V12.1': '12233',
  'V12.2': '11',
  'V12.3': '22223',
  'V13.1': '2333',
  'V13.2': '222223',
  'V13.3': '2233',
  'V13.4': '1222233',
  'V14.1': '22',
  'V14.2': '12223333',
  'V14.3': '122',
  'V15.1': '12233',
  'V15.2': '12233',
  'V15.3': '1222222',
  'V15.4': '3333',
  'V16.1': '2',
  'V16.2': '22222',
  'V16.3': '2222',
  'V16.4': '222',
  'V16.5': '2223',
  'V17.1': '23',
  'V17.2': '22223333',
  'V17.3': '22',
};

/** Each id that must be answered, with its level. */
export const requiredIds: ReadonlyMap<string, string> = new Map(
  Object.entries(levels).flatMap(([section, ofSection]) =>
    [...ofSection].flatMap((level, at) => (level === '3' ? [] : [[`${section}.${at + 1}`, level] as const])),
  ),
);

const answerKinds = ['answered', 'does not apply', 'open'] as const;
type AnswerKind = (typeof answerKinds)[number];

interface Row {
  id: string;
  level: string;
  wants: string;
  answer: string;
}

const ROW = /^\| *(V\d+\.\d+\.\d+) *\|(.*)\|$/;

/** A repository path in backticks has a slash or is a file name; other words in backticks are code. */
const PATH = /`((?:[\w.-]+\/)+[\w.@-]+|[\w.-]+\.(?:ts|tsx|json|md|example))`/g;

export const extractPaths = (answer: string): string[] => [...answer.matchAll(PATH)].map(([, path = '']) => path);

export function readRows(document: string): Row[] {
  return document.split('\n').flatMap((line) => {
    const [, id, rest] = ROW.exec(line) ?? [];
    if (id === undefined || rest === undefined) return [];
    const [level = '', wants = '', ...answer] = rest.split('|').map((cell) => cell.trim());
    return [{ id, level, wants, answer: answer.join('|') }];
  });
}

/** Returns undefined if the row names no proof and no reason. */
export function parseAnswerKind(answer: string): AnswerKind | undefined {
  const reason = /^(Does not apply|Open)(?:, on purpose)?: (?=\S+ \S+)/.exec(answer)?.[1];
  if (reason) return reason === 'Open' ? 'open' : 'does not apply';
  if (/^(?:Does not apply|Open)\b/.test(answer)) return undefined;
  return extractPaths(answer).length > 0 ? 'answered' : undefined;
}

export function countKinds(rows: readonly Row[]): Record<AnswerKind, number> {
  const count = (kind: AnswerKind) => rows.filter(({ answer }) => parseAnswerKind(answer) === kind).length;
  return { answered: count('answered'), 'does not apply': count('does not apply'), open: count('open') };
}

/** Parses rows such as `| answered | 12 |`. */
function parseStatedCounts(document: string): Record<string, number> {
  const statedCounts = answerKinds.flatMap((kind) => {
    const number = new RegExp(`^\\| ${kind} \\| (\\d+) \\|$`, 'm').exec(document)?.[1];
    return number === undefined ? [] : [[kind, Number(number)] as const];
  });
  return Object.fromEntries(statedCounts);
}

export function findProblems(document: string, exists: (path: string) => boolean): string[] {
  const rows = readRows(document);
  const times = Map.groupBy(rows, ({ id }) => id);
  const lines = document.split('\n').filter((line) => /^\| *V\d/.test(line));
  const unread = lines.filter((line) => !ROW.test(line)).map((line) => `cannot be read: ${line.slice(0, 40)}`);
  const missing = [...requiredIds.keys()].filter((id) => !times.has(id)).map((id) => `${id} is missing`);
  const ofRows = rows.flatMap(({ id, level, wants, answer }) => [
    ...(requiredIds.has(id) ? [] : [`${id} is no requirement of level 1 or 2`]),
    ...(requiredIds.has(id) && requiredIds.get(id) !== level ? [`${id} is of level ${requiredIds.get(id)}`] : []),
    ...(wants === '' ? [`${id} does not say what it asks`] : []),
    ...(parseAnswerKind(answer) ? [] : [`${id} is not answered`]),
    ...extractPaths(answer).flatMap((path) => (exists(path) ? [] : [`${id} names ${path}, which is not there`])),
  ]);
  const twice = [...times].flatMap(([id, same]) => (same.length > 1 ? [`${id} is there ${same.length} times`] : []));
  const [counted, told] = [countKinds(rows), parseStatedCounts(document)];
  const counts = answerKinds.flatMap((kind) =>
    counted[kind] === told[kind] ? [] : [`${kind}: ${counted[kind]} rows, ${told[kind] ?? 'nothing'} at the top`],
  );
  return [...unread, ...missing, ...twice, ...ofRows, ...counts];
}
