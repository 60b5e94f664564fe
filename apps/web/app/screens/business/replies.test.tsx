import { Answerable } from '@hakiki/contract/replies';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../test/fake-api.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { anId } from '../../../test/factories.ts';
import { getLinks, getText } from '../../../test/dom-queries.ts';
import { renderInBrowser, findToastText } from '../../../test/render.tsx';
import type { Api } from '../../lib/api/api.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import { prefetch, hydrateStore } from '../../lib/api/use-query.ts';
import { errorTexts as businessErrorTexts } from '../../paraglide/business_errors.js';
import { registerErrorTexts } from '../../lib/errors/server-error-texts.ts';
import { repliesQuery } from './replies-form.ts';
import { Replies } from './replies.tsx';

registerErrorTexts(businessErrorTexts);

const REPLIES_PATH = '/api/business/replies';
const aReply = (overrides: Record<string, unknown> = {}) => ({
  id: anId(1),
  text: 'We have paid everybody back.',
  language: 'en',
  status: 'pending',
  reason: null,
  createdAt: '2026-11-01T10:00:00Z',
  dueAt: '2026-11-08T10:00:00Z',
  isOverdue: false,
  ...overrides,
});
const makeVerdict = (overrides: Record<string, unknown> = {}): Answerable =>
  Answerable.parse({
    kind: 'provider',
    subjectId: anId(2),
    title: null,
    verdict: 'Flagged',
    reportType: null,
    rating: null,
    excerpt: 'No licence.',
    saidAt: null,
    published: null,
    latest: null,
    ...overrides,
  });
const report = makeVerdict({
  kind: 'report',
  subjectId: anId(3),
  verdict: null,
  reportType: 'scam',
  rating: null,
  excerpt: 'Nothing was paid out.',
  saidAt: '2026-10-20T10:00:00Z',
});
const review = makeVerdict({
  kind: 'review',
  subjectId: anId(5),
  verdict: null,
  rating: 2,
  excerpt: 'Slow.',
  saidAt: '2026-10-19T10:00:00Z',
});

async function renderPageInBrowser(listResponse: Response, canWrite = true, reviews: Response = pagedResponse([])) {
  const requests: unknown[] = [];
  const api: Api = async (path, init) => {
    if (init?.method === undefined || init.method === 'GET') {
      return createFakeApi({
        [`${REPLIES_PATH}?limit=20&offset=0`]: listResponse.clone(),
        [`${REPLIES_PATH}?of=reviews&limit=20&offset=0`]: reviews.clone(),
      }).api(path, init);
    }
    requests.push([init.method, path, init.body === undefined ? undefined : JSON.parse(init.body as string)]);
    return Promise.resolve(Response.json(makeVerdict({ latest: aReply() })));
  };
  const store = new QueryStore(api);
  hydrateStore(store, await prefetch(createServerContext(api).context, [repliesQuery(1)]));
  return {
    page: renderInBrowser(<Replies providerId={anId()} canWrite={canWrite} />, {
      at: '/business',
      store,
      hasToasts: true,
    }),
    sent: requests,
  };
}

