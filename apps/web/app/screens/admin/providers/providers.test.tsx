import { errors } from '@hakiki/contract/errors';
import { cleanup, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../../test/fake-api.ts';
import { getLastToast, renderHookOnPage, stubStorage } from '../../../../test/hook-page.tsx';
import { aDecision, anAdminEvidence, anAdminProvider, anId, aProposal } from '../../../../test/factories.ts';
import { getLinks, getText } from '../../../../test/dom-queries.ts';
import { createServerContext } from '../../../../test/context.ts';
import { renderOnServer, renderPageOnServer, renderInBrowser, findToastText } from '../../../../test/render.tsx';
import type { Api } from '../../../lib/api/api.ts';
import { QueryStore } from '../../../lib/api/query-store.ts';
import { prefetch, hydrateStore } from '../../../lib/api/use-query.ts';
import { DialogForm } from '../../../components/staff/dialog.tsx';
import { toEdit, toggleStatus, toPercentage, useProviderChange, findWeakenedByEdit } from './change.ts';
import { createAddForm, createEditListingForm, findWeakenedByListing, toListingValues } from './listing-form.ts';
import { ProviderEditor } from './provider.tsx';
import { providersTabQueries } from './queries.ts';
import { VerdictDialog } from './verdict.tsx';
import { SecondPersonNote } from '../parts/second-person-note.tsx';
import { DueChecks } from './due-checks.tsx';
import { ProvidersTab } from './providers.tsx';
import { timelineQuery } from '../parts/timeline.tsx';
import { registerErrorTexts } from '../../../lib/errors/server-error-texts.ts';
import { errorTexts as staffErrorTexts } from '../../../paraglide/staff_errors.js';

registerErrorTexts(staffErrorTexts);

const verified = anAdminProvider();
const flagged = anAdminProvider({
  id: anId(2),
  name: 'Kwetu Coins',
  verificationStatus: 'Flagged',
  flaggedReasons: ['No licence'],
  riskScore: 'High',
  reviewState: 'pending',
});
const commonFields = {
  providerId: anId(),
  providerName: 'Baobab Exchange',
  createdAt: '2025-03-07T10:00:00Z',
  status: 'pending',
};
const pendingReplies = {
  '/api/admin/reviews?order=oldest&limit=20': [
    { ...commonFields, id: anId(3), rating: 4, experience: 'Paid out.', issueType: 'none', userLocation: 'kenya' },
  ],
  '/api/admin/profile-changes?order=oldest&limit=20': [
    {
      ...commonFields,
      id: anId(4),
      changes: [{ field: 'website', from: 'https://old.example', to: 'https://new.example' }],
    },
  ],
  '/api/admin/listing-claims?order=oldest&limit=20': [
    {
      ...commonFields,
      id: anId(6),
      companyName: 'Baobab Ltd',
      contactEmail: 'office@baobab.example',
      domain: 'baobab.example',
      method: 'dns',
      provenAt: '2025-03-07T11:00:00Z',
    },
  ],
  '/api/admin/documents?order=oldest&limit=20': [
    {
      ...commonFields,
      id: anId(5),
      name: 'Licence 2026.pdf',
      type: 'application/pdf',
      kind: 'licence',
      version: 2,
      bytes: 2048,
      validUntil: null,
      reason: null,
    },
  ],
  '/api/admin/replies?limit=20': [
    {
      ...commonFields,
      id: anId(6),
      kind: 'alert',
      subjectId: anId(7),
      title: 'Withdrawals stopped',
      verdict: null,
      reportType: null,
      rating: null,
      excerpt: 'Nobody is paid.',
      saidAt: '2025-03-01T10:00:00Z',
      text: 'We have paid everybody back.',
      language: 'en',
      reason: null,
      dueAt: '2025-03-14T10:00:00Z',
      isOverdue: true,
    },
  ],
};

/** Renders the tab at a URL after its data was loaded. */
async function renderTabAt(query: string, providers: Response, replies: Record<string, unknown> = {}) {
  const at = `/admin?tab=providers${query}`;
  const params = new URL(at, 'http://site.example').searchParams;
  const requests: string[] = [];
  const fakeApi = createFakeApi({
    '/api/admin/proposals?order=oldest': [],
    ...Object.fromEntries(Object.keys(pendingReplies).map((path) => [path, pagedResponse([])])),
    [`/api/admin/decisions?subjectId=${verified.id}`]: [
      aDecision({ from: 'Flagged', to: 'Verified', confirmedBy: 'second@example.org' }),
    ],
    ...replies,
  });
  const api: Api = (path, init) => {
    requests.push(path);
    return path.startsWith('/api/admin/providers') ? Promise.resolve(providers) : fakeApi.api(path, init);
  };
  const store = new QueryStore(api);
  hydrateStore(
    store,
    await prefetch(createServerContext(api).context, [...providersTabQueries(params), timelineQuery(verified.id)]),
  );
  return { page: renderInBrowser(<ProvidersTab />, { at, store }), requests };
}
const renderTab = async (...args: Parameters<typeof renderTabAt>) => (await renderTabAt(...args)).page;
const getButtonTexts = (page: HTMLElement) => [...page.querySelectorAll('button')].map(getText);

describe('the providers tab', () => {
  it('shows name, type, countries, status and risk, with Edit and Verify or Unverify [ADMIN-33] [ADMIN-34] [DEC-74]', async () => {
    const page = await renderTab('', pagedResponse([verified, flagged], 12));
    expect([...page.querySelectorAll('th')].map(getText)).toEqual([
      'Name',
      'Type',
      'Countries',
      'Verification status',
      'Risk score',
      'Actions',
    ]);
    const [first, second] = within(page).getAllByRole('row').slice(1).map(getText);
    expect(first).toMatch(/Baobab Exchange .*Exchange.*Kenya, South Africa.*Verified.*Medium risk.*Edit Unverify$/);
    expect(second).toMatch(/Kwetu Coins Waiting for review.*Flagged.*High risk.*Edit Verify$/);
    expect(getLinks(page).map(({ href }) => href)).toContain(`/admin?tab=providers&edit=${verified.id}`);
    expect(getText(page)).toContain('Showing 1 to 10 of 12 providers');
    expect(getText(page)).toContain('Many at once: run “hakiki providers import” with a CSV file on the server.');
    expect(getLinks(page)).toContainEqual({ text: 'Checks that are due', href: '/admin/provider' });
  });

  it('lists all checks that are due, page by page [FILL-07]', async () => {
    const item = {
      providerId: verified.id,
      name: verified.name,
      verificationStatus: 'Verified',
      checkedOn: null,
      views: 3,
    };
    const { api, requests } = createFakeApi({
      '/api/admin/evidence-due?limit=10&offset=30': pagedResponse([item], 38),
    });
    const page = renderInBrowser(<DueChecks />, { at: '/admin/provider?page=4', store: new QueryStore(api) });
    expect(await within(page).findByText('Showing 31 to 38 of 38 providers')).toBeTruthy();
    expect(requests).toEqual(['/api/admin/evidence-due?limit=10&offset=30']);
    expect(getLinks(page).map(({ href }) => href)).toContain('/admin/provider?page=3');
  });

  it('searches and filters on the server, and shows an empty or failed list [ADMIN-33]', async () => {
    const { page, requests } = await renderTabAt(
      '&search=kwe&verificationStatus=Flagged&reviewState=pending&page=2',
      pagedResponse([]),
    );
    expect(requests).toContain(
      '/api/admin/providers?search=kwe&limit=10&offset=10&verificationStatus=Flagged&reviewState=pending',
    );
    expect(getText(page)).toContain('No providers found');
    expect(getText(await renderTab('', errorResponse(500)))).toContain('Could not load the providers');
  });

  it('says how to fill an empty register, and offers no filters to clear [FILL-04]', async () => {
    const page = await renderTab('', pagedResponse([]));
    expect(getText(page)).toContain(
      'No providers yet. Add the first one here, or many with “hakiki providers import” on the server.',
    );
    expect(getText(page)).not.toMatch(/No providers found|Clear search/);
  });

  it('shows the change that is pending for a second administrator', async () => {
    const page = await renderTab('', pagedResponse([flagged]), {
      '/api/admin/proposals?order=oldest': [aProposal({ subjectId: flagged.id })],
    });
    expect(getText(page)).toContain('Waiting for a second administrator: Verified');
  });

  it('opens Edit Provider with status, risk, the three scores, a reason and the timeline [ADMIN-36] [ADMIN-37] [ADMIN-38] [ADMIN-40] [ADMIN-71] [DEC-74]', async () => {
    const page = await renderTab(`&edit=${verified.id}`, pagedResponse([verified]));
    const dialog = page.querySelector<HTMLElement>('dialog')!;
    expect(within(dialog).queryAllByRole('heading', { level: 2 }).map(getText)).toEqual(['Edit Provider']);
    expect(dialog.className).toMatch(/max-w-2xl.*overflow-y-auto/);
    expect([...dialog.querySelectorAll('label')].map(getText)).toEqual([
      'Verification status',
      'Other names',
      'Risk score',
      'Regulatory compliance',
      'User satisfaction',
      'Security measures',
      'Reason (optional)',
      'Evidence for moderators (optional)',
    ]);
    expect(within(dialog).queryAllByRole('option').map(getText)).toEqual([
      'Verified',
      'Pending',
      'Flagged',
      'Suspended',
      'Limited',
      'Low risk',
      'Medium risk',
      'High risk',
    ]);
    const figures = [...dialog.querySelectorAll<HTMLInputElement>('input[type="number"]')];
    expect(figures.map(({ name, min, max, value }) => [name, min, max, value])).toEqual([
      ['regulatoryCompliance', '0', '100', '90'],
      ['userSatisfaction', '0', '100', '60'],
      ['securityMeasures', '0', '100', '30'],
    ]);
    expect(getButtonTexts(dialog)).toEqual(['Close', 'Cancel', 'Save Changes']);
    expect(getText(dialog)).toContain('from Flagged to Verified Mar 7, 2025');
    expect(getText(dialog)).toContain('by amina@example.org, confirmed by second@example.org');
  });

  it('says of a provider without scores why it stays Not assessed, and starts with empty scores [ADMIN-36] [DEC-05]', async () => {
    const unassessed = anAdminProvider({ regulatoryCompliance: 0, userSatisfaction: 0, securityMeasures: 0 });
    const page = await renderTab(`&edit=${unassessed.id}`, pagedResponse([unassessed]));
    const figures = [...page.querySelectorAll<HTMLInputElement>('dialog input[type="number"]')];
    expect(figures.map(({ value }) => value)).toEqual(['', '', '']);
    expect(getText(page)).toContain('Not assessed yet. Low and Medium show only with at least one score above 0.');
  });

  it('shows Saving... while it saves [ADMIN-41]', () => {
    const page = renderOnServer(
      <DialogForm isSaving onSubmit={() => undefined}>
        <input name="riskScore" />
      </DialogForm>,
    );
    expect(getButtonTexts(page)).toEqual(['Cancel', 'Saving...']);
  });

  it('shows that a rewording is pending when the verdict stays', async () => {
    const page = await renderTab('', pagedResponse([flagged]), {
      '/api/admin/proposals?order=oldest': [aProposal({ subjectId: flagged.id, to: 'Flagged' })],
    });
    expect(getText(page)).toContain('A text change is waiting for a second administrator');
  });

  it('has a page of its own for reviews, claims, listing changes and documents [DEC-77] [REPLY-01]', async () => {
    const lists = Object.fromEntries(
      Object.entries(pendingReplies).map(([path, items]) => [path, pagedResponse(items)]),
    );
    const renderList = (list: string) => renderTab(`&list=${list}`, pagedResponse([verified]), lists);
    const reviews = await renderList('reviews');
    const claims = await renderList('claims');
    const changes = await renderList('documents');
    const pages = [await renderTab('', pagedResponse([verified]), lists), reviews, claims, changes];
    expect(pages.map((page) => within(page).queryAllByRole('heading', { level: 3 }).map(getText))).toEqual([
      [],
      ['Reviews'],
      ['Listing claims'],
      ['Listing changes and documents'],
    ]);
    expect(getText(reviews)).toContain('Baobab Exchange Rated 4 out of 5');
    expect(getButtonTexts(reviews)).toEqual(['Approve', 'Reject']);
    expect(getText(claims)).toContain(
      'Baobab Exchange Baobab Ltd (office@baobab.example) proved control of baobab.example by a DNS record',
    );
    expect(getButtonTexts(claims)).toEqual(['Approve claim', 'Reject']);
    expect(getText(changes)).toContain('Website, Now https://old.example Requested https://new.example');
    expect(getText(changes)).toContain('Licence 2026.pdf');
    expect(getText(changes)).toContain('Baobab Exchange, application/pdf, version 2');
    expect(getButtonTexts(changes)).toEqual(['Approve', 'Reject', 'Approve', 'Reject']);
  });

  it('rejects a document only with a reason [DEC-77] [ADMIN-69] [REAL-19]', async () => {
    stubStorage();
    const lists = Object.fromEntries(
      Object.entries(pendingReplies).map(([path, items]) => [path, pagedResponse(items)]),
    );
    const { page, requests } = await renderTabAt('&list=documents', pagedResponse([verified]), {
      ...lists,
      [`/api/admin/documents/${anId(5)}/approve`]: {},
      [`/api/admin/documents/${anId(5)}/reject`]: {},
    });
    const decided = () => requests.filter((path) => path.includes(anId(5)));
    const item = within(
      within(page).getByText('Licence or exemption, Baobab Exchange, application/pdf, version 2').closest('li')!,
    );
    expect(item.getByRole('link', { name: 'Save the file Licence 2026.pdf', hidden: true }).getAttribute('href')).toBe(
      `/api/admin/documents/${anId(5)}/file`,
    );
    const user = userEvent.setup();
    await user.click(item.getByRole('button', { name: 'Reject' }));
    const dialog = within(within(page).getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(dialog.getByText('Please give a reason')).toBeDefined();
    expect(decided()).toEqual([]);
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'A page is missing.');
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(decided()).toEqual([`/api/admin/documents/${anId(5)}/reject`]);
    expect(getLastToast()?.title).toBe('Document Updated');
  });

  it('marks an overdue reply, publishes it with one click, and rejects it only for one of three reasons [REPLY-02]', async () => {
    stubStorage();
    const path = (action: string) => `/api/admin/replies/${anId(6)}/${action}`;
    const openReply = async () => {
      const lists = Object.fromEntries(
        Object.entries(pendingReplies).map(([listPath, items]) => [listPath, pagedResponse(items)]),
      );
      const answers = { ...lists, [path('approve')]: {}, [path('reject')]: {} };
      const { page, requests } = await renderTabAt('&list=replies', pagedResponse([verified]), answers);
      const decided = () => requests.filter((requestPath) => requestPath.includes(anId(6)));
      return { page, decided, item: within(page).getByText('We have paid everybody back.').closest('li')! };
    };
    const first = await openReply();
    expect(getText(first.item)).toBe(
      'Baobab Exchange Overdue since Mar 14, 2025 Alert: Withdrawals stopped Nobody is paid. We have paid everybody back. Approve Reject',
    );
    expect(getLinks(first.item).map(({ href }) => href)).toEqual([`/alerts/${anId(7)}`]);
    await userEvent.click(within(first.item).getByRole('button', { name: 'Approve' }));
    expect([first.decided(), getLastToast()?.title]).toEqual([[path('approve')], 'Decision saved']);

    const { page, item, decided } = await openReply();
    await userEvent.click(within(item).getByRole('button', { name: 'Reject' }));
    const dialog = within(within(page).getByRole('dialog'));
    expect(dialog.getAllByRole('radio')).toHaveLength(3);
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(dialog.getByText('Please choose why')).toBeDefined();
    expect(decided()).toEqual([]);
    await userEvent.click(dialog.getByRole('radio', { name: 'It threatens somebody' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(decided()).toEqual([path('reject')]);
  });

  it('accepts a document with one click [DEC-77] [ADMIN-69]', async () => {
    stubStorage();
    const lists = Object.fromEntries(
      Object.entries(pendingReplies).map(([path, items]) => [path, pagedResponse(items)]),
    );
    const approve = `/api/admin/documents/${anId(5)}/approve`;
    const { page, requests } = await renderTabAt('&list=documents', pagedResponse([verified]), {
      ...lists,
      [approve]: {},
    });
    const item = within(
      within(page).getByText('Licence or exemption, Baobab Exchange, application/pdf, version 2').closest('li')!,
    );
    await userEvent.click(item.getByRole('button', { name: 'Approve' }));
    expect(requests).toContain(approve);
    expect(getLastToast()?.title).toBe('Document Updated');
  });
});

describe('changing a provider', () => {
  beforeEach(() => stubStorage());

  const changeAndRecord = async (
    reply: Response,
    edit = { verificationStatus: toggleStatus(verified.verificationStatus) },
  ) => {
    const sent: unknown[] = [];
    const requests: string[] = [];
    const api: Api = (path, init) => {
      if (init?.method === 'GET') {
        requests.push(path);
        return Promise.resolve(pagedResponse([verified]));
      }
      sent.push([init?.method, path, JSON.parse(init?.body as string)]);
      return Promise.resolve(reply);
    };
    const { result, store } = renderHookOnPage(useProviderChange, { api, url: '/admin?tab=providers' });
    store.subscribe(providersTabQueries(new URLSearchParams('tab=providers'))[0]!, () => undefined);
    await result.change(verified, edit);
    return { sent, requests };
  };

  it('asks for a reason at the button of a row, and sends only the status and the reason [ADMIN-35] [VERD-07]', async () => {
    const sent: unknown[] = [];
    const api: Api = (path, init) => {
      if (path.endsWith('/evidence')) return Promise.resolve(Response.json([anAdminEvidence()]));
      sent.push([init?.method, path, JSON.parse(init?.body as string)]);
      return Promise.resolve(Response.json(flagged));
    };
    const dialogProps = { provider: flagged, verificationStatus: toggleStatus(flagged.verificationStatus) };
    const dialog = <VerdictDialog {...dialogProps} onClose={() => undefined} />;
    const page = within(
      renderInBrowser(dialog, { at: '/admin?tab=providers', store: new QueryStore(api), hasToasts: true }),
    );
    const reason = page.getByRole('textbox', { name: /^Reason/ });
    await userEvent.type(reason, ' ');
    await userEvent.click(page.getByRole('button', { name: 'Verify' }));
    expect((await page.findAllByText('Please give a reason')).length).toBeGreaterThan(0);
    expect(sent).toEqual([]);
    await userEvent.clear(reason);
    await userEvent.type(reason, 'Its licence was found.');
    await userEvent.click(page.getByRole('button', { name: 'Verify' }));
    expect(await findToastText('status')).toBe('Provider Updated');
    const body = { verificationStatus: 'Verified', reason: 'Its licence was found.' };
    expect(sent).toEqual([['PUT', `/api/admin/providers/${flagged.id}`, body]]);
  });

  it('lists what must be looked up before verifying, offers no templates, and does not verify without evidence [FILL-02]', async () => {
    const renderDialog = (evidence: unknown[]) => {
      const requests: string[] = [];
      const api: Api = (path) => {
        requests.push(path);
        return Promise.resolve(Response.json(evidence));
      };
      const dialog = <VerdictDialog provider={flagged} verificationStatus="Verified" onClose={() => undefined} />;
      const page = renderInBrowser(dialog, { at: '/admin?tab=providers', store: new QueryStore(api) });
      return { page: within(page), requests };
    };
    const withoutEvidence = renderDialog([anAdminEvidence({ isOld: true }), anAdminEvidence({ kind: 'warning' })]);
    expect(await withoutEvidence.page.findByText(/Nobody becomes Verified without evidence/)).toBeTruthy();
    expect(withoutEvidence.page.getByRole('button', { name: 'Verify' })).toHaveProperty('disabled', true);
    expect(withoutEvidence.requests).toEqual([`/api/admin/providers/${flagged.id}/evidence`]);
    cleanup();
    const { page } = renderDialog([anAdminEvidence()]);
    const steps = await page.findByRole('list', { name: 'Before you verify' });
    expect(within(steps).getAllByRole('listitem').map(getText)).toEqual([
      'Licence or registration seen in a register Done Licence L-12345, Markets Authority, Mar 7, 2026',
      'Link to the entry Done https://register.example/l-12345',
      'On no warning list Done',
      expect.stringMatching(/^Website entered/),
      expect.stringMatching(/^Licence number on the page/),
    ]);
    expect(page.getByRole('button', { name: 'Verify' })).toHaveProperty('disabled', false);
  });

  it('shows at once that weakening a warning needs a second administrator [VERD-07] [VERD-01]', () => {
    const getDialogText = (provider: typeof flagged, verificationStatus: 'Verified' | 'Pending') =>
      getText(
        renderPageOnServer(() => <VerdictDialog {...{ provider, verificationStatus }} onClose={() => undefined} />, {
          at: '/admin?tab=providers',
          store: new QueryStore(() => Promise.resolve(Response.json([]))),
        }),
      );
    const warnedProvider = anAdminProvider({ verificationStatus: 'Flagged', name: 'Kwetu Coins' });
    expect(getDialogText(warnedProvider, 'Verified')).toMatch(/A second administrator must confirm .* Propose$/);
    expect(getDialogText(warnedProvider, 'Verified')).not.toContain('Waiting for');
    expect(getDialogText(verified, 'Pending')).toMatch(/Unverify$/);
    expect(getDialogText(verified, 'Pending')).not.toContain('second administrator');
  });

  it('sends the changed values, shows Provider Updated and reloads the list [ADMIN-35] [ADMIN-42] [ADMIN-69]', async () => {
    const { sent, requests } = await changeAndRecord(Response.json(verified));
    expect(sent).toEqual([['PUT', `/api/admin/providers/${verified.id}`, { verificationStatus: 'Pending' }]]);
    expect(requests).toEqual(['/api/admin/providers?limit=10&offset=0']);
    expect(getLastToast()).toMatchObject({ title: 'Provider Updated', isDestructive: false });
    expect((['Limited', 'Flagged', 'Pending', 'Suspended'] as const).map(toggleStatus)).toEqual(
      Array.from({ length: 4 }, () => 'Verified'),
    );
  });

  it('shows that a change is pending until a confirmation or a date', async () => {
    await changeAndRecord(Response.json({ ...flagged, proposal: aProposal() }));
    expect(getLastToast()).toMatchObject({
      title: 'Waiting for a second administrator',
      description: 'Nothing has changed yet. Another administrator must confirm it by Mar 10, 2025, 12:00.',
    });
    await changeAndRecord(
      Response.json({ ...flagged, proposal: aProposal({ takesEffectAt: '2025-03-08T10:00:00Z' }) }),
    );
    expect(getLastToast()?.description).toContain('takes effect on Mar 8, 2025');
  });

  it('offers an undo where it is possible', async () => {
    await changeAndRecord(Response.json({ ...verified, decisionId: anId(9), canUndo: true }));
    expect(getLastToast()).toMatchObject({ title: 'Provider Updated', action: { label: 'Undo' } });
    await changeAndRecord(Response.json({ ...verified, decisionId: anId(9), canUndo: false }));
    expect(getLastToast()?.title).toBe('Provider Updated');
    expect(getLastToast()).not.toHaveProperty('action');
  });

  it('shows while an administrator types which fields require a second administrator [VERD-03]', () => {
    const warnedProvider = anAdminProvider({
      verificationStatus: 'Flagged',
      flaggedReasons: ['No licence', 'Withdrawals stopped'],
      riskScore: 'High',
    });
    const form = {
      verificationStatus: 'Flagged',
      riskScore: 'High',
      flaggedReasons: 'No licence\nWithdrawals stopped',
      otherNames: '',
      regulatoryCompliance: '90',
      userSatisfaction: '60',
      securityMeasures: '30',
    };
    expect(findWeakenedByEdit(warnedProvider, undefined)).toEqual([]);
    expect(findWeakenedByEdit(warnedProvider, { ...form, reason: 'Because.', evidence: 'A letter.' })).toEqual([]);
    expect(
      findWeakenedByEdit(warnedProvider, { ...form, verificationStatus: 'Suspended', userSatisfaction: '10' }),
    ).toEqual([]);
    expect(
      findWeakenedByEdit(warnedProvider, { ...form, flaggedReasons: '', riskScore: 'Low', userSatisfaction: '10' }),
    ).toEqual(['riskScore', 'flaggedReasons']);
    expect(findWeakenedByEdit(warnedProvider, { ...form, verificationStatus: 'Verified' })).toEqual([
      'verificationStatus',
    ]);
    expect(findWeakenedByEdit(verified, { ...form, verificationStatus: 'Pending', riskScore: 'Medium' })).toEqual([]);
    const limited = anAdminProvider({ verificationStatus: 'Limited', riskScore: 'Medium' });
    const raisedValues = { ...form, verificationStatus: 'Verified', riskScore: 'Low', flaggedReasons: '' };
    expect(findWeakenedByEdit(limited, raisedValues)).toEqual(['verificationStatus', 'riskScore']);
    const note = getText(renderOnServer(<SecondPersonNote fields={['riskScore', 'flaggedReasons']} />));
    expect(note).toBe(
      'A second administrator must confirm This change may weaken a warning or vouch for a provider: Risk, Reasons for the flag. ' +
        'It takes effect only after a second administrator confirms it. ' +
        'Give your reason. The second administrator sees it together with the evidence.',
    );
    expect(renderInBrowser(<SecondPersonNote fields={[]} />).innerHTML).toBe('');
  });

  it('shows the server’s message after an error [ADMIN-70]', async () => {
    const { message } = errors.ALREADY_PROPOSED;
    await changeAndRecord(Response.json({ code: 'ALREADY_PROPOSED', message }, { status: 409 }));
    expect(getLastToast()).toMatchObject({ description: message, isDestructive: true });
  });

  it('accepts percentages from 0 to 100; an invalid number becomes 0 [ADMIN-38] [ADMIN-39]', () => {
    expect(['55', '0', '100', '101', '-3', '7.6', 'many', ''].map(toPercentage)).toEqual([55, 0, 100, 100, 0, 8, 0, 0]);
  });

  it('sends the changed values of the dialog, and the reason [ADMIN-36] [ADMIN-39]', () => {
    const before = {
      verificationStatus: 'Verified',
      riskScore: 'Low',
      regulatoryCompliance: '90',
      userSatisfaction: '60',
      securityMeasures: '30',
    };
    expect(toEdit(verified, { ...before, reason: ' ' })).toEqual({});
    expect(
      toEdit(verified, {
        ...before,
        verificationStatus: 'Flagged',
        flaggedReasons: 'No licence\n\n Withdrawals stopped ',
        otherNames: ' BX Capital\n\nBaobab X',
        securityMeasures: 'none',
        reason: 'The register was asked.',
      }),
    ).toEqual({
      verificationStatus: 'Flagged',
      flaggedReasons: ['No licence', 'Withdrawals stopped'],
      otherNames: ['BX Capital', 'Baobab X'],
      securityMeasures: 0,
      reason: 'The register was asked.',
    });
  });
});

describe('editing the listing of a provider', () => {
  const listingValues = {
    name: 'Demo Added',
    type: 'Exchange',
    description: 'Buys and sells coins in two countries, with an office in each of them.',
    website: '',
    countries: 'Kenya, South Africa',
    licenseInfo: ' FSP 12345 ',
  };
  const recordRequests = async (submit: (api: Api) => Promise<unknown>) => {
    const sent: unknown[] = [];
    await submit((path, init) => {
      sent.push([init?.method, path, JSON.parse(init?.body as string)]);
      return Promise.resolve(Response.json(verified, { status: 201 }));
    });
    return sent;
  };
  const at = new URL('http://site.example/admin');

  it('adds a provider from a dialog with a URL, validated like a submission', async () => {
    const page = await renderTab('&add=provider', pagedResponse([verified]));
    const dialog = page.querySelector<HTMLElement>('dialog')!;
    expect([...dialog.querySelectorAll('label')].map(getText)).toEqual([
      'Provider name',
      'Provider type',
      'Description',
      'Website (optional)',
      'Countries',
      'Licence information (optional)',
    ]);
    const submitAddForm = (given: Record<string, string>) =>
      recordRequests((api) =>
        createAddForm('a key of sixteen characters').submit(given, at, (write, body) => write.send(api, body)),
      );
    expect(await submitAddForm(listingValues)).toEqual([
      [
        'POST',
        '/api/admin/providers',
        { ...listingValues, countries: ['kenya', 'south africa'], licenseInfo: 'FSP 12345' },
      ],
    ]);
    expect(await submitAddForm({ ...listingValues, name: ' ' })).toEqual([]);
    expect(await submitAddForm({ ...listingValues, isAnother: 'on' })).toMatchObject([
      [expect.anything(), expect.anything(), { isAnother: true }],
    ]);
  });

  it('edits the listing, sends the changed values, and shows what needs a second administrator [VERD-01]', async () => {
    const provider = anAdminProvider({ verificationStatus: 'Flagged', licenseInfo: null });
    const typed = { ...toListingValues(provider), reason: '', evidence: '' };
    const edit = (given: Record<string, string>) =>
      recordRequests((api) =>
        createEditListingForm(provider).submit({ ...typed, ...given }, at, (write, body) => write.send(api, body)),
      );
    expect(await edit({ licenseInfo: 'FSP 12345' })).toEqual([
      ['PUT', `/api/admin/providers/${provider.id}`, { licenseInfo: 'FSP 12345' }],
    ]);
    const facts = { userCount: '120,000', badges: ',Licence seen', securityFeatures: 'Cold storage: confirmed' };
    expect(await edit({ ...facts, countries: ',kenya,togo', otherNames: 'Tembo' })).toEqual([
      [
        'PUT',
        `/api/admin/providers/${provider.id}`,
        {
          userCount: 120_000,
          badges: ['Licence seen'],
          securityFeatures: [{ name: 'Cold storage', state: 'confirmed' }],
          countries: ['kenya', 'togo'],
          otherNames: ['Tembo'],
        },
      ],
    ]);
    expect(await edit({ countries: '' })).toEqual([]);
    expect(findWeakenedByListing(provider, typed)).toEqual([]);
    expect(findWeakenedByListing(provider, { ...typed, ...facts })).toEqual(['userCount', 'securityFeatures']);
    expect(findWeakenedByListing(provider, { ...typed, name: 'Demo Innocent' })).toEqual(['name']);
  });
});

describe('the page of a provider in the console [FILL-01] [FILL-02]', () => {
  const provider = anAdminProvider({
    otherNames: ['BX'],
    established: 2018,
    userCount: 482_000,
    securityFeatures: [{ name: 'Cold storage', state: 'confirmed' }],
    insurance: 'Up to R100,000',
    badges: ['Licence seen'],
  });
  function renderEditor(evidence: readonly unknown[] = [], shown = provider, proposals: readonly unknown[] = []) {
    const sent: [string | undefined, string, unknown][] = [];
    const api: Api = (path, init) => {
      if (init?.method === 'POST' || init?.method === 'PUT' || init?.method === 'DELETE') {
        sent.push([init.method, path, init.body && JSON.parse(init.body as string)]);
        return Promise.resolve(Response.json(init.method === 'PUT' ? provider : anAdminEvidence(), { status: 201 }));
      }
      if (path.endsWith('/evidence')) return Promise.resolve(Response.json(evidence));
      if (path.startsWith('/api/admin/proposals')) return Promise.resolve(Response.json(proposals));
      return Promise.resolve(Response.json(path.startsWith('/api/admin/decisions') ? [] : shown));
    };
    const at = `/admin/provider?id=${provider.id}`;
    const page = renderInBrowser(<ProviderEditor />, { at, store: new QueryStore(api), hasToasts: true });
    return { page: within(page), sent };
  }

  it('an administrator sees every fact of the public page, changes one, picks a country and saves only that [FILL-01]', async () => {
    const { page, sent } = renderEditor();
    const listing = within(await page.findByRole('form', { name: 'Listing' }));
    const values = [
      'Year established (optional)',
      'Number of users (optional)',
      'Insurance (optional)',
      'Security feature 1',
    ];
    expect(values.map((name) => listing.getByRole<HTMLInputElement>('textbox', { name }).value)).toEqual([
      '2018',
      '482000',
      'Up to R100,000',
      'Cold storage',
    ]);
    expect(listing.getByRole('checkbox', { name: 'Licence seen' })).toHaveProperty('checked', true);
    await userEvent.selectOptions(listing.getByRole('combobox', { name: 'Countries' }), 'Togo');
    await userEvent.selectOptions(
      listing.getByRole('combobox', { name: /State of security feature/ }),
      'Not confirmed',
    );
    await userEvent.click(listing.getByRole('checkbox', { name: 'Licence seen' }));
    await userEvent.click(listing.getByRole('button', { name: 'Save Changes' }));
    expect(await findToastText('status')).toBe('Provider Updated');
    const body = {
      countries: [...provider.countries, 'togo'],
      securityFeatures: [{ name: 'Cold storage', state: 'not_confirmed' }],
      badges: [],
    };
    expect(sent).toEqual([['PUT', `/api/admin/providers/${provider.id}`, body]]);
  });

  it('an administrator sees what waits for a second administrator, and cannot propose it again [VERD-03]', async () => {
    const { page } = renderEditor([], flagged, [aProposal({ subjectId: flagged.id })]);
    const note = await page.findByText('Waiting for a second administrator: Verified');
    const link = within(note.parentElement!).getByRole('link', { name: 'See the change' });
    expect(link.getAttribute('href')).toBe(`/admin?proposal=${anId()}`);
    expect(page.queryByRole('button', { name: 'Verify' })).toBeNull();
    expect(page.getByRole('button', { name: 'Edit verdict and scores' })).toBeTruthy();
  });

  it('an administrator removes a logo, and sees an error when a picture is too large [FILL-03]', async () => {
    const { page, sent } = renderEditor([], { ...provider, logoUrl: '/api/logos/1' });
    const picture = new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'logo.png', { type: 'image/png' });
    await userEvent.upload(await page.findByLabelText('Logo (optional)'), picture);
    expect(
      page.getByText('This picture is too large. Please choose one of up to 2 MB.').closest('[role=alert]'),
    ).not.toBeNull();
    await userEvent.click(page.getByRole('button', { name: 'Remove logo' }));
    expect(await findToastText('status')).toBe('Logo removed');
    expect(sent).toEqual([['DELETE', `/api/admin/providers/${provider.id}/logo`, undefined]]);
  });

  it('an administrator adds evidence, and sees what is missing beside its field [FILL-02]', async () => {
    const { page, sent } = renderEditor();
    const form = within(await page.findByRole('form', { name: 'Add evidence' }));
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Kind' }), 'Licence');
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Country of the authority' }), 'Kenya');
    await userEvent.type(form.getByRole('textbox', { name: 'Who says so' }), 'Capital Markets Authority');
    await userEvent.type(form.getByLabelText('Day you saw it'), '2026-03-07');
    await userEvent.click(form.getByRole('button', { name: 'Save evidence' }));
    const missing = 'Please give the link, the number under which it can be found, or a picture';
    expect((await form.findAllByText(missing)).length).toBeGreaterThan(0);
    expect(sent).toEqual([]);
    await userEvent.type(form.getByRole('textbox', { name: 'Number (optional)' }), 'CMA/12');
    await userEvent.click(form.getByRole('button', { name: 'Save evidence' }));
    expect(await findToastText('status')).toBe('Evidence saved');
    expect(sent).toEqual([
      [
        'POST',
        `/api/admin/providers/${provider.id}/evidence`,
        {
          kind: 'licence',
          country: 'kenya',
          authority: 'Capital Markets Authority',
          reference: 'CMA/12',
          sourceUrl: '',
          checkedOn: '2026-03-07',
        },
      ],
    ]);
  });

  it('an administrator adds evidence with only a picture, and sees an error when it is too large [FILL-02]', async () => {
    const uploads: [string, string, unknown][] = [];
    class FakeRequest extends EventTarget {
      upload = new EventTarget();
      status = 200;
      private target: [string, string] = ['', ''];
      open(...target: [string, string]) {
        this.target = target;
      }
      setRequestHeader() {}
      send(body: unknown) {
        uploads.push([...this.target, body]);
        this.dispatchEvent(new Event('load'));
        this.dispatchEvent(new Event('loadend'));
      }
    }
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { page, sent } = renderEditor();
    const form = within(await page.findByRole('form', { name: 'Add evidence' }));
    const input = form.getByLabelText('Picture of it (optional)');
    const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'register.png', { type: 'image/png' });
    await userEvent.upload(input, large);
    expect(form.getByText('This picture is too large. Please choose one of up to 5 MB.')).toBeDefined();
    expect(uploads).toEqual([]);
    const picture = new File(['a picture'], 'register.png', { type: 'image/png' });
    await userEvent.upload(input, picture);
    await form.findByText('The picture is ready. Save the evidence to publish it.');
    const [[method, path, body]] = uploads as [[string, string, unknown]];
    expect([method, path.replace(/[^/]+$/, ''), body]).toEqual(['PUT', '/api/admin/evidence-pictures/', picture]);

    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Kind' }), 'Licence');
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Country of the authority' }), 'Kenya');
    await userEvent.type(form.getByRole('textbox', { name: 'Who says so' }), 'Capital Markets Authority');
    await userEvent.type(form.getByLabelText('Day you saw it'), '2026-03-07');
    await userEvent.click(form.getByRole('button', { name: 'Save evidence' }));
    expect(await findToastText('status')).toBe('Evidence saved');
    const id = path.split('/').at(-1);
    expect(sent.map(([, , added]) => added)).toEqual([
      expect.objectContaining({ authority: 'Capital Markets Authority', reference: '', sourceUrl: '', picture: id }),
    ]);
  });

  it('an administrator withdraws evidence with a reason, corrects it by adding, and still sees what was withdrawn [FILL-02]', async () => {
    const withdrawn = {
      id: anId(8),
      reference: 'L-0',
      withdrawnAt: '2026-04-01T10:00:00Z',
      withdrawnReason: 'A typo.',
    };
    const { page, sent } = renderEditor([anAdminEvidence({ isOld: true }), anAdminEvidence(withdrawn)]);
    expect(await page.findByText('Withdrawn on Apr 1, 2026: A typo.')).toBeTruthy();
    expect(page.getByText('More than 180 days ago. We must check this again.')).toBeTruthy();
    await userEvent.click(page.getByRole('button', { name: 'Correct' }));
    const form = within(page.getByRole('form', { name: 'Correct evidence' }));
    expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Number (optional)' }).value).toBe('L-12345');
    await userEvent.click(form.getByRole('button', { name: 'Save evidence' }));
    await page.findByRole('form', { name: 'Add evidence' });
    expect(sent[0]?.[2]).toMatchObject({ replaces: anAdminEvidence().id, reference: 'L-12345' });
    await userEvent.click(page.getByRole('button', { name: 'Withdraw' }));
    const dialog = within(page.getByRole('dialog', { hidden: true }));
    await userEvent.type(dialog.getByRole('textbox', { hidden: true }), 'Wrong company.');
    await userEvent.click(dialog.getByRole('button', { name: 'Withdraw', hidden: true }));
    await expect
      .poll(() => sent[1])
      .toEqual(['POST', `/api/admin/evidence/${anAdminEvidence().id}/withdraw`, { reason: 'Wrong company.' }]);
  });
});
