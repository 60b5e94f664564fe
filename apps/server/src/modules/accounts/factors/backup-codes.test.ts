import { describe, expect, it } from 'vitest';
import { createBackupCodes } from './backup-codes.ts';

const backupCodes = createBackupCodes('a secret of this test, long enough');

describe('backup codes', () => {
  it('issues ten different codes without look-alike characters', () => {
    const codes = backupCodes.issue();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}$/);
  });

  it('issues codes of 40 bits in which all characters are equally likely', () => {
    const counts = new Map<string, number>();
    for (let round = 0; round < 400; round += 1) {
      for (const character of backupCodes.issue().join('').replaceAll('-', '')) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
      }
    }
    // 32,000 characters, about 1,000 of each; seven standard deviations either way.
    expect(counts.size).toBe(32);
    for (const [character, count] of counts) expect(Math.abs(count - 1000), character).toBeLessThan(220);
  });

  it('accepts a backup code in every form that people type', () => {
    const hash = backupCodes.hash('k7fq-2m10', 'amina');
    expect(hash).toMatch(/^[0-9a-f]{8}\.[\w-]{43}$/);
    for (const typed of ['K7FQ-2M10', 'k7fq2m10', ' k7fq 2m10\n', 'k7fq–2m10', 'K7FQ-2MLO', 'k7fq-2mio']) {
      expect(backupCodes.hash(typed, 'amina'), typed).toBe(hash);
    }
    expect(backupCodes.hash('k7fq-2m11', 'amina')).not.toBe(hash);
  });

  it('hashes the same backup code differently for another person or another secret', () => {
    const hash = backupCodes.hash('k7fq-2mvt', 'amina');
    expect(backupCodes.hash('k7fq-2mvt', 'kofi')).not.toBe(hash);
    expect(createBackupCodes('another secret of another test').hash('k7fq-2mvt', 'amina')).not.toBe(hash);
  });

  it.for(['', '123456', 'k7fq-2mv', 'k7fq-2mvt-k7fq', 'k7fq-2mvu', '🔑'])('rejects %j as a backup code', (typed) => {
    expect(backupCodes.hash(typed, 'amina')).toBeUndefined();
  });
});
