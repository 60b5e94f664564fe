/** All pages take their waiting times from one table: with other numbers in it, every page shows other numbers. */
import { describe, expect, it, vi } from 'vitest';
import { openPage } from '../test/page.tsx';
import { getText } from '../test/dom-queries.ts';
import * as contact from './screens/contact/contact.tsx';
import * as home from './screens/home/home.tsx';
import * as contribute from './screens/report/contribute.tsx';
import * as reportScam from './screens/report/report-scam.tsx';
import * as submitProvider from './screens/report/submit-provider.tsx';

vi.mock(import('@hakiki/contract/limits'), async (original) => ({
  ...(await original()),
  waitingTimes: {
    scamReportHours: { from: 171, to: 172 },
    providerSubmissionBusinessDays: { from: 173, to: 174 },
    bankDepositBusinessDays: { from: 175, to: 176 },
    salesReplyHours: 177,
  } as never,
}));

const SCAM = '171-172 hours';
const SUBMISSION = '173-174 business days';
const SALES = '177 hours';
/** The real values of the table. */
const realValues = /24-48 hours|3-5 business days|1-2 business days|within 24 hours/;

describe('promised waiting times', () => {
  it.each([
    ['/', home, [SCAM]],
    ['/report-scam', reportScam, [SCAM]],
    ['/submit-provider', submitProvider, [SUBMISSION]],
    ['/report', contribute, [SCAM, SUBMISSION]],
    ['/contact', contact, [SALES]],
  ] as const)('are shown on %s as the table defines them, and no others [CONST-06]', async (path, screen, promises) => {
    const text = getText((await openPage(screen, path)).body);
    for (const promise of promises) expect(text).toContain(promise);
    expect(text).not.toMatch(realValues);
  });

  it('are shown in the help as the table defines them [CONST-06]', async () => {
    const { help } = await import('../content/en/help.ts');
    const text = JSON.stringify(help).replaceAll('–', '-');
    for (const promise of [SCAM, SUBMISSION]) expect(text).toContain(promise);
    expect(text).not.toMatch(realValues);
  });
});
