import { AdminWatch } from '@hakiki/contract/watches-admin';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { failing, knowing, listed } from '../../../../test/answers.ts';
import { serverContext, speaking } from '../../../../test/context.ts';
import { anId } from '../../../../test/makers.ts';
import { linksOf, textOf } from '../../../../test/reading.ts';
import { show, told } from '../../../../test/show.tsx';
import type { Api } from '../../../lib/api/api.ts';
import { ReadStore } from '../../../lib/api/read-store.ts';
import { prefetch, receive } from '../../../lib/api/use-read.ts';
import { watchesAt } from './reads.ts';
import { Watches } from './watches.tsx';

const aWatch = (given: Record<string, unknown> = {}): AdminWatch =>
  AdminWatch.parse({
    id: anId(4),
    providerId: anId(5),
    providerName: 'Slow Pay',
    people: 9,
    usual: 1.04,
    raiseAt: 8,
    calmAt: 3,
    countedAt: '2026-11-01T03:20:00Z',
    days: [0, 0, 0, 1, 0, 0, 1, 0, 2, 0, 1, 0, 3, 1],
    withAccount: 2,
    status: 'pending',
    createdAt: '2026-11-01T03:20:00Z',
    ...given,
  });

async function shown(waiting: Response, published = listed([])) {
  const sent: string[] = [];
  const known = {
    '/api/admin/watches?state=waiting&limit=10': waiting,
    '/api/admin/watches?state=published&limit=10': published,
  };
  const api: Api = (path, init) => {
    if (init?.method !== 'PUT') return knowing(known).api(path, init);
    sent.push(path);
    return Promise.resolve(Response.json({ ...aWatch(), status: 'approved' }));
  };
  const store = new ReadStore(api);
  receive(store, await prefetch(serverContext(api).context, [watchesAt('waiting'), watchesAt('published')]));
  return { page: show(<Watches />, { at: '/admin/queue', store, hasToasts: true }), sent };
}

describe('withdrawal watches in the queue', () => {
  it('show a moderator the numbers, their distribution over days, and what is public already [EARLY-01]', async () => {
    const { page } = await shown(
      listed([aWatch()]),
      listed([aWatch({ id: anId(6), providerName: 'Stopped', status: 'approved' })]),
    );
    expect(textOf(page)).toContain(
      '9 people in 14 days; about 1 is usual. The warning starts at 8 people and ends at 3 or fewer. 2 of them have an account.',
    );
    expect(screen.getAllByRole('img', { name: /^People per day, oldest first: 0, 0, 0, 1, .*, 3, 1$/ })).toHaveLength(
      2,
    );
    expect(linksOf(page).map(({ href }) => href)).toContain(`/provider/${anId(5)}`);
    // A published watch is not decided again.
    expect(screen.getAllByRole('button', { name: 'Confirm and publish' })).toHaveLength(1);
    expect(textOf(page)).toMatch(/Slow Pay Waiting for a decision.*Stopped Shown on the provider page/);
  });

  it('are decided by one click [EARLY-01]', async () => {
    const { sent } = await shown(listed([aWatch()]));
    await userEvent.click(screen.getByRole('button', { name: 'Confirm and publish' }));
    expect(sent).toEqual([`/api/admin/watches/${anId(4)}/approve`]);
    expect(await told('status')).toContain('Decision saved');
  });

  it('render nothing without watches, show a loading error, and are translated to French', async () => {
    expect(textOf((await shown(listed([]))).page)).not.toContain('Withdrawal');
    expect(textOf((await shown(failing(500))).page)).toContain('Could not load the withdrawal reports.');
    speaking('fr');
    expect(textOf((await shown(listed([aWatch()]))).page)).toContain(
      'L’avertissement commence à 8 personnes et prend fin à 3 ou moins.',
    );
  });
});
