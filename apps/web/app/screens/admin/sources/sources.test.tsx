import { ListSource, WaitingSnapshot } from '@hakiki/contract/sources-admin';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createFakeApi } from '../../../../test/fake-api.ts';
import { setTestLanguage } from '../../../../test/context.ts';
import { anId } from '../../../../test/factories.ts';
import { getText } from '../../../../test/dom-queries.ts';
import { findToastText, renderInBrowser } from '../../../../test/render.tsx';
import type { Api } from '../../../lib/api/api.ts';
import { QueryStore } from '../../../lib/api/query-store.ts';
import { SourcesScreen } from './sources.tsx';

const SOURCES = '/api/admin/sources';

const makeSource = (overrides: Record<string, unknown> = {}): ListSource =>
  ListSource.parse({
    id: 'demo-list',
    name: 'Demo list',
    url: 'https://list.example/about',
    licence: 'MIT',
    licenceUrl: 'https://list.example/licence',
    mayShow: true,
    mayRepublish: true,
    needsOwnFile: false,
    isSafelist: false,
    tier: 'community',
    condition: 'good',
    strikes: 0,
    lastOkAt: '2026-11-10T08:00:00Z',
    lastTriedAt: '2026-11-10T08:00:00Z',
    nextRunAt: '2026-11-11T08:00:00Z',
    lastError: null,
    entries: 1200,
    appliedAt: '2026-11-10T08:00:00Z',
    ...overrides,
  });

const makeWaiting = (overrides: Record<string, unknown> = {}): WaitingSnapshot =>
  WaitingSnapshot.parse({
    id: anId(7),
    sourceId: 'demo-list',
    sourceName: 'Demo list',
    isSafelist: false,
    createdAt: '2026-11-10T08:00:00Z',
    reasons: ['change', 'safelisted'],
    sha256: 'a'.repeat(64),
    bytes: 123_456,
    entries: 2400,
    listedBefore: 1200,
    added: 1300,
    gone: 100,
    unreadable: 3,
    conflicts: 1,
    samples: { added: ['new-demo.example'], gone: ['gone-demo.example'], conflicts: ['bank-demo.example'] },
    isApplicable: true,
    needsSecondPerson: false,
    isProposed: false,
    isOwnProposal: false,
    isApplying: false,
    ...overrides,
  });

function renderAt(at: string, replies: Record<string, unknown>, mutationReplies: Record<string, unknown> = {}) {
  const fakeApi = createFakeApi(replies);
  const written: [string, unknown][] = [];
  const api: Api = (path, init) => {
    if (!init?.method || init.method === 'GET') return fakeApi.api(path, init);
    written.push([path, typeof init.body === 'string' ? JSON.parse(init.body) : null]);
    return Promise.resolve(
      Response.json(mutationReplies[path] ?? { message: 'Missing.' }, { status: mutationReplies[path] ? 200 : 404 }),
    );
  };
  renderInBrowser(<SourcesScreen />, { at, store: new QueryStore(api), hasToasts: true });
  return { written };
}
const findRows = async () => (await screen.findAllByRole('row')).map(getText);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
async function confirmWith(button: string, reason?: string) {
  const dialog = within(screen.getByRole('dialog'));
  if (reason) await userEvent.type(dialog.getByRole('textbox'), reason);
  await userEvent.click(dialog.getByRole('button', { name: button }));
}

