/** Checks that the guides name only what exists: pages, headings, files, tables, npm scripts and settings. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import web from '../apps/web/package.json' with { type: 'json' };
import manifest from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const readText = (path: string) => readFileSync(join(root, path), 'utf8');
const pagesIn = (folder: string) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
const architecturePages = ['docs/architecture.md', ...pagesIn('docs/architecture')];
const guides = [
  'README.md',
  'CONTRIBUTING.md',
  'SUPPORT.md',
  'docs/commands.md',
  ...architecturePages,
  ...pagesIn('docs/decisions'),
  'bench/DECISIONS.md',
  'docs/how-to.md',
  'docs/forms.md',
  'docs/glossary.md',
];
const inCode = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

/** The anchors of a page as GitHub derives them from its headings. */
const listAnchors = (path: string) =>
  [...readText(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const sourcesIn = (folder: string, name: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => readText(join(folder, file)));

describe.each(guides)('%s', (guide) => {
  const text = readText(guide);

  it('links to pages and headings that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)].map(([, path = '', anchor]) => ({
      path: path === '' ? guide : join(guide, '..', path),
      anchor,
    }));
    const broken = links.filter(
      ({ path, anchor }) =>
        !existsSync(join(root, path)) || (anchor !== undefined && !listAnchors(path).includes(anchor)),
    );
    expect(broken).toEqual([]);
  });

  it('names npm scripts that exist', () => {
    const missing = [...text.matchAll(/\bnpm run ([\w:-]+)( -w @hakiki\/web)?/g)].filter(
      ([, script = '', inWeb]) => !((inWeb ? web : manifest).scripts as Record<string, string>)[script],
    );
    expect(missing.map(([call]) => call)).toEqual([]);
  });
});

describe.each(architecturePages)('%s', (page) => {
  /** Where the paths of the architecture pages start, as docs/architecture.md says. */
  const bases = ['', 'apps/server/src', 'apps/server/src/modules', 'apps/web/app'];

  it('names files that exist', () => {
    const files = inCode(readText(page)).filter((code) => /^(?:[\w-]+\/)+[\w.-]+\.(?:ts|tsx|mjs)$/.test(code));
    expect(files.filter((file) => !bases.some((base) => existsSync(join(root, base, file))))).toEqual([]);
  });
});

it('docs/architecture.md stays an overview of at most 1,200 words', () => {
  expect(readText('docs/architecture.md').split(/\s+/).length).toBeLessThanOrEqual(1200);
});

