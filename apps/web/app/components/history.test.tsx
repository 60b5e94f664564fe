import { describe, expect, it } from 'vitest';
import { failing, knowing } from '../../test/answers.ts';
import { anAlert, anId } from '../../test/makers.ts';
import { elementsOf, render, serverContext, speaking, textOf, valuesOf } from '../../test/render.tsx';
import { ReadStore } from '../lib/read-store.ts';
import { prefetch, receive } from '../lib/use-read.ts';
import { AlertCard, type ListedAlert } from './alert-card.tsx';
import { HistoryEntries, historyRead, type HistorySubject } from './history-entries.tsx';

const id = anId();

async function opened(of: HistorySubject, answer: unknown) {
  const address = of.kind === 'provider' ? `/api/providers/${id}/history` : `/api/fraud-alerts/${id}/history`;
  const { api } = knowing({ [address]: answer });
  const store = new ReadStore(api);
  receive(store, await prefetch(serverContext(api).context, [historyRead(of)]));
  return render(<HistoryEntries of={of} />, { store });
}
const alertCard = (given: Partial<ListedAlert>) => render(<AlertCard item={{ ...anAlert(), ...given }} isMember />);

describe('how a verdict came about', () => {
  it('tells each change with its day and its reason, newest first', async () => {
    const markup = await opened({ kind: 'provider', id }, [
      { from: 'Verified', to: 'Flagged', reason: 'Licence withdrawn.', createdAt: '2025-03-07T22:30:00Z' },
      { from: 'Pending', to: 'Verified', reason: null, createdAt: '2024-01-02T10:00:00Z' },
    ]);
    expect(elementsOf(markup, 'li').map(({ text }) => text)).toEqual([
      'Mar 8, 2025 From “Verified” to “Flagged” Licence withdrawn.',
      'Jan 2, 2024 From “Pending” to “Verified”',
    ]);
    expect(valuesOf(markup, 'dateTime')).toEqual(['2025-03-07T22:30:00Z', '2024-01-02T10:00:00Z']);
  });

  it('says when nothing was recorded or could be read, in the reader’s language', async () => {
    const markup = await opened({ kind: 'provider', id }, []);
    expect(textOf(markup)).toBe('No change of this verdict has been recorded yet.');
    expect(textOf(await opened({ kind: 'alert', id }, failing(500)))).toContain('Try Again');
    speaking('fr');
    const change = { from: 'pending', to: 'approved', reason: null, createdAt: '2025-03-07T10:00:00Z' };
    expect(textOf(await opened({ kind: 'alert', id }, [change]))).toContain('De « En cours d’examen » à « Publiée »');
  });
});

describe('how an alert came about', () => {
  it('is offered with what is public, named by its title, and not with what only its sender sees', () => {
    const summary = 'How this alert came about : A club that promises ten percent a week';
    const summaries = (given: Partial<ListedAlert>) => elementsOf(alertCard(given), 'summary').map(({ text }) => text);
    expect(summaries({})).toEqual([summary]);
    expect(summaries({ ownStatus: 'approved' })).toEqual([summary]);
    expect(summaries({ ownStatus: 'pending' })).toEqual([]);
    expect(summaries({ ownStatus: 'rejected' })).toEqual([]);
  });
});
