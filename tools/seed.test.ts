import { describe, expect, it } from 'vitest';
import { progressReporter } from './progress.ts';
import { parseCommand, assertNotProduction } from './seed.ts';

describe('npm run seed', () => {
  it('parses the requested number of rows of each kind', () => {
    expect(parseCommand(['--providers', '100000', '--reviews', '5', '--seed', '9', '--fresh'])).toEqual({
      amounts: { providers: 100_000, reviews: 5, users: 0, alerts: 0, reports: 0, cases: 0 },
      seed: 9,
      fresh: true,
    });
  });

  it('rejects an unknown option, an invalid number, and an empty request', () => {
    expect(() => parseCommand(['--provider', '10'])).toThrow('--provider');
    expect(() => parseCommand(['--providers', 'many'])).toThrow("must be a whole number, not 'many'");
    expect(() => parseCommand([])).toThrow('--providers 1000');
  });
});

describe('generated data', () => {
  it('generated data is written to a named database only if NODE_ENV is development [SAFE-01]', () => {
    const words = 'Generated data does not belong in production';
    expect(() => assertNotProduction('postgres://db.example/hakiki', undefined)).toThrow(words);
    expect(() => assertNotProduction('postgres://db.example/hakiki', 'production')).toThrow(words);
    expect(() => assertNotProduction(undefined, 'production')).toThrow(words);
    assertNotProduction('postgres://db.example/hakiki', 'development');
    assertNotProduction(undefined, undefined);
  });
});

describe('progress', () => {
  const record = (isTTY: boolean) => {
    const written: string[] = [];
    let now = 0;
    const reporter = progressReporter({ isTTY, write: (text) => written.push(String(text)) > 0 }, () => (now += 500));
    reporter.show({ label: 'providers', done: 0, total: 4000 });
    reporter.show({ label: 'providers', done: 1000, total: 4000 });
    reporter.show({ label: 'providers', done: 4000, total: 4000 });
    reporter.end();
    return written;
  };

  it('draws a bar on a terminal', () => {
    const written = record(true).join('');
    expect(written).toContain('providers ████████░░░░░░░░░░░░░░░░░░░░░░ 25% 1,000 of 4,000');
    expect(written).toContain('100% 4,000 of 4,000');
  });

  it('writes one line per step elsewhere', () => {
    expect(record(false)).toEqual(['providers: 4,000 in 0.5 s\n']);
  });
});