describe('the right of reply in the portal', () => {
  it('the reply section shows each statement, the reply, its status and its deadline [REPLY-02]', async () => {
    const { page } = await renderPageInBrowser(
      pagedResponse([
        makeVerdict({
          published: aReply({ id: anId(4), status: 'approved', text: 'We are licensed.' }),
          latest: aReply(),
        }),
        report,
      ]),
    );
    const [first, second] = within(page).getAllByRole('listitem').map(getText);
    expect(first).toBe(
      'The verdict: Flagged No licence. Your reply Nov 1, 2026 We are licensed. Public Withdraw this reply ' +
        'Your reply Nov 1, 2026 We have paid everybody back. Waiting for our decision, by Nov 8, 2026 at the latest. ' +
        'Withdraw this reply Write a new version : The verdict: Flagged',
    );
    expect(second).toMatch(/^Report: .* Oct 20, 2026 Nothing was paid out. Reply : Report: /);
    expect(getLinks(page).map(({ href }) => href)).toEqual([`/provider/${anId(2)}`, '/reports']);
    expect(getText(page)).toContain('It is free with every plan.');
  });

  it('the reply section lists the reviews apart from the statements, once they are opened [REPLY-02]', async () => {
    const { page } = await renderPageInBrowser(pagedResponse([makeVerdict()]), true, pagedResponse([review]));
    const reviews = within(page).getByRole('group');
    expect(getText(reviews)).toBe('Reviews');
    await userEvent.click(within(reviews).getByText('Reviews'));
    expect(getText(await within(reviews).findByRole('listitem'))).toMatch(
      /^Review: Rated 2 out of 5 Oct 19, 2026 Slow\. Reply : Review: /,
    );
    expect(getLinks(reviews).map(({ href }) => href)).toEqual([`/provider/${anId()}?tab=reviews`]);
  });

  it('the reply section says that a decision is overdue, and why a reply was rejected [REPLY-02]', async () => {
    const overdue = await renderPageInBrowser(pagedResponse([makeVerdict({ latest: aReply({ isOverdue: true }) })]));
    expect(getText(overdue.page)).toContain('We should have decided by Nov 8, 2026. Our administrators know.');
    const rejected = await renderPageInBrowser(
      pagedResponse([makeVerdict({ latest: aReply({ status: 'rejected', reason: 'insult' }) })]),
    );
    expect(getText(rejected.page)).toContain(
      'Not published: It insults somebody. You can change it and send it again.',
    );
  });

  it('the reply form sends a reply, and asks for a text when it is empty [REPLY-02]', async () => {
    const { sent } = await renderPageInBrowser(pagedResponse([report]));
    await userEvent.click(screen.getByRole('button', { name: /^Reply/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Send reply' }));
    expect((await screen.findAllByText('Text is required')).length).toBeGreaterThan(0);
    expect(sent).toEqual([]);
    await userEvent.type(screen.getByRole('textbox', { name: 'Your reply' }), 'Paid on Monday.');
    await userEvent.click(screen.getByRole('button', { name: 'Send reply' }));
    expect(await findToastText('status')).toContain('Your reply was sent');
    expect(sent).toEqual([
      ['POST', REPLIES_PATH, { kind: 'report', subjectId: anId(3), text: 'Paid on Monday.', language: 'en' }],
    ]);
  });

  it('the reply button withdraws a reply', async () => {
    const { sent } = await renderPageInBrowser(pagedResponse([makeVerdict({ latest: aReply() })]));
    await userEvent.click(screen.getByRole('button', { name: 'Withdraw this reply' }));
    expect(await findToastText('status')).toContain('The reply was withdrawn');
    expect(sent).toEqual([['DELETE', `${REPLIES_PATH}/${anId(1)}`, undefined]]);
  });

  it('the reply section has no buttons for a viewer, is hidden without a listing, and says when it could not be loaded', async () => {
    const { page } = await renderPageInBrowser(pagedResponse([makeVerdict({ latest: aReply() })]), false);
    expect(within(page).queryAllByRole('button', { name: /reply|version/i })).toEqual([]);
    expect(getText((await renderPageInBrowser(pagedResponse([]))).page)).not.toContain('right of reply');
    expect(getText((await renderPageInBrowser(errorResponse(500))).page)).toContain(
      'Could not load what you can reply to.',
    );
  });

  it('the reply section is in French for a French reader', async () => {
    setTestLanguage('fr');
    const { page } = await renderPageInBrowser(pagedResponse([makeVerdict({ latest: aReply() })]));
    expect(getText(page)).toContain('Votre droit de réponse');
    expect(getText(page)).toContain('En attente de notre décision, au plus tard le 8 nov. 2026.');
  });
});
