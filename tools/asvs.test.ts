import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requiredIds, countKinds, findProblems, parseAnswerKind, extractPaths, readRows } from './asvs.ts';

const root = join(import.meta.dirname, '..');
const document = readFileSync(join(root, 'docs/security/asvs.md'), 'utf8');
const exists = (path: string) => existsSync(join(root, path));
const findTableProblems = (changed: string) => findProblems(changed, exists);
const findRow = (id: string) => document.split('\n').find((line) => line.startsWith(`| ${id} |`)) ?? '';

describe('the ASVS 5.0 table', () => {
  it('the ASVS table answers each requirement of level 1 and 2 once, with an existing proof or a reason, and its counts are right', () => {
    expect(findTableProblems(document)).toEqual([]);
    expect(requiredIds.size).toBe(253);
    expect([...requiredIds.values()].filter((level) => level === '1')).toHaveLength(70);
  });
});

describe('finding errors in the ASVS table', () => {
  const row = findRow('V1.2.4');
  const { answered, open } = countKinds(readRows(document));

  it('the check finds a row that is missing, duplicate, of another level or of an unknown requirement', () => {
    expect(findTableProblems(document.replace(`${row}\n`, ''))).toContain('V1.2.4 is missing');
    expect(findTableProblems(document.replace(row, `${row}\n${row}`))).toContain('V1.2.4 is there 2 times');
    expect(findTableProblems(document.replace('| V1.2.4 | 1 |', '| V1.2.4 | 2 |'))).toEqual(['V1.2.4 is of level 1']);
    expect(findTableProblems(document.replace(row, `${row}\n${row.replace('V1.2.4', 'V1.2.10')}`))).toContain(
      'V1.2.10 is no requirement of level 1 or 2',
    );
    expect(findTableProblems(`${document}\n| V1.2.4 and more |`)).toContain('cannot be read: | V1.2.4 and more |');
  });

  it('the check finds a moved file and a row without an answer', () => {
    const [path = ''] = extractPaths(row);
    expect(findTableProblems(document.replace(row, row.replace(path, 'apps/gone.ts')))).toEqual([
      'V1.2.4 names apps/gone.ts, which is not there',
    ]);
    expect(findTableProblems(document.replace(row, '| V1.2.4 | 1 | queries with parameters | Yes. |'))).toContain(
      'V1.2.4 is not answered',
    );
    expect(findTableProblems(document.replace(row, '| V1.2.4 | 1 | | Open: nobody has looked. |'))).toContain(
      'V1.2.4 does not say what it asks',
    );
  });

  it('the check finds wrong counts', () => {
    const changed = document.replace(row, '| V1.2.4 | 1 | queries with parameters | Open: nobody has looked. |');
    expect(findTableProblems(changed)).toEqual([
      `answered: ${answered - 1} rows, ${answered} at the top`,
      `open: ${open + 1} rows, ${open} at the top`,
    ]);
  });
});

describe('parsing an answer', () => {
  it.each([
    ['`tools/asvs.ts` (all of it)', 'answered'],
    ['Open: `tools/asvs.ts` is not enough.', 'open'],
    ['Open, on purpose: it was decided so.', 'open'],
    ['Does not apply: no LDAP.', 'does not apply'],
    ['Open', undefined],
    ['Open: later', undefined],
    ['Does not apply', undefined],
    ['`strict` is on', undefined],
    ['', undefined],
  ])('parses the answer %j as %s', (answer, kind) => {
    expect(parseAnswerKind(answer)).toBe(kind);
  });

  it('finds repository paths in an answer, and ignores other code', () => {
    expect(
      extractPaths('`.env.example`, `docs/a-b/c.md` (`?token=`, `__Host-`, `a = b/c`), `tsconfig.base.json`'),
    ).toEqual(['.env.example', 'docs/a-b/c.md', 'tsconfig.base.json']);
  });
});
