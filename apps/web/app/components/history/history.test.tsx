import { within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { failing, knowing } from '../../../test/answers.ts';
import { anAlert, anId, aReport } from '../../../test/makers.ts';
import { factsOf, textOf, valuesOf } from '../../../test/reading.ts';
import { serverContext, speaking } from '../../../test/context.ts';
import { show } from '../../../test/show.tsx';
import { ReadStore } from '../../lib/api/read-store.ts';
import { prefetch, receive } from '../../lib/api/use-read.ts';
import { AlertCard, type ListedAlert } from '../alerts/card.tsx';
import { m } from '../../paraglide/messages.js';
import { FieldChanges } from './field-changes.tsx';
import { HistoryEntries, historyRead, type HistorySubject } from './entries.tsx';
import { ReportCard } from '../alerts/report-card.tsx';

const id = anId();

const addresses = {
  provider: `/api/providers/${id}/history`,
  alert: `/api/fraud-alerts/${id}/history`,
  report: `/api/reports/${id}/history`,
};

async function opened(of: HistorySubject, answer: unknown) {
  const { api } = knowing({ [addresses[of.kind]]: answer });
  const store = new ReadStore(api);
  receive(store, await prefetch(serverContext(api).context, [historyRead(of)]));
  return show(<HistoryEntries of={of} />, { store });
}
const alertCard = (given: Partial<ListedAlert>) => show(<AlertCard item={{ ...anAlert(), ...given }} isMember />);

describe('the history of a verdict', () => {
  it('lists each change with its date and reason, newest first', async () => {
    const page = await opened({ kind: 'provider', id }, [
      { from: 'Verified', to: 'Flagged', reason: 'Licence withdrawn.', changes: [], createdAt: '2025-03-07T22:30:00Z' },
      { from: 'Pending', to: 'Verified', reason: null, changes: [], createdAt: '2024-01-02T10:00:00Z' },
    ]);
    expect(within(page).queryAllByRole('listitem').map(textOf)).toEqual([
      'Mar 8, 2025 From “Verified” to “Flagged” Licence withdrawn.',
      'Jan 2, 2024 From “Pending” to “Verified”',
    ]);
    expect(valuesOf(page, 'dateTime')).toEqual(['2025-03-07T22:30:00Z', '2024-01-02T10:00:00Z']);
  });

  it('shows in the reader’s language that there is no history or that it could not be loaded', async () => {
    const page = await opened({ kind: 'provider', id }, []);
    expect(textOf(page)).toBe('No change of this verdict has been recorded yet.');
    expect(textOf(await opened({ kind: 'alert', id }, failing(500)))).toContain('Try Again');
    speaking('fr');
    const change = { from: 'pending', to: 'approved', reason: null, changes: [], createdAt: '2025-03-07T10:00:00Z' };
    expect(textOf(await opened({ kind: 'alert', id }, [change]))).toContain('De « En cours d’examen » à « Publiée »');
  });
});

describe('the history of reworded texts', () => {
  const reworded = {
    from: 'approved',
    to: 'approved',
    reason: 'The bank has confirmed it.',
    changes: [
      { field: 'severity', from: 'High', to: 'Critical' },
      { field: 'title', from: 'Fake exchange', to: 'Fake exchange takes deposits' },
      { field: 'affectedCountries', from: 'kenya', to: 'kenya\nsouth africa' },
    ],
    createdAt: '2025-03-07T10:00:00Z',
  };

  it('lists a rewording with its date and fields, and shows old and new text on demand [VERD-02]', async () => {
    const page = await opened({ kind: 'alert', id }, [reworded]);
    const details = page.querySelector('details')!;
    expect(textOf(page).split(' Show the difference')[0]).toBe(
      'Mar 7, 2025 Text changed: Severity, Title, Countries The bank has confirmed it.',
    );
    expect([...page.querySelectorAll('summary')].map(textOf)).toEqual(['Show the difference of Mar 7, 2025']);
    expect(details.open).toBe(false);
    await userEvent.click(page.querySelector('summary')!);
    expect(details.open).toBe(true);
    expect(factsOf(details)).toEqual([
      ['Severity', 'Before : High Now : Critical'],
      ['Title', 'Before : Fake exchange Now : Fake exchange takes deposits'],
      ['Countries', 'Before : Kenya Now : Kenya South Africa'],
    ]);
  });

  it('lists a rewording of a report, also in French [VERD-02]', async () => {
    speaking('fr');
    const page = await opened({ kind: 'report', id }, [
      {
        ...reworded,
        from: 'investigating',
        to: 'investigating',
        changes: [{ field: 'description', from: 'Rien.', to: '' }],
      },
    ]);
    expect(textOf(page)).toBe(
      '7 mars 2025 Texte modifié : Description The bank has confirmed it. ' +
        'Voir la différence du 7 mars 2025 Description Avant : Rien. Maintenant : Rien',
    );
    const summaryOf = (status: string) =>
      show(<ReportCard item={aReport({ status })} isMember />).querySelector('summary');
    expect(textOf(summaryOf('investigating')!)).toBe('Historique de ce signalement : problèmes de retrait');
    expect(summaryOf('pending')).toBeNull();
  });

  it('lists other fields that changed with a verdict, and changes without a new verdict [VERD-02]', async () => {
    const risk = { field: 'riskScore', from: 'Medium', to: 'High' };
    const page = await opened({ kind: 'provider', id }, [
      { ...reworded, from: 'Flagged', to: 'Flagged', reason: null, changes: [risk] },
      {
        ...reworded,
        from: 'Verified',
        to: 'Flagged',
        reason: null,
        changes: [risk],
      },
    ]);
    const told = within(page)
      .getAllByRole('listitem')
      .map((entry) => textOf(entry).split(' Show')[0]);
    expect(told).toEqual([
      'Mar 7, 2025 Changed: Risk',
      'Mar 7, 2025 From “Verified” to “Flagged” Changed with it: Risk',
    ]);
    expect(factsOf(page)).toEqual([
      ['Risk', 'Before : Medium risk Now : High risk'],
      ['Risk', 'Before : Medium risk Now : High risk'],
    ]);
  });

  it('shows only the date of a rewording of a withdrawn alert, not its texts [VERD-02]', async () => {
    const page = await opened({ kind: 'alert', id }, [{ ...reworded, reason: null, changes: [] }]);
    expect(textOf(page)).toBe('Mar 7, 2025 Text changed');
    expect(page.querySelector('summary')).toBeNull();
  });

  it('marks changed words and lines, not by colour alone [VERD-02] [VERD-03]', () => {
    const page = show(
      <FieldChanges
        changes={[
          { field: 'description', from: 'Do not pay them.', to: 'Take care with them.' },
          { field: 'flaggedReasons', from: 'No licence\nWithdrawals stopped', to: 'No licence' },
          { field: 'riskScore', from: 'High', to: 'Low' },
          { field: 'advice', from: '', to: 'Wait.' },
          { field: 'unheardOf', from: '1', to: '2' },
        ]}
        after={m.change_proposed}
      />,
    );
    expect(within(page).queryAllByRole('deletion').map(textOf)).toEqual(['Do not pay', 'Withdrawals stopped']);
    expect(within(page).queryAllByRole('insertion').map(textOf)).toEqual(['Take care with', 'Wait.']);
    expect([...page.querySelectorAll('del')].every(({ className }) => className.includes('line-through'))).toBe(true);
    expect([...page.querySelectorAll('ins')].every(({ className }) => className.includes('underline'))).toBe(true);
    expect(factsOf(page)).toEqual([
      ['Description', 'Before : Do not pay them. Proposed : Take care with them.'],
      ['Reasons for the flag', 'Before : No licence Withdrawals stopped Proposed : No licence'],
      ['Risk', 'Before : High risk Proposed : Low risk'],
      ['What to do', 'Before : Nothing Proposed : Wait.'],
      ['unheardOf', 'Before : 1 Proposed : 2'],
    ]);
  });
});

describe('the history of an alert', () => {
  it('is offered for public alerts, named by their title, and not for alerts that only the sender sees', () => {
    const summary = 'History of this alert : A club that promises ten percent a week';
    const summaries = (given: Partial<ListedAlert>) => [...alertCard(given).querySelectorAll('summary')].map(textOf);
    expect(summaries({})).toEqual([summary]);
    expect(summaries({ ownStatus: 'approved' })).toEqual([summary]);
    expect(summaries({ ownStatus: 'pending' })).toEqual([]);
    expect(summaries({ ownStatus: 'rejected' })).toEqual([]);
  });
});
