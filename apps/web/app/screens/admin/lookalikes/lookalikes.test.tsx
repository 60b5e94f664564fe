import type { AdminLookalike } from '@hakiki/contract/lookalikes-admin';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createServerContext, setTestLanguage } from '../../../../test/context.ts';
import { getLinks, getText } from '../../../../test/dom-queries.ts';
import { anId, aUser } from '../../../../test/factories.ts';
import { createFakeApi, pagedResponse } from '../../../../test/fake-api.ts';
import { renderInBrowser, renderPageOnServer } from '../../../../test/render.tsx';
import { QueryStore } from '../../../lib/api/query-store.ts';
import { hydrateStore, prefetch } from '../../../lib/api/use-query.ts';
import { authUser } from '../../../lib/api/auth.ts';
import type { Api } from '../../../lib/api/api.ts';
import { Lookalikes } from './lookalikes.tsx';
import { type LookalikeListName, lookalikesQuery, protectedNamesQuery } from './queries.ts';

const aLookalike = (overrides: Partial<AdminLookalike> = {}) => ({
  id: anId(3),
  host: 'kilimapay-bonus.example',
  rule: 'asToken',
  of: { providerId: null, name: 'Kilimapay', officialHosts: ['kilimapay.example'] },
  asks: 12,
  firstAskedOn: '2026-11-01',
  lastAskedOn: '2026-11-18',
  state: 'open',
  reason: null,
  decidedBy: null,
  decidedAt: null,
  alertId: null,
  ...overrides,
});
const aName = {
  id: anId(4),
  name: 'Pesalink Demo',
  otherNames: ['Pesamoja'],
  officialHosts: ['pesalink-demo.example'],
  sourceUrl: 'https://register.example/operators',
  addedBy: 'admin@hakiki.example',
  createdAt: '2026-11-02T10:00:00Z',
};

const createApi = (rows: unknown[], list: LookalikeListName, names: unknown[]) =>
  createFakeApi({
    [`/api/admin/lookalikes?state=${list}&limit=100`]: pagedResponse(rows, rows.length),
    '/api/admin/protected-names': names,
  });

async function render(
  rows: unknown[],
  {
    list = 'open',
    names = [],
    user = aUser({ isModerator: true }),
  }: { list?: LookalikeListName; names?: unknown[]; user?: ReturnType<typeof aUser> } = {},
) {
  const { api } = createApi(rows, list, names);
  const store = new QueryStore(api);
  store.setInitial(authUser.key, { status: 'ready', data: user });
  hydrateStore(
    store,
    await prefetch(createServerContext(api).context, [lookalikesQuery(list), protectedNamesQuery] as const),
  );
  return renderPageOnServer(Lookalikes, { at: `/admin/lookalikes${list === 'open' ? '' : `?list=${list}`}`, store });
}

describe('the list of look-alikes', () => {
  it('shows a moderator the address as text, the protected name, its official site and how often people asked [CHECK-06]', async () => {
    const page = await render([aLookalike()]);
    const text = getText(page);
    expect(text).toContain('kilimapay-bonus.example');
    expect(text).toContain('Looks like Kilimapay');
    expect(text).toContain('Official site kilimapay.example');
    expect(text).toContain('The name appears between dots or hyphens');
    expect(text).toContain('12 times, from Nov 1, 2026 to Nov 18, 2026');
    expect(getLinks(page).map(({ href }) => href)).toContain('/check/website/kilimapay-bonus.example');
    expect(getLinks(page).filter(({ href }) => href?.includes('//kilimapay'))).toEqual([]);
  });

  it('shows what was decided, by whom and why, with the scam report [CHECK-06]', async () => {
    const decided = {
      state: 'reported',
      reason: 'It asks for the recovery phrase.',
      decidedBy: 'amina@hakiki.example',
      decidedAt: '2026-11-18T10:00:00Z',
      alertId: anId(8),
    } as Partial<AdminLookalike>;
    const page = await render([aLookalike(decided)], { list: 'decided' });
    expect(getText(page)).toContain(
      'Scam report started Nov 18, 2026, amina@hakiki.example It asks for the recovery phrase. See the report',
    );
    expect(within(page).queryByRole('button', { name: 'Start a scam report' })).toBeNull();
  });

  it('says in French that nothing waits, and shows the added names with their source', async () => {
    setTestLanguage('fr');
    const page = await render([], { names: [aName] });
    expect(getText(page)).toContain('Aucune imitation en attente.');
    expect(getText(page)).toContain('Pesalink Demo, Pesamoja pesalink-demo.example');
    expect(getLinks(page)).toContainEqual({ text: expect.stringContaining('Source'), href: aName.sourceUrl });
  });
});

describe('the protected names', () => {
  it('can be added and removed by an administrator, and only be read by a moderator [CHECK-06]', async () => {
    const listControls = async (user: ReturnType<typeof aUser>) => {
      const page = within(await render([], { names: [aName], user }));
      return [
        ...page.queryAllByRole('textbox').map((field) => field.getAttribute('name')),
        ...page.queryAllByRole('button').map(getText),
      ];
    };
    expect(await listControls(aUser({ isModerator: true }))).toEqual([]);
    expect(await listControls(aUser({ isAdmin: true }))).toEqual([
      'name',
      'otherNames',
      'officialHosts',
      'sourceUrl',
      'Stop protecting Pesalink Demo',
      'Protect a name',
    ]);
  });
});

describe('deciding a look-alike', () => {
  it('asks for a reason, and for a country only if a scam report starts [CHECK-06]', async () => {
    const lists = createApi([aLookalike()], 'open', []);
    const sent: unknown[] = [];
    const api: Api = (path, init) => {
      if (init?.method !== 'POST') return lists.api(path, init);
      sent.push([path, JSON.parse(init.body as string)]);
      return Promise.resolve(Response.json(aLookalike({ state: 'reported' })));
    };
    const user = userEvent.setup();
    renderInBrowser(<Lookalikes />, { at: '/admin/lookalikes', store: new QueryStore(api) });
    const start = await screen.findByRole('button', { name: 'Start a scam report' });
    await user.click(start);
    expect(getText(document.body)).toContain('Choose a country for the scam report');
    await user.type(screen.getByLabelText(/^Reason/), 'It asks for the recovery phrase.');
    await user.click(start);
    expect(sent).toEqual([]);
    await user.selectOptions(screen.getByLabelText(/^Country of the scam report/), 'Kenya');
    await user.click(start);
    expect(sent).toEqual([
      [
        `/api/admin/lookalikes/${anId(3)}/decision`,
        { outcome: 'reported', reason: 'It asks for the recovery phrase.', language: 'en', country: 'kenya' },
      ],
    ]);
  });
});