describe('third-party lists', () => {
  it('the lists show state, licence, last import, error and strikes', async () => {
    renderAt('/admin/sources', {
      [SOURCES]: [
        makeSource(),
        makeSource({ id: 'b', name: 'Broken', condition: 'failing', lastError: 'too-slow', strikes: 2 }),
        makeSource({ id: 'c', name: 'Copyleft', licence: 'GPL-3.0', needsOwnFile: true, condition: 'waiting' }),
        makeSource({ id: 'd', name: 'Safe', isSafelist: true, mayShow: false, condition: 'off', lastOkAt: null }),
        makeSource({ id: 'e', name: 'Struck', condition: 'off', strikes: 3 }),
      ],
    });
    const [, good, broken, copyleft, safe, struck] = await findRows();
    expect(good).toMatch(/Demo list.*list.example.*MIT.*Working.*1,200 entries.*Run now.*Turn off.*Strike/);
    expect(broken).toMatch(/Failing.*It took too long to answer.*2 of 3 strikes/);
    expect(copyleft).toMatch(/GPL-3.0.*Published in a file of its own.*Needs review.*Review/);
    expect(safe).toMatch(/Safelist: never warned of.*Off.*Turn on/);
    expect(struck).toMatch(/3 of 3 strikes/);
    expect(struck).not.toMatch(/Turn on|Run now/);
  });

  it('a list is turned on by a button, and off only with a reason', async () => {
    const [on, off] = [`${SOURCES}/b/turn-on`, `${SOURCES}/demo-list/turn-off`];
    const { written } = renderAt(
      '/admin/sources',
      { [SOURCES]: [makeSource(), makeSource({ id: 'b', name: 'Other', condition: 'off' })] },
      { [on]: makeSource(), [off]: makeSource() },
    );
    await press(/^Turn on/);
    expect(await findToastText('status')).toBe('Turned on: Other');
    await press(/^Turn off/);
    await confirmWith('Turn off');
    expect(written.map(([path]) => path)).toEqual([on]);
    await confirmWith('Turn off', 'Named a bank.');
    expect(written[1]).toEqual([off, { reason: 'Named a bank.' }]);
  });

  it('the lists are shown in French', async () => {
    setTestLanguage('fr');
    renderAt('/fr/admin/sources', { [SOURCES]: [makeSource({ strikes: 1 })] });
    expect((await findRows())[1]).toMatch(/1 avertissements? sur 3/);
    expect(getText(document.body)).toContain('Listes d’autrui');
  });
});

describe('a quarantined list', () => {
  const WAITING = `${SOURCES}/demo-list/snapshot`;
  const at = '/admin/sources?waiting=demo-list';
  const [apply, refuse] = ['apply', 'refuse'].map((act) => `/api/admin/source-snapshots/${anId(7)}/${act}`) as [
    string,
    string,
  ];
  const decision = { sha256: 'a'.repeat(64), reason: 'Looked at it.' };

  it('a quarantined list shows the reason and its changes, and is applied with a reason', async () => {
    const { written } = renderAt(at, { [WAITING]: makeWaiting(), [SOURCES]: [] }, { [apply]: makeSource() });
    await screen.findByRole('heading', { name: 'Waiting from Demo list' });
    const page = getText(document.body);
    expect(page).toMatch(/More than a fifth of it has changed.*names something that is on the safelist/);
    expect(page).toMatch(/Entries before ?1,200.*Entries now ?2,400.*New ?1,300.*Gone ?100/);
    expect(page).toMatch(/On the safelist ?bank-demo.example.*1 of 1,300.*new-demo.example.*gone-demo.example/);
    await press('Apply');
    await confirmWith('Apply', decision.reason);
    expect(await findToastText('status')).toBe('Demo list will be applied within a minute');
    expect(written).toEqual([[apply, decision]]);
  });

  it('the first of two administrators sees that a second one is needed', async () => {
    const waiting = makeWaiting({ needsSecondPerson: true });
    renderAt(at, { [WAITING]: waiting, [SOURCES]: [] }, { [apply]: makeSource() });
    await screen.findByText(/Two administrators must agree/);
    await press('Apply');
    await confirmWith('Apply', decision.reason);
    expect(await findToastText('status')).toBe('Waiting for a second administrator: Demo list');
  });

  it('the same administrator cannot apply a list twice', async () => {
    renderAt(at, { [WAITING]: makeWaiting({ needsSecondPerson: true, isProposed: true, isOwnProposal: true }) });
    await screen.findByText(/A second administrator must agree, too/);
    expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
  });

  it('an unreadable list can only be refused', async () => {
    const waiting = makeWaiting({ reasons: ['unreadable'], isApplicable: false });
    const { written } = renderAt(at, { [WAITING]: waiting, [SOURCES]: [] }, { [refuse]: makeSource() });
    await screen.findByText('This file can only be refused.');
    expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
    await press('Refuse');
    await confirmWith('Refuse', decision.reason);
    expect(await findToastText('status')).toBe('Refused: Demo list');
    expect(written).toEqual([[refuse, decision]]);
  });
});
