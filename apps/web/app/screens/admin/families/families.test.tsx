import type { Family } from '@hakiki/contract/families-admin';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { setTestLanguage } from '../../../../test/context.ts';
import { getLinks, getText } from '../../../../test/dom-queries.ts';
import { anId } from '../../../../test/factories.ts';
import { createFakeApi, pagedResponse } from '../../../../test/fake-api.ts';
import { renderInBrowser } from '../../../../test/render.tsx';
import type { Api } from '../../../lib/api/api.ts';
import { QueryStore } from '../../../lib/api/query-store.ts';
import { Families } from './families.tsx';

const key = (n: number) => String(n).repeat(32);
const anIndicator = (n: number, overrides: object = {}) => ({
  key: key(n),
  kind: 'website',
  value: `site-${n}.example`,
  isWarned: true,
  isListed: false,
  isMember: true,
  x: 100 * n,
  y: 100,
  ...overrides,
});
const source = { kind: 'own', name: null };
const aFamily = {
  id: '7',
  size: 2,
  indicators: [anIndicator(1), anIndicator(2), anIndicator(3, { isMember: false, isListed: true })],
  links: [
    {
      a: key(1),
      b: key(2),
      state: 'joined',
      traces: [{ kind: 'wallet', value: '0x52908400', carriers: 2, seenOn: '2026-11-18', source }],
      judgements: [],
    },
    {
      a: key(2),
      b: key(3),
      state: 'refused',
      traces: [{ kind: 'phone', value: null, carriers: 2, seenOn: '2026-11-18', source }],
      judgements: [
        {
          judgement: 'notSame',
          actionId: anId(5),
          reason: 'Another firm.',
          by: 'amina@hakiki.example',
          at: '2026-11-18T10:00:00Z',
          undoneBy: null,
          undoneAt: null,
        },
      ],
    },
  ],
  picture: { width: 400, height: 200 },
} as const satisfies Partial<Record<keyof Family, unknown>>;

function open() {
  const { api } = createFakeApi({
    '/api/admin/families?limit=100': pagedResponse(
      [{ id: '7', size: 2, blocked: 1, examples: ['site-1.example', 'site-2.example'] }],
      1,
    ),
    '/api/admin/families/of?about=site-1.example': aFamily,
  });
  const sent: unknown[] = [];
  const record: Api = (path, init) => {
    if (init?.method === undefined || init.method === 'GET') return api(path, init);
    sent.push([init.method, path, typeof init.body === 'string' ? JSON.parse(init.body) : null]);
    return Promise.resolve(Response.json(init.method === 'POST' ? { actionId: anId(9) } : null));
  };
  return { store: new QueryStore(record), sent };
}
const openFamily = async () => {
  const { store, sent } = open();
  renderInBrowser(<Families />, { at: '/admin/families?about=site-1.example', store });
  await screen.findByRole('img');
  return sent;
};

describe('the list of families', () => {
  it('the list links to each family by one of its members, with size and blocked links [FAM-08]', async () => {
    renderInBrowser(<Families />, { at: '/admin/families', store: open().store });
    const table = await screen.findByRole('table');
    expect(getText(table)).toContain('site-1.example, site-2.example');
    expect(getLinks(table)).toContainEqual({
      text: 'site-1.example, site-2.example',
      href: '/admin/families?about=site-1.example',
    });
  });
});

describe('one family', () => {
  it('a family is shown as a graph, and as tables with the same members, links and traces [FAM-08]', async () => {
    await openFamily();
    const picture = screen.getByRole('img');
    expect(picture.getAttribute('aria-label')).toBe(
      'Graph of a family. Members: 2. Links: 2. The tables beside it have the same data.',
    );
    // Drawn at the size that its members need, after the tables of a small family.
    expect(picture.getAttribute('width')).toBe(picture.getAttribute('viewBox')!.split(' ')[2]);
    expect(screen.getAllByRole('table')[0]!.closest('.order-first')).not.toBeNull();
    expect([picture.querySelectorAll('line').length, picture.querySelectorAll('circle').length]).toEqual([2, 3]);
    const [links, indicators] = screen.getAllByRole('table').map(getText);
    expect(links).toContain('site-1.example and site-2.example');
    expect(links).toContain('Wallet 0x52908400 (2 carry it, Nov 18, 2026, checked reports)');
    expect(links).toContain('Not the same Nov 18, 2026, amina@hakiki.example, Another firm.');
    expect(indicators).toContain('listed provider: two people must link it');
  });

  it('a moderator confirms, refuses and splits a family by keyboard, each with a reason [FAM-08]', async () => {
    const sent = await openFamily();
    const user = userEvent.setup();
    const press = async (name: string) => {
      screen.getByRole('button', { name }).focus();
      await user.keyboard('{Enter}');
      const dialog = within(await screen.findByRole('dialog'));
      await user.type(dialog.getByRole('textbox'), 'Seen on both pages.');
      await user.keyboard('{Tab}');
      dialog
        .getAllByRole('button')
        .find(({ textContent }) => /^(Same|Not the same)$/.test(textContent))!
        .focus();
      await user.keyboard('{Enter}');
      await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    };
    await press('Same: site-2.example and site-3.example');
    await press('Split off: site-1.example');
    const reason = 'Seen on both pages.';
    expect(sent).toEqual([
      ['POST', '/api/admin/families/judgements', { pairs: [{ a: key(2), b: key(3) }], judgement: 'same', reason }],
      ['POST', '/api/admin/families/judgements', { pairs: [{ a: key(1), b: key(2) }], judgement: 'notSame', reason }],
    ]);
  });

  it('a moderator undoes a judgement with one click [FAM-05]', async () => {
    const sent = await openFamily();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Undo' }));
    expect(sent).toEqual([['DELETE', `/api/admin/families/judgements/${anId(5)}`, null]]);
  });

  it('a family is shown in French', async () => {
    setTestLanguage('fr');
    await openFamily();
    expect(getText(document.body)).toContain('Portefeuille 0x52908400');
  });
});
