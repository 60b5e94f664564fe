/** The server drops query parameters of public pages that the contract does not list. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageParameters } from '@hakiki/contract/site';
import { expect, it } from 'vitest';
import { logPath, type LogFilters } from './screens/decisions/decisions-url.ts';
import { alertsPath, parseAlertFilters } from './screens/alerts/alerts-url.ts';
import { filtersToQuery, parseFilters } from './screens/directory/filters.ts';
import { submitProviderPath, reportScamPath } from './lib/forms/prefilled.ts';

const root = import.meta.dirname;
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  // The console and personal pages get all parameters, and the compiled texts read none.
  (file) => /\.tsx?$/.test(file) && !/\.test\.|^paraglide|^screens\/(?:admin|account-section|dashboard)/.test(file),
);
const readPattern = /\b(?:params|query|searchParams|URLSearchParams\(\w+\))\s*\.(?:get|getAll|has)\('(\w+)'\)/g;
/** Parameters of personal pages. */
const personalParameters = ['cancelled', 'done', 'paid', 'renew'];

it('lists in the contract every query parameter that a page reads [SAFE-07]', () => {
  const readNames = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(readPattern)].map(([, name = '']) => name),
  );
  expect(new Set(readNames).size).toBeGreaterThan(20);
  const knownNames = new Set<string>([...pageParameters, ...personalParameters]);
  expect([...new Set(readNames)].filter((name) => !knownNames.has(name))).toEqual([]);
});

it('lists in the contract every query parameter that a page writes [SAFE-07]', () => {
  const samplePaths = {
    alerts: alertsPath({
      ...parseAlertFilters(new URLSearchParams('country=kenya&severity=High&page=2')),
      type: 'Other' as never,
    }),
    decisions: logPath({ month: '2026-01', subject: 'alert', outcome: 'approved', before: 7 } as unknown as LogFilters),
    directory: `/${filtersToQuery({
      ...parseFilters(
        new URLSearchParams('search=a&country=kenya&type=Wallet&verificationStatus=Verified&riskScore=Low&page=2'),
      ),
      sort: 'name',
      view: 'grid',
    })}`,
    report: reportScamPath('Demo'),
    number: reportScamPath('0712 345 678'),
    check: submitProviderPath('demo.example'),
  };
  const writtenNames = Object.values(samplePaths).flatMap((path) => [
    ...new URL(path, 'http://hakiki.test').searchParams.keys(),
  ]);
  expect(writtenNames.length).toBeGreaterThan(15);
  expect(writtenNames.filter((name) => !(pageParameters as readonly string[]).includes(name))).toEqual([]);
});
