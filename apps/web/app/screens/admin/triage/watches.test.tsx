import { AdminWatch } from '@hakiki/contract/watches-admin';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../../test/fake-api.ts';
import { createServerContext, setTestLanguage } from '../../../../test/context.ts';
import { anId } from '../../../../test/factories.ts';
import { getLinks, getText } from '../../../../test/dom-queries.ts';
import { renderInBrowser, findToastText } from '../../../../test/render.tsx';
import type { Api } from '../../../lib/api/api.ts';
import { QueryStore } from '../../../lib/api/query-store.ts';
import { prefetch, hydrateStore } from '../../../lib/api/use-query.ts';
import { watchesQuery } from './queries.ts';
import { Watches } from './watches.tsx';

const makeWatch = (overrides: Record<string, unknown> = {}): AdminWatch =>
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
    ...overrides,
  });

async function renderWatches(pendingReply: Response, published = pagedResponse([])) {
  const sent: string[] = [];
  const replies = {
    '/api/admin/watches?state=waiting&limit=10': pendingReply,
    '/api/admin/watches?state=published&limit=10': published,
  };
  const api: Api = (path, init) => {
    if (init?.method !== 'PUT') return createFakeApi(replies).api(path, init);
    sent.push(path);
    return Promise.resolve(Response.json({ ...makeWatch(), status: 'approved' }));
  };
  const store = new QueryStore(api);
  hydrateStore(
    store,
    await prefetch(createServerContext(api).context, [watchesQuery('waiting'), watchesQuery('published')]),
  );
  return { page: renderInBrowser(<Watches />, { at: '/admin/queue', store, hasToasts: true }), sent };
}

describe('withdrawal watches in the queue', () => {
  it('show a moderator the numbers, their distribution over days, and what is public already [EARLY-01]', async () => {
    const { page } = await renderWatches(
      pagedResponse([makeWatch()]),
      pagedResponse([makeWatch({ id: anId(6), providerName: 'Stopped', status: 'approved' })]),
    );
    expect(getText(page)).toContain(
      '9 people in 14 days; about 1 is usual. The warning starts at 8 people and ends at 3 or fewer. 2 of them have an account.',
    );
    expect(
      screen.getAllByRole('img', { hidden: true, name: /^People per day, oldest first: 0, 0, 0, 1, .*, 3, 1$/ }),
    ).toHaveLength(2);
    expect(getLinks(page).map(({ href }) => href)).toContain(`/provider/${anId(5)}`);
    // A published watch is not decided again.
    expect(screen.getAllByRole('button', { name: 'Publish warning', hidden: true })).toHaveLength(1);
    expect(getText(page)).toMatch(/Slow Pay Waiting for a decision.*Stopped Shown on the provider page/);
  });

  it('are one closed banner, and are published after a preview with a reason [EARLY-01]', async () => {
    const { page, sent } = await renderWatches(pagedResponse([makeWatch()]));
    expect(page.querySelector('details')?.open).toBe(false);
    await userEvent.click(screen.getByText('1 to decide, 0 public'));
    await userEvent.click(screen.getByRole('button', { name: 'Publish warning' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Warn the public about this provider?' }));
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }));
    expect(getText(screen.getByRole('dialog'))).toContain(
      'Its page will say 9 people reported in 14 days that a withdrawal was refused or late.',
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Publish warning' }));
    expect(sent).toEqual([]);
    await userEvent.type(dialog.getByRole('textbox'), 'Nine different texts.');
    await userEvent.click(dialog.getByRole('button', { name: 'Publish warning' }));
    expect(sent).toEqual([`/api/admin/watches/${anId(4)}/approve`]);
    expect(await findToastText('status')).toContain('Decision saved');
  });

  it('render nothing without watches, show a loading error, and are translated to French', async () => {
    expect(getText((await renderWatches(pagedResponse([]))).page)).not.toContain('Withdrawal');
    expect(getText((await renderWatches(errorResponse(500))).page)).toContain('Could not load the withdrawal reports.');
    setTestLanguage('fr');
    expect(getText((await renderWatches(pagedResponse([makeWatch()]))).page)).toContain(
      'L’avertissement commence à 8 personnes et prend fin à 3 ou moins.',
    );
  });
});
