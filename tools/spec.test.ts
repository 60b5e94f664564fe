import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseRequestedIds, formatRanges, parseIds, readCoverage, readIds, readTitles } from './spec.ts';

const ids = ['DIR-01', 'DIR-02', 'DIR-03', 'REQ-09', 'REQ-10', 'REAL-05'];
const known = new Set(ids);

describe('reading the requirements', () => {
  it('finds requirement lines and rows of the table, and nothing else', () => {
    const document = [
      '- DIR-01: Text (see DIR-02).',
      '| REAL-05 | Text |',
      'DIR-03: prose',
      '- an item about DIR-03: no',
    ];
    expect(readIds(document.join('\n'))).toEqual(['DIR-01', 'REAL-05']);
  });
});

describe('reading test titles', () => {
  const titles = (source: string, file = 'a.test.ts') => readTitles(source, file);

  it('reads it, test and describe with their modifiers', async () => {
    const source = `
      describe('a', () => { it('b', f); test("c", f); });
      it.only('d', f); test.describe('e', () => { test('f', { tag: '@x' }, f); });
      describe.concurrent('g', () => {});
    `;
    expect(await titles(source)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  });

  it('reads the title of a parameterized test, and not its rows', async () => {
    const source =
      "it.each([['row 1'], ['row 2']])('title %s', f); it.for(['row 3'])('for %s', f); it.each`x ${1}`('tagged', f);";
    expect(await titles(source)).toEqual(['title %s', 'for %s', 'tagged']);
  });

  it('reads templates and concatenated strings, without interpolated values', async () => {
    expect(await titles("it(`shows ${name} [DIR-01]`, f); it('long ' + 'title', f);")).toEqual([
      'shows … [DIR-01]',
      'long title',
    ]);
  });

  it('ignores comments, bodies, steps and other calls', async () => {
    const source = `
      // it('comment', f);
      it('title', () => { expect('it("body")').toBe('DIR-01'); log('call'); test.step('step', f); });
      submit('other');
    `;
    expect(await titles(source)).toEqual(['title']);
  });

  it('does not count a skipped test', async () => {
    const source = "it.skip('a', f); it.todo('b'); test.fixme('c', f); describe.skip('d', () => { it('e', f); });";
    expect(await titles(source)).toEqual([]);
  });

  it('reads JSX', async () => {
    expect(await titles("it('draws', () => render(<p>text</p>));", 'a.test.tsx')).toEqual(['draws']);
  });
});

describe('ids of a title', () => {
  it('finds several ids, in one pair of brackets or more', () => {
    expect(parseIds('sorts [DIR-01, DIR-02] and reads [REQ-09]', known)).toEqual({
      named: ['DIR-01', 'DIR-02', 'REQ-09'],
      problems: [],
    });
  });

  it('rejects an id that does not exist', () => {
    expect(parseIds('sorts [DIR-99]', known).problems).toHaveLength(1);
    expect(parseIds('sorts DIR-99', known).problems).toHaveLength(1);
    expect(parseIds('sorts [DRI-01]', known).problems).toHaveLength(1);
  });

  it.each(['[REQ-09..10]', '[REQ-09–10]', '[REQ-09-10]'])('rejects the range %s', (range) => {
    expect(parseIds(`reads ${range}`, known)).toEqual({ named: [], problems: [expect.stringContaining('range')] });
  });

  it('ignores words that look like ids', () => {
    expect(parseIds('hashes with SHA-256 as ISO-8601 says', known)).toEqual({ named: [], problems: [] });
  });
});

describe('parsing the requested ids', () => {
  it('parses areas, ids and ranges, separated by commas and lines, with comments', () => {
    const { requestedIds, problems } = parseRequestedIds('DIR # all\nREQ-09..10, REAL-05', ids);
    expect(requestedIds).toEqual(ids);
    expect(problems).toEqual([]);
  });

  it.each(['DRI', 'DIR-04', 'DIR-02..04', 'DIR-03..02'])('rejects %s, which contains an unknown id', (entry) => {
    expect(parseRequestedIds(entry, ids).problems).toHaveLength(1);
  });

  it('formats consecutive ids as a range', () => {
    expect(formatRanges(['DIR-01', 'DIR-02', 'DIR-03', 'DIR-07', 'REQ-08'])).toBe('DIR-01..03, DIR-07, REQ-08');
  });
});

describe('coverage of a tree', () => {
  it('reads tests of every workspace, but not of installed packages', async () => {
    const root = await mkdtemp(join(tmpdir(), 'hakiki-spec-'));
    const write = async (folder: string, file: string, text: string) => {
      await mkdir(join(root, folder), { recursive: true });
      await writeFile(join(root, folder, file), text);
    };
    await write('apps/web/app/lib', 'a.test.tsx', "it('a [DIR-01]', () => <p />);");
    await write('e2e', 'b.spec.ts', "test('b [DIR-02]', f); test('c [DIR-98]', f);");
    await write('apps/web/node_modules/x', 'c.test.ts', "it('c [DIR-03]', f);");
    await write('packages/contract/src', 'd.ts', "it('d [REQ-09]', f);");

    const { named, faults } = await readCoverage(root, ids);
    await rm(root, { recursive: true });
    expect([...named].toSorted()).toEqual(['DIR-01', 'DIR-02']);
    expect(faults).toEqual([expect.stringContaining('e2e/b.spec.ts')]);
  });
});
