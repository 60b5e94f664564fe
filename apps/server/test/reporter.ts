/**
 * Sends reports as a visitor or a member through the real services, and returns the receipt. It skips HTTP and its
 * limits.
 */
import type { AlertId, NewAlert } from '@hakiki/contract/alerts';
import type { AppealId, NewAppeal } from '@hakiki/contract/appeals';
import type { ProviderId } from '@hakiki/contract/directory';
import type { FilingState } from '@hakiki/contract/filings';
import type { NewReport, ReportId } from '@hakiki/contract/reports';
import type { NewSubmission } from '@hakiki/contract/submissions';
import { uuidv7 } from '../src/platform/db/uuid.ts';
import { type Actor, visitor } from '../src/platform/http/actor.ts';
import type { TestServer } from './server.ts';

interface Sender {
  actor?: Actor;
  language?: 'en' | 'fr';
}

export const scamReport = (given: Partial<NewAlert> = {}): NewAlert => ({
  title: 'A broker that pays nobody',
  alertType: 'fake_platform',
  severity: 'High',
  description: 'It promises a third more every month and asks for a fee before anything is paid out.',
  affectedCountries: ['nigeria'],
  ...given,
});

export const issueReport = (given: Partial<NewReport> = {}): NewReport => ({
  reportType: 'withdrawal_issues',
  severity: 'Medium',
  description: 'My withdrawal has been pending for three weeks and nobody answers.',
  ...given,
});

export const proposedProvider = (given: Partial<NewSubmission> = {}): NewSubmission => ({
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
  ...given,
});

export const appealAgainst = (
  against: Pick<NewAppeal, 'subject' | 'subjectId'>,
  given: Partial<NewAppeal> = {},
): NewAppeal => ({
  ...against,
  askedBy: 'named',
  wants: 'removal',
  text: 'This warns of us by mistake: the wallet belongs to somebody else with a similar name.',
  ...given,
});

export function reporterAt(server: TestServer) {
  const rooms = () => server.running.services;
  const inTransaction = <Result>(work: Parameters<typeof server.running.database.transaction<Result>>[0]) =>
    server.running.database.transaction(work);

  return {
    reportScam: (given: Partial<NewAlert> = {}, { actor = visitor, language = 'en' }: Sender = {}) =>
      inTransaction((tx) => rooms().alerts.accept(tx, scamReport(given), { id: uuidv7<AlertId>(), actor, language })),
    reportIssue: (given: Partial<NewReport> = {}, { actor = visitor, language = 'en' }: Sender = {}) =>
      inTransaction((tx) =>
        rooms().reports.accept(tx, issueReport(given), { id: uuidv7<ReportId>(), actor, language }),
      ),
    propose: (given: Partial<NewSubmission> = {}, { actor = visitor, language = 'en' }: Sender = {}) =>
      inTransaction((tx) =>
        rooms().directory.submit(tx, proposedProvider(given), { id: uuidv7<ProviderId>(), actor, language }),
      ),
    appeal: (
      against: Pick<NewAppeal, 'subject' | 'subjectId'>,
      given: Partial<NewAppeal> = {},
      { actor = visitor, language = 'en' }: Sender = {},
    ) =>
      inTransaction((tx) =>
        rooms().appeals.accept(tx, appealAgainst(against, given), { id: uuidv7<AppealId>(), actor, language }),
      ),
    async follow(code: string): Promise<FilingState> {
      const response = await server.post('/api/filings/look-up', { code });
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
      return (await response.json()) as FilingState;
    },
  };
}
