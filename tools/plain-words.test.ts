import { describe, expect, it } from 'vitest';
import { findWordingProblems, isChecked } from './plain-words.ts';

describe('the list of retired words', () => {
  it.each([
    ['a name', 'const keyDoor = createKeyDoor();', 'endpoint, client or authenticator'],
    ['a comment', '/** Whoever calls waits for a slot. */', 'a noun as the subject'],
    ['a constant', 'const PATIENCE = 5;', 'timeout'],
    ['a variable', '  const told = await response.json();', 'a noun that says what the value is'],
    ['prose', 'The siege runs all trials.', 'chaos trial or test stack'],
    ['a sentence', '// The job failed for good.', 'permanently'],
  ])('finds a retired word in %s and names the replacement', (_, line, instead) => {
    expect(findWordingProblems('a.ts', `// Adds a review.\n${line}`)).toEqual([
      { file: 'a.ts', line: 2, text: expect.any(String) as string, instead },
    ]);
  });

  it('accepts plain words', () => {
    expect(findWordingProblems('a.ts', '/** Locks the alert before it changes. */\nconst lockedAlert = 1;')).toEqual(
      [],
    );
  });

  it('finds a comment line over 120 columns, unless it is a directive or one long word', () => {
    const line = `// ${'word '.repeat(23)}ab`;
    expect(line).toHaveLength(120);
    const lines = [line, `${line}c`, `// oxlint-disable-next-line ${line}`, `// ${'a'.repeat(130)}`];
    expect(findWordingProblems('a.ts', lines.join('\n'))).toMatchObject([{ line: 2, instead: 'at most 120 columns' }]);
  });

  it('checks source, docs and the English texts, but not the specification and demo data', () => {
    const files = [
      'tools/ci.ts',
      'docs/how-to.md',
      'apps/web/messages/en.json',
      'ops/prometheus/alerts.yml',
      '.env.example',
    ];
    expect(files.filter(isChecked)).toEqual(files);
    const others = ['docs/spec/requirements.md', 'apps/server/src/seed/demo.ts', 'apps/web/messages/fr.json'];
    expect(others.filter(isChecked)).toEqual([]);
  });
});