describe.each(['docs/how-to.md', 'docs/forms.md', 'docs/glossary.md'])('%s', (guide) => {
  it('names files that exist', () => {
    const paths = readText(guide).match(/\b(?:apps|bench|docs|e2e|ops|packages|tools)\/[\w./-]*\w/g) ?? [];
    expect(paths.length).toBeGreaterThan(20);
    expect([...new Set(paths)].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

describe('docs/runbooks/leaked-secret.md', () => {
  it('names every setting that is a secret', () => {
    const runbook = readText('docs/runbooks/leaked-secret.md');
    const settings = [...readText('.env.example').matchAll(/^(?:# )?([A-Z][A-Z\d_]+)=/gm)].map(([, name = '']) => name);
    const isSecret = (name: string) =>
      /SECRET|PASSPHRASE|PRIVATE|_KEYS?$|_KEYS_|HEADERS$|(?:DATABASE|REDIS|SMTP)_URL$/.test(name) &&
      !name.includes('PUBLIC');
    const secrets = settings.filter(isSecret);
    expect(secrets).toContain('PAYFAST_PASSPHRASE');
    expect(secrets.filter((name) => !inCode(runbook).includes(name))).toEqual([]);
  });
});

describe('docs/glossary.md', () => {
  const glossary = readText('docs/glossary.md');
  const tables = new Set(
    sourcesIn('apps/server/src/modules', /tables\.ts$/).flatMap((source) =>
      [...source.matchAll(/pg(?:Table|View)\(\s*'(\w+)'/g)].map(([, name = '']) => name),
    ),
  );

  it('names tables that are there', () => {
    const named = inCode(glossary).filter((code) => /^[a-z]+(?:_[a-z]+)+$/.test(code));
    expect(named.length).toBeGreaterThan(20);
    const messages = readText('apps/web/messages/en.json');
    expect(named.filter((name) => !tables.has(name) && !messages.includes(`"${name}"`))).toEqual([]);
  });

  it('defines at most 40 terms, each of them once', () => {
    const terms = [...glossary.matchAll(/^\| \*\*(.+?)\*\*/gm)].map(([, term]) => term);
    expect(terms.length).toBeGreaterThan(30);
    expect(terms.length).toBeLessThanOrEqual(40);
    expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
  });
});

describe('docs/security/asvs.md', () => {
  const page = readText('docs/security/asvs.md');
  const rows = [...page.matchAll(/^\| (V\d+\.\d+\.\d+) \| ([12]) \| (\S[^|]*) \| (.+) \|$/gm)].map(
    ([, id = '', level, , answer = '']) => ({ id, level, answer }),
  );
  const proofsIn = (answer: string) =>
    inCode(answer).filter((code) => /^(?:(?:[\w.-]+\/)+[\w.@-]+|[\w.-]+\.(?:ts|tsx|json|md|example))$/.test(code));
  const toKind = (answer: string) => /^(Does not apply|Open)(?:, on purpose)?: \S+ \S/.exec(answer)?.[1] ?? 'Answered';

  it('answers each of the 253 requirements of level 1 and 2 once, 70 of them of level 1', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(253);
    expect(page.match(/^\| V\d/gm)).toHaveLength(253);
    expect(rows.filter(({ level }) => level === '1')).toHaveLength(70);
  });

  it('names a proof for each answer, and only files that exist', () => {
    const answered = rows.filter(({ answer }) => toKind(answer) === 'Answered');
    expect(answered.filter(({ answer }) => proofsIn(answer).length === 0)).toEqual([]);
    const missing = rows.flatMap(({ id, answer }) =>
      proofsIn(answer).flatMap((path) => (existsSync(join(root, path)) ? [] : `${id}: ${path}`)),
    );
    expect(missing).toEqual([]);
  });

  it.each(['Answered', 'Does not apply', 'Open'])('states the right number of rows that are %s', (kind) => {
    const count = rows.filter(({ answer }) => toKind(answer) === kind).length;
    expect(page).toContain(`| ${kind.toLowerCase()} | ${count} |`);
  });
});

describe('docs/security/compromise.md', () => {
  const rows = [...readText('docs/security/compromise.md').matchAll(/^\| \*\*(.+?)\*\*.*\|$/gm)].map(
    ([row, part = '']) => ({ part, files: inCode(row.split('|').at(-2) ?? '') }),
  );

  it('has a row for each part', () => expect(rows.length).toBeGreaterThan(7));

  it.each(rows)('names the test files of the limits of $part', ({ part, files }) => {
    const title = new RegExp(`'compromise: ${part}\\b`, 'i');
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(join(root, file)) || !title.test(readText(file)))).toEqual([]);
  });
});

it('.env.example names every setting that is read, and no other', () => {
  const read = readText('apps/server/src/platform/config/settings.ts').split('z.object({')[1]!.split('\n});')[0]!;
  const settings = [...read.matchAll(/^ {2}([A-Z][A-Z\d_]+):/gm)].map(([, name = '']) => name);
  const documented = [...readText('.env.example').matchAll(/^(?:# )?([A-Z][A-Z\d_]+)=/gm)].map(([, name = '']) => name);
  expect(settings.length).toBeGreaterThan(30);
  // Names the settings files themselves; environment.ts reads it.
  expect(documented.toSorted()).toEqual([...settings, 'ENV_FILE'].toSorted());
});

it('docs/runbooks/metrics.md names every field of the log [OPS-07]', () => {
  const calls = sourcesIn('apps/server/src', /(?<!\.test)\.ts$/).flatMap((source) => [
    ...source.matchAll(/\blog\.(?:info|warn|error|fatal)\(\s*\{([^}]*)\}/g),
  ]);
  const fields = calls.flatMap(([, inside = '']) =>
    [...inside.matchAll(/(?:^|,)\s*(\w+)(?=\s*[,:]|\s*$)/g)].map(([, name = '']) => name),
  );
  expect(new Set(fields).size).toBeGreaterThan(20);
  const documented = new Set(inCode(readText('docs/runbooks/metrics.md').split('## Log fields')[1]!));
  expect(fields.filter((name) => !documented.has(name))).toEqual([]);
});
