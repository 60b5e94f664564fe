/**
 * Sends reports as a visitor or a member through the real services, and returns the receipt. It skips HTTP and its
 * limits.
 */
import type { AlertId, NewAlert } from '@hakiki/contract/alerts';
import type { AppealId, NewAppeal } from '@hakiki/contract/appeals';
import type { ProviderId } from '@hakiki/contract/directory';
import type { DisputeId, NewDispute } from '@hakiki/contract/disputes';
import type { FilingState } from '@hakiki/contract/filings';
import type { NewReport, ReportId } from '@hakiki/contract/reports';
import type { NewSubmission } from '@hakiki/contract/submissions';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import { type Actor, visitor } from '../../src/platform/http/actor.ts';
import type { TestServer } from './server.ts';

interface Sender {
  actor?: Actor;
  language?: 'en' | 'fr';
}

export const newScamReport = (overrides: Partial<NewAlert> = {}): NewAlert => ({
  title: 'A broker that pays nobody',
  alertType: 'fake_platform',
  severity: 'High',
  description: 'It promises a third more every month and asks for a fee before anything is paid out.',
  affectedCountries: ['nigeria'],
  ...overrides,
});

export const newIssueReport = (overrides: Partial<NewReport> = {}): NewReport => ({
  reportType: 'withdrawal_issues',
  severity: 'Medium',
  description: 'My withdrawal has been pending for three weeks and nobody answers.',
  ...overrides,
});

export const newProviderSubmission = (overrides: Partial<NewSubmission> = {}): NewSubmission => ({
  name: 'Demo Savings Exchange',
  type: 'Exchange',
  description:
    'An invented exchange for tests: it offers trading and savings in several countries, and is described at some length here.',
  countries: ['kenya'],
  contactEmail: 'office@provider.example',
  submitterName: 'Amina Demo',
  submitterEmail: 'amina@example.com',
  relationship: 'customer',
  agreeToTerms: true,
  ...overrides,
});

export const newAppealAgainst = (
  against: Pick<NewAppeal, 'subject' | 'subjectId'>,
  overrides: Partial<NewAppeal> = {},
): NewAppeal => ({
  ...against,
  askedBy: 'named',
  wants: 'removal',
  text: 'This warns of us by mistake: the wallet belongs to somebody else with a similar name.',
  ...overrides,
});

export const newDispute = (about: string, overrides: Partial<NewDispute> = {}): NewDispute => ({
  about,
  ground: 'not-scam',
  text: 'This is the website of our choir and sells nothing to anybody.',
  ...overrides,
});

export function createReporter(server: TestServer) {
  const services = () => server.running.services;
  const inTransaction = <Result>(work: Parameters<typeof server.running.database.transaction<Result>>[0]) =>
    server.running.database.transaction(work);

  return {
    reportScam: (overrides: Partial<NewAlert> = {}, { actor = visitor, language = 'en' }: Sender = {}) =>
      inTransaction((tx) =>
        services().alerts.accept(tx, newScamReport(overrides), { id: uuidv7<AlertId>(), actor, language }),
      ),
    reportIssue: (overrides: Partial<NewReport> = {}, { actor = visitor, language = 'en' }: Sender = {}) =>
      inTransaction((tx) =>
        services().reports.accept(tx, newIssueReport(overrides), { id: uuidv7<ReportId>(), actor, language }),
      ),
    submitProvider: (overrides: Partial<NewSubmission> = {}, { actor = visitor, language = 'en' }: Sender = {}) =>
      inTransaction((tx) =>
        services().directory.submit(tx, newProviderSubmission(overrides), {
          id: uuidv7<ProviderId>(),
          actor,
          language,
        }),
      ),
    appeal: (
      against: Pick<NewAppeal, 'subject' | 'subjectId'>,
      overrides: Partial<NewAppeal> = {},
      { actor = visitor, language = 'en' }: Sender = {},
    ) =>
      inTransaction((tx) =>
        services().appeals.accept(tx, newAppealAgainst(against, overrides), {
          id: uuidv7<AppealId>(),
          actor,
          language,
        }),
      ),
    dispute: (about: string, overrides: Partial<NewDispute> = {}, { actor = visitor, language = 'en' }: Sender = {}) =>
      inTransaction((tx) =>
        services().disputes.accept(tx, newDispute(about, overrides), { id: uuidv7<DisputeId>(), actor, language }),
      ),
    async lookUpReceipt(code: string): Promise<FilingState> {
      const response = await server.post('/api/filings/look-up', { code });
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
      return (await response.json()) as FilingState;
    },
  };
}
