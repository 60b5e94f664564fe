/**
 * Finds retired words in names, comments, test titles, docs and texts, and names the usual term; also comment lines
 * over 120 columns. `npm run lint` runs it. There is no list of exceptions: rename what it finds, or correct the rule.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Rule {
  /** Is matched against each line, with camelCase names split into words: `keyDoor` is read as `key Door`. */
  pattern: RegExp;
  instead: string;
}

export interface Finding {
  file: string;
  line: number;
  text: string;
  instead: string;
}

const CHECKED_FILES =
  /\.(?:tsx?|mjs|md|conf|ya?ml|service|timer)$|^ops\/.*\.json$|^apps\/(?:web|server)\/messages\/en\.json$|^\.env\.example$/;
const CODE_FILES = /\.(?:tsx?|mjs|conf)$/;
/**
 * The specification, generated files, the rules themselves, and texts that are data: demo stories, names, addresses.
 */
const EXCLUDED_FILES =
  /^(?:docs\/spec\/|apps\/server\/migrations\/|packages\/client\/src\/v1\.ts|tools\/plain-words|apps\/server\/src\/seed\/|packages\/contract\/src\/(?:person-names|private-marks)|chaos\/brigading\.ts)/;

const rules: Rule[] = [
  { pattern: /\bhouses?\b/i, instead: 'codebase, repository or installation' },
  { pattern: /\brooms?\b/i, instead: 'module, section of the console, or space' },
  // The specification names the command `hakiki doors` and ids such as DOOR-01.
  { pattern: /(?<!hakiki |')\bdoors?\b(?!-\d|\.ts|: \{)/i, instead: 'endpoint, client or authenticator' },
  { pattern: /\bdecision desk\b|\bdesk\.\w+\(/i, instead: 'service' },
  { pattern: /\b(?:be)?sieged?\b/i, instead: 'chaos trial or test stack' },
  { pattern: /\bfirst[ -]evening\b/i, instead: 'install' },
  { pattern: /\bsmears?\b/i, instead: 'brigading' },
  { pattern: /\bhatch(?:ed|es)?\b/i, instead: 'create a canary' },
  { pattern: /\bpatience\b/i, instead: 'timeout' },
  { pattern: /\bat_once\b/i, instead: 'batch size, page size or maximum concurrency' },
  { pattern: /\bfore(?:see|seen|sees|tell|told)\b/i, instead: 'preview' },
  { pattern: /\b(?:kindred|likest)\b/i, instead: 'similar or closest' },
  { pattern: /\blookers?\b/i, instead: 'viewer' },
  { pattern: /\b(?:retell|honour|voices)\b/, instead: 'reindex, assert or affected ids' },
  {
    pattern: /\bletters? jobs?\b|\b(?:lay out|define|sends?|writes?|oldest|our) letters?\b(?! of)/i,
    instead: 'email',
  },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix or repair' },
  { pattern: /\banew\b/i, instead: 'again or new' },
  { pattern: /\boutdates\b/i, instead: 'invalidates' },
  { pattern: /\blists of others\b/i, instead: 'third-party lists' },
  { pattern: /\bmade-up\b(?!')/i, instead: 'invented or demo' },
  { pattern: /\bfail(?:s|ed)? for good\b|\b(?:off|refused?|rejects?) for good\b/i, instead: 'permanently' },
  { pattern: /\b(?:an|is|are) odd (?:answer|batch|response)\b|\bodd batch\b/i, instead: 'unusual or unexpected' },
  { pattern: /\bgoes on (?!and on)(?:with|to|waiting|polling)\b/i, instead: 'continues' },
  { pattern: /\bis told (?:of|by|about|why|when)\b/i, instead: 'is notified, gets or sees' },
  { pattern: /\breader[’']s (?:language|time zone|money)\b/i, instead: 'user’s' },
  { pattern: /\binterface Needs\b|\bneeds: Needs\b/, instead: 'Deps' },
  { pattern: /\b(?:const|let) (?:told|said|heard)\b/, instead: 'a noun that says what the value is' },
  {
    pattern: /(?:\/\*\*|\/\/|^ \*) (?:Whoever|Nobody|Those who|What (?:is|was|are|were))\b/,
    instead: 'a noun as the subject',
  },
];

/** The formatter wraps code but no comments. A directive and a single long token cannot be wrapped. */
const LONG_COMMENT_LINE = /^(?=.{121}) *(?:\/\*\*?|\/\/|\*|#) (?!oxlint-|\S+$)/u;

/** Splits camelCase, so that one rule covers names and prose. */
const splitNames = (line: string): string => line.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2');

export function findWordingProblems(file: string, text: string): Finding[] {
  return text.split('\n').flatMap((line, index) => {
    const words = splitNames(line);
    const found = rules.flatMap(({ pattern, instead }) => {
      const match = pattern.exec(words);
      return match ? [{ file, line: index + 1, text: match[0].trim(), instead }] : [];
    });
    if (CODE_FILES.test(file) && LONG_COMMENT_LINE.test(line))
      found.push({ file, line: index + 1, text: `${line.trim().slice(0, 30)}…`, instead: 'at most 120 columns' });
    return found;
  });
}

export const isChecked = (file: string): boolean => CHECKED_FILES.test(file) && !EXCLUDED_FILES.test(file);

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const findings = files
    .split('\n')
    .filter(isChecked)
    .flatMap((file) => findWordingProblems(file, readFileSync(join(root, file), 'utf8')));
  for (const { file, line, text, instead } of findings) console.error(`${file}:${line}: '${text}': use ${instead}`);
  console.log(findings.length === 0 ? 'No retired words and no long comment lines.' : `${findings.length} problems.`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
