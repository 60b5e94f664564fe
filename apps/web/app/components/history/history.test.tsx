import { within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { errorResponse, createFakeApi } from '../../../test/fake-api.ts';
import { anAlert, anId, aReport } from '../../../test/factories.ts';
import { getFacts, getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderInBrowser } from '../../../test/render.tsx';
import { QueryStore } from '../../lib/api/query-store.ts';
import { prefetch, hydrateStore } from '../../lib/api/use-query.ts';
import { AlertCard, type ListedAlert } from '../alerts/card.tsx';
import { m } from '../../paraglide/messages.js';
import { FieldChanges } from './field-changes.tsx';
import { HistoryEntries, historyQuery, type HistorySubject } from './entries.tsx';
import { ReportCard } from '../alerts/report-card.tsx';

const id = anId();

const addresses = {
  provider: `/api/providers/${id}/history`,
  alert: `/api/fraud-alerts/${id}/history`,
  report: `/api/reports/${id}/history`,
};

async function showHistory(subject: HistorySubject, reply: unknown) {
  const { api } = createFakeApi({ [addresses[subject.kind]]: reply });
  const store = new QueryStore(api);
  hydrateStore(store, await prefetch(createServerContext(api).context, [historyQuery(subject)]));
  return renderInBrowser(<HistoryEntries subject={subject} />, { store });
}
const showAlertCard = (given: Partial<ListedAlert>) =>
  renderInBrowser(<AlertCard item={{ ...anAlert(), ...given }} isMember />);

describe('the history of a verdict', () => {
  it('lists each change with its date and reason, newest first', async () => {
    const page = await showHistory({ kind: 'provider', id }, [
      { from: 'Verified', to: 'Flagged', reason: 'Licence withdrawn.', changes: [], createdAt: '2025-03-07T22:30:00Z' },
      { from: 'Pending', to: 'Verified', reason: null, changes: [], createdAt: '2024-01-02T10:00:00Z' },
    ]);
    expect(within(page).queryAllByRole('listitem').map(getText)).toEqual([
      'Mar 8, 2025 From “Verified” to “Flagged” Licence withdrawn.',
      'Jan 2, 2024 From “Pending” to “Verified”',
    ]);
    expect(getAttributeValues(page, 'dateTime')).toEqual(['2025-03-07T22:30:00Z', '2024-01-02T10:00:00Z']);
  });

  it('shows in the user’s language that there is no history or that it could not be loaded', async () => {
    const page = await showHistory({ kind: 'provider', id }, []);
    expect(getText(page)).toBe('No change of this verdict has been recorded yet.');
    expect(getText(await showHistory({ kind: 'alert', id }, errorResponse(500)))).toContain('Try Again');
    setTestLanguage('fr');
    const change = { from: 'pending', to: 'approved', reason: null, changes: [], createdAt: '2025-03-07T10:00:00Z' };
    expect(getText(await showHistory({ kind: 'alert', id }, [change]))).toContain(
      'De « En cours d’examen » à « Publiée »',
    );
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
    const page = await showHistory({ kind: 'alert', id }, [reworded]);
    const details = page.querySelector('details')!;
    expect(getText(page).split(' Show the difference')[0]).toBe(
      'Mar 7, 2025 Text changed: Severity, Title, Countries The bank has confirmed it.',
    );
    expect([...page.querySelectorAll('summary')].map(getText)).toEqual(['Show the difference of Mar 7, 2025']);
    expect(details.open).toBe(false);
    await userEvent.click(page.querySelector('summary')!);
    expect(details.open).toBe(true);
    expect(getFacts(details)).toEqual([
      ['Severity', 'Before : High Now : Critical'],
      ['Title', 'Before : Fake exchange Now : Fake exchange takes deposits'],
      ['Countries', 'Before : Kenya Now : Kenya South Africa'],
    ]);
  });

  it('lists a rewording of a report, also in French [VERD-02]', async () => {
    setTestLanguage('fr');
    const page = await showHistory({ kind: 'report', id }, [
      {
        ...reworded,
        from: 'investigating',
        to: 'investigating',
        changes: [{ field: 'description', from: 'Rien.', to: '' }],
      },
    ]);
    expect(getText(page)).toBe(
      '7 mars 2025 Texte modifié : Description en anglais The bank has confirmed it. ' +
        'Voir la différence du 7 mars 2025 Description Avant : Rien. Maintenant : Rien',
    );
    const summaryOf = (status: string) =>
      renderInBrowser(<ReportCard item={aReport({ status })} isMember />).querySelector('summary');
    expect(getText(summaryOf('investigating')!)).toBe('Historique de ce signalement : problèmes de retrait');
    expect(summaryOf('pending')).toBeNull();
  });

  it('lists other fields that changed with a verdict, and changes without a new verdict [VERD-02]', async () => {
    const risk = { field: 'riskScore', from: 'Medium', to: 'High' };
    const page = await showHistory({ kind: 'provider', id }, [
      { ...reworded, from: 'Flagged', to: 'Flagged', reason: null, changes: [risk] },
      {
        ...reworded,
        from: 'Verified',
        to: 'Flagged',
        reason: null,
        changes: [risk],
      },
    ]);
    const entries = within(page)
      .getAllByRole('listitem')
      .map((entry) => getText(entry).split(' Show')[0]);
    expect(entries).toEqual([
      'Mar 7, 2025 Changed: Risk',
      'Mar 7, 2025 From “Verified” to “Flagged” Changed with it: Risk',
    ]);
    expect(getFacts(page)).toEqual([
      ['Risk', 'Before : Medium risk Now : High risk'],
      ['Risk', 'Before : Medium risk Now : High risk'],
    ]);
  });

  it('shows only the date of a rewording of a withdrawn alert, not its texts [VERD-02]', async () => {
    const page = await showHistory({ kind: 'alert', id }, [{ ...reworded, reason: null, changes: [] }]);
    expect(getText(page)).toBe('Mar 7, 2025 Text changed');
    expect(page.querySelector('summary')).toBeNull();
  });

  it('marks changed words and lines, not by colour alone [VERD-02] [VERD-03]', () => {
    const page = renderInBrowser(
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
    expect(within(page).queryAllByRole('deletion').map(getText)).toEqual(['Do not pay', 'Withdrawals stopped']);
    expect(within(page).queryAllByRole('insertion').map(getText)).toEqual(['Take care with', 'Wait.']);
    expect([...page.querySelectorAll('del')].every(({ className }) => className.includes('line-through'))).toBe(true);
    expect([...page.querySelectorAll('ins')].every(({ className }) => className.includes('underline'))).toBe(true);
    expect(getFacts(page)).toEqual([
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
    const summaries = (given: Partial<ListedAlert>) =>
      [...showAlertCard(given).querySelectorAll('summary')].map(getText);
    expect(summaries({})).toEqual([summary]);
    expect(summaries({ ownStatus: 'approved' })).toEqual([summary]);
    expect(summaries({ ownStatus: 'pending' })).toEqual([]);
    expect(summaries({ ownStatus: 'rejected' })).toEqual([]);
  });
});
