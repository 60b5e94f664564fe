import { errors } from '@hakiki/contract/errors';
import { within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { failing, knowing, listed } from '../../../../test/answers.ts';
import { lastToast, onPage, useDevice } from '../../../../test/browser.tsx';
import { aDecision, anAdminProvider, anId, aProposal } from '../../../../test/makers.ts';
import { linksOf, textOf } from '../../../../test/reading.ts';
import { serverContext } from '../../../../test/context.ts';
import { served, servedPage, show, told } from '../../../../test/show.tsx';
import type { Api } from '../../../lib/api/api.ts';
import { ReadStore } from '../../../lib/api/read-store.ts';
import { prefetch, receive } from '../../../lib/api/use-read.ts';
import { DialogForm } from '../../../components/staff/dialog.tsx';
import { editOf, toggledStatus, toPercentage, useProviderChange, weakenedByEdit } from './change.ts';
import { addProviderForm, editListingForm, weakenedByListing } from './listing.tsx';
import { providersReads } from './reads.ts';
import { VerdictDialog } from './verdict.tsx';
import { SecondPersonNote } from '../parts/second-person-note.tsx';
import { ProvidersTab } from './providers.tsx';
import { timelineOf } from '../parts/timeline-read.ts';
import { learn } from '../../../lib/errors/server-words.ts';
import { staffWords } from '../../../lib/errors/staff-words.ts';

learn(staffWords);

const verified = anAdminProvider();
const flagged = anAdminProvider({
  id: anId(2),
  name: 'Kwetu Coins',
  verificationStatus: 'Flagged',
  flaggedReasons: ['No licence'],
  riskScore: 'High',
  reviewState: 'pending',
});
const common = {
  providerId: anId(),
  providerName: 'Baobab Exchange',
  createdAt: '2025-03-07T10:00:00Z',
  status: 'pending',
};
const waiting = {
  '/api/admin/reviews?order=oldest&limit=20': [
    { ...common, id: anId(3), rating: 4, experience: 'Paid out.', issueType: 'none', userLocation: 'kenya' },
  ],
  '/api/admin/profile-changes?order=oldest&limit=20': [
    { ...common, id: anId(4), changes: [{ field: 'website', from: 'https://old.example', to: 'https://new.example' }] },
  ],
  '/api/admin/listing-claims?order=oldest&limit=20': [
    {
      ...common,
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
      ...common,
      id: anId(5),
      name: 'Licence 2026.pdf',
      type: 'application/pdf',
      version: 2,
      bytes: 2048,
      validUntil: null,
      reason: null,
    },
  ],
  '/api/admin/replies?limit=20': [
    {
      ...common,
      id: anId(6),
      kind: 'alert',
      subjectId: anId(7),
      title: 'Withdrawals stopped',
      verdict: null,
      reportType: null,
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
async function tabAt(query: string, providers: Response, given: Record<string, unknown> = {}) {
  const at = `/admin?tab=providers${query}`;
  const params = new URL(at, 'http://site.example').searchParams;
  const requests: string[] = [];
  const answers = knowing({
    '/api/admin/proposals?order=oldest': [],
    ...Object.fromEntries(Object.keys(waiting).map((path) => [path, listed([])])),
    [`/api/admin/decisions?subjectId=${verified.id}`]: [
      aDecision({ from: 'Flagged', to: 'Verified', confirmedBy: 'second@example.org' }),
    ],
    ...given,
  });
  const api: Api = (path, init) => {
    requests.push(path);
    return path.startsWith('/api/admin/providers') ? Promise.resolve(providers) : answers.api(path, init);
  };
  const store = new ReadStore(api);
  receive(store, await prefetch(serverContext(api).context, [...providersReads(params), timelineOf(verified.id)]));
  return { page: show(<ProvidersTab />, { at, store }), requests };
}
const shown = async (...given: Parameters<typeof tabAt>) => (await tabAt(...given)).page;
const buttonsOf = (page: HTMLElement) => [...page.querySelectorAll('button')].map(textOf);

describe('the providers tab', () => {
  it('shows name, type, countries, status and risk, with Edit and Verify or Unverify [ADMIN-33] [ADMIN-34] [DEC-74]', async () => {
    const page = await shown('', listed([verified, flagged], 12));
    expect([...page.querySelectorAll('th')].map(textOf)).toEqual([
      'Name',
      'Type',
      'Countries',
      'Verification status',
      'Risk score',
      'Actions',
    ]);
    const [first, second] = within(page).getAllByRole('row').slice(1).map(textOf);
    expect(first).toMatch(/Baobab Exchange .*Exchange.*Kenya, South Africa.*Verified.*Low risk.*Edit Unverify$/);
    expect(second).toMatch(/Kwetu Coins Waiting for review.*Flagged.*High risk.*Edit Verify$/);
    expect(linksOf(page).map(({ href }) => href)).toContain(`/admin?tab=providers&edit=${verified.id}`);
    expect(textOf(page)).toContain('Showing 1 to 10 of 12 providers');
  });

  it('searches and filters on the server, and shows an empty or failed list [ADMIN-33]', async () => {
    const { page, requests } = await tabAt(
      '&search=kwe&verificationStatus=Flagged&reviewState=pending&page=2',
      listed([]),
    );
    expect(requests).toContain(
      '/api/admin/providers?search=kwe&limit=10&offset=10&verificationStatus=Flagged&reviewState=pending',
    );
    expect(textOf(page)).toContain('No providers found');
    expect(textOf(await shown('', failing(500)))).toContain('Could not load the providers');
  });

  it('shows the change that is pending for a second administrator', async () => {
    const page = await shown('', listed([flagged]), {
      '/api/admin/proposals?order=oldest': [aProposal({ subjectId: flagged.id })],
    });
    expect(textOf(page)).toContain('Waiting for a second administrator: Verified');
  });

  it('opens Edit Provider with status, risk, the three scores, a reason and the timeline [ADMIN-36] [ADMIN-37] [ADMIN-38] [ADMIN-40] [ADMIN-71] [DEC-74]', async () => {
    const page = await shown(`&edit=${verified.id}`, listed([verified]));
    const dialog = page.querySelector<HTMLElement>('dialog')!;
    expect(within(dialog).queryAllByRole('heading', { level: 2 }).map(textOf)).toEqual(['Edit Provider']);
    expect(dialog.className).toMatch(/max-w-2xl.*overflow-y-auto/);
    expect([...dialog.querySelectorAll('label')].map(textOf)).toEqual([
      'Verification status',
      'Other names',
      'Risk score',
      'Regulatory compliance',
      'User satisfaction',
      'Security measures',
      'Reason (optional)',
      'Evidence for moderators (optional)',
    ]);
    expect(within(dialog).queryAllByRole('option').map(textOf)).toEqual([
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
    expect(buttonsOf(dialog)).toEqual(['Close', 'Cancel', 'Save Changes']);
    expect(textOf(dialog)).toContain('from Flagged to Verified Mar 7, 2025');
    expect(textOf(dialog)).toContain('by amina@example.org, confirmed by second@example.org');
  });

  it('shows Saving... while it saves [ADMIN-41]', () => {
    const page = served(
      <DialogForm isSaving onSubmit={() => undefined}>
        <input name="riskScore" />
      </DialogForm>,
    );
    expect(buttonsOf(page)).toEqual(['Cancel', 'Saving...']);
  });

  it('shows that a rewording is pending when the verdict stays', async () => {
    const page = await shown('', listed([flagged]), {
      '/api/admin/proposals?order=oldest': [aProposal({ subjectId: flagged.id, to: 'Flagged' })],
    });
    expect(textOf(page)).toContain('A text change is waiting for a second administrator');
  });

  it('lists reviews, claims, listing changes and documents to decide [DEC-77] [REPLY-01]', async () => {
    const lists = Object.fromEntries(Object.entries(waiting).map(([path, items]) => [path, listed(items)]));
    const sections = [...(await shown('', listed([verified]), lists)).querySelectorAll('section')];
    const [reviews, claims, changes] = sections as [HTMLElement, HTMLElement, HTMLElement];
    expect(sections.map((section) => textOf(within(section).getAllByRole('heading', { level: 3 })[0]!))).toEqual([
      'Reviews',
      'Listing claims',
      'Listing changes and documents',
      'Replies from businesses',
    ]);
    expect(textOf(reviews)).toContain('Baobab Exchange Rated 4 out of 5');
    expect(buttonsOf(reviews)).toEqual(['Approve', 'Reject']);
    expect(textOf(claims)).toContain(
      'Baobab Exchange Baobab Ltd (office@baobab.example) proved control of baobab.example by a DNS record',
    );
    expect(buttonsOf(claims)).toEqual(['Approve claim', 'Reject']);
    expect(textOf(changes)).toContain('Website, Now https://old.example Requested https://new.example');
    expect(textOf(changes)).toContain('Licence 2026.pdf');
    expect(textOf(changes)).toContain('Baobab Exchange, application/pdf, version 2');
    expect(buttonsOf(changes)).toEqual(['Approve', 'Reject', 'Approve', 'Reject']);
  });

  it('rejects a document only with a reason [DEC-77] [ADMIN-69] [REAL-19]', async () => {
    useDevice();
    const lists = Object.fromEntries(Object.entries(waiting).map(([path, items]) => [path, listed(items)]));
    const { page, requests } = await tabAt('', listed([verified]), {
      ...lists,
      [`/api/admin/documents/${anId(5)}/approve`]: {},
      [`/api/admin/documents/${anId(5)}/reject`]: {},
    });
    const decided = () => requests.filter((path) => path.includes(anId(5)));
    const item = within(within(page).getByText('Baobab Exchange, application/pdf, version 2').closest('li')!);
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
    expect(lastToast()?.title).toBe('Document Updated');
  });

  it('marks an overdue reply, publishes it with one click, and rejects it only for one of three reasons [REPLY-02]', async () => {
    useDevice();
    const path = (act: string) => `/api/admin/replies/${anId(6)}/${act}`;
    const opened = async () => {
      const lists = Object.fromEntries(Object.entries(waiting).map(([of, items]) => [of, listed(items)]));
      const answers = { ...lists, [path('approve')]: {}, [path('reject')]: {} };
      const { page, requests } = await tabAt('', listed([verified]), answers);
      const decided = () => requests.filter((one) => one.includes(anId(6)));
      return { page, decided, item: within(page).getByText('We have paid everybody back.').closest('li')! };
    };
    const first = await opened();
    expect(textOf(first.item)).toBe(
      'Baobab Exchange Overdue since Mar 14, 2025 Alert: Withdrawals stopped Nobody is paid. We have paid everybody back. Approve Reject',
    );
    expect(linksOf(first.item).map(({ href }) => href)).toEqual([`/alerts/${anId(7)}`]);
    await userEvent.click(within(first.item).getByRole('button', { name: 'Approve' }));
    expect([first.decided(), lastToast()?.title]).toEqual([[path('approve')], 'Decision saved']);

    const { page, item, decided } = await opened();
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
    useDevice();
    const lists = Object.fromEntries(Object.entries(waiting).map(([path, items]) => [path, listed(items)]));
    const approve = `/api/admin/documents/${anId(5)}/approve`;
    const { page, requests } = await tabAt('', listed([verified]), { ...lists, [approve]: {} });
    const item = within(within(page).getByText('Baobab Exchange, application/pdf, version 2').closest('li')!);
    await userEvent.click(item.getByRole('button', { name: 'Approve' }));
    expect(requests).toContain(approve);
    expect(lastToast()?.title).toBe('Document Updated');
  });
});

describe('changing a provider', () => {
  beforeEach(() => useDevice());

  const after = async (answer: Response, edit = { verificationStatus: toggledStatus(verified.verificationStatus) }) => {
    const sent: unknown[] = [];
    const requests: string[] = [];
    const api: Api = (path, init) => {
      if (init?.method === 'GET') {
        requests.push(path);
        return Promise.resolve(listed([verified]));
      }
      sent.push([init?.method, path, JSON.parse(init?.body as string)]);
      return Promise.resolve(answer);
    };
    const { hooked, store } = onPage(useProviderChange, { api, at: '/admin?tab=providers' });
    store.subscribe(providersReads(new URLSearchParams('tab=providers'))[0]!, () => undefined);
    await hooked.change(verified, edit);
    return { sent, requests };
  };

  it('asks for a reason at the button of a row, and sends only the status and the reason [ADMIN-35] [VERD-07]', async () => {
    const sent: unknown[] = [];
    const api: Api = (path, init) => {
      sent.push([init?.method, path, JSON.parse(init?.body as string)]);
      return Promise.resolve(Response.json(flagged));
    };
    const wanted = { provider: flagged, verificationStatus: toggledStatus(flagged.verificationStatus) };
    const dialog = <VerdictDialog {...wanted} onClose={() => undefined} />;
    const page = within(show(dialog, { at: '/admin?tab=providers', store: new ReadStore(api), hasToasts: true }));
    const reason = page.getByRole('textbox', { name: /^Reason/ });
    await userEvent.type(reason, ' ');
    await userEvent.click(page.getByRole('button', { name: 'Verify' }));
    expect((await page.findAllByText('Please give a reason')).length).toBeGreaterThan(0);
    expect(sent).toEqual([]);
    await userEvent.clear(reason);
    await userEvent.type(reason, 'Its licence was found.');
    await userEvent.click(page.getByRole('button', { name: 'Verify' }));
    expect(await told('status')).toBe('Provider Updated');
    const body = { verificationStatus: 'Verified', reason: 'Its licence was found.' };
    expect(sent).toEqual([['PUT', `/api/admin/providers/${flagged.id}`, body]]);
  });

  it('shows at once that weakening a warning needs a second administrator [VERD-07] [VERD-01]', () => {
    const dialogOf = (provider: typeof flagged, verificationStatus: 'Verified' | 'Pending') =>
      textOf(
        servedPage(() => <VerdictDialog {...{ provider, verificationStatus }} onClose={() => undefined} />, {
          at: '/admin?tab=providers',
          store: new ReadStore(() => Promise.resolve(Response.json([]))),
        }),
      );
    const warned = anAdminProvider({ verificationStatus: 'Flagged', name: 'Kwetu Coins' });
    expect(dialogOf(warned, 'Verified')).toContain('Waiting for a second administrator');
    expect(dialogOf(verified, 'Pending')).not.toContain('Waiting for a second administrator');
  });

  it('sends the changed values, shows Provider Updated and reloads the list [ADMIN-35] [ADMIN-42] [ADMIN-69]', async () => {
    const { sent, requests } = await after(Response.json(verified));
    expect(sent).toEqual([['PUT', `/api/admin/providers/${verified.id}`, { verificationStatus: 'Pending' }]]);
    expect(requests).toEqual(['/api/admin/providers?limit=10&offset=0']);
    expect(lastToast()).toMatchObject({ title: 'Provider Updated', isDestructive: false });
    expect((['Limited', 'Flagged', 'Pending', 'Suspended'] as const).map(toggledStatus)).toEqual(
      Array.from({ length: 4 }, () => 'Verified'),
    );
  });

  it('shows that a change is pending until a confirmation or a date', async () => {
    await after(Response.json({ ...flagged, proposal: aProposal() }));
    expect(lastToast()).toMatchObject({
      title: 'Waiting for a second administrator',
      description: 'Nothing has changed yet. Another administrator must confirm it by Mar 10, 2025, 12:00.',
    });
    await after(Response.json({ ...flagged, proposal: aProposal({ takesEffectAt: '2025-03-08T10:00:00Z' }) }));
    expect(lastToast()?.description).toContain('takes effect on Mar 8, 2025');
  });

  it('offers an undo where it is possible', async () => {
    await after(Response.json({ ...verified, decisionId: anId(9), canUndo: true }));
    expect(lastToast()).toMatchObject({ title: 'Provider Updated', action: { label: 'Undo' } });
    await after(Response.json({ ...verified, decisionId: anId(9), canUndo: false }));
    expect(lastToast()?.title).toBe('Provider Updated');
    expect(lastToast()).not.toHaveProperty('action');
  });

  it('shows while an administrator types which fields require a second administrator [VERD-03]', () => {
    const warned = anAdminProvider({
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
    expect(weakenedByEdit(warned, undefined)).toEqual([]);
    expect(weakenedByEdit(warned, { ...form, reason: 'Because.', evidence: 'A letter.' })).toEqual([]);
    expect(weakenedByEdit(warned, { ...form, verificationStatus: 'Suspended', userSatisfaction: '10' })).toEqual([]);
    expect(weakenedByEdit(warned, { ...form, flaggedReasons: '', riskScore: 'Low', userSatisfaction: '10' })).toEqual([
      'riskScore',
      'flaggedReasons',
    ]);
    expect(weakenedByEdit(warned, { ...form, verificationStatus: 'Verified' })).toEqual(['verificationStatus']);
    expect(weakenedByEdit(verified, { ...form, verificationStatus: 'Pending', riskScore: 'Medium' })).toEqual([]);
    const limited = anAdminProvider({ verificationStatus: 'Limited', riskScore: 'Medium' });
    const vouching = { ...form, verificationStatus: 'Verified', riskScore: 'Low', flaggedReasons: '' };
    expect(weakenedByEdit(limited, vouching)).toEqual(['verificationStatus', 'riskScore']);
    const note = textOf(served(<SecondPersonNote fields={['riskScore', 'flaggedReasons']} />));
    expect(note).toBe(
      'Waiting for a second administrator This change may weaken a warning or vouch for a provider: Risk, Reasons for the flag. ' +
        'It takes effect only after a second administrator confirms it. ' +
        'Give your reason and your evidence: the second administrator sees both.',
    );
    expect(show(<SecondPersonNote fields={[]} />).innerHTML).toBe('');
  });

  it('shows the server’s message after an error [ADMIN-70]', async () => {
    const { message } = errors.ALREADY_PROPOSED;
    await after(Response.json({ code: 'ALREADY_PROPOSED', message }, { status: 409 }));
    expect(lastToast()).toMatchObject({ description: message, isDestructive: true });
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
    expect(editOf(verified, { ...before, reason: ' ' })).toEqual({});
    expect(
      editOf(verified, {
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
  const listing = {
    name: 'Demo Added',
    type: 'Exchange',
    description: 'Buys and sells coins in two countries, with an office in each of them.',
    website: '',
    countries: 'Kenya, South Africa',
    licenseInfo: ' FSP 12345 ',
  };
  const sentBy = async (submit: (api: Api) => Promise<unknown>) => {
    const sent: unknown[] = [];
    await submit((path, init) => {
      sent.push([init?.method, path, JSON.parse(init?.body as string)]);
      return Promise.resolve(Response.json(verified, { status: 201 }));
    });
    return sent;
  };
  const at = new URL('http://site.example/admin');

  it('adds a provider from a dialog with a URL, validated like a submission', async () => {
    const page = await shown('&add=provider', listed([verified]));
    const dialog = page.querySelector<HTMLElement>('dialog')!;
    expect([...dialog.querySelectorAll('label')].map(textOf)).toEqual([
      'Provider name',
      'Provider type',
      'Description',
      'Website (optional)',
      'Countries',
      'License information (optional)',
    ]);
    const add = (given: Record<string, string>) =>
      sentBy((api) =>
        addProviderForm('a key of sixteen characters').submit(given, at, (write, body) => write.send(api, body)),
      );
    expect(await add(listing)).toEqual([
      ['POST', '/api/admin/providers', { ...listing, countries: ['kenya', 'south africa'], licenseInfo: 'FSP 12345' }],
    ]);
    expect(await add({ ...listing, name: ' ' })).toEqual([]);
    expect(await add({ ...listing, isAnother: 'on' })).toMatchObject([
      [expect.anything(), expect.anything(), { isAnother: true }],
    ]);
  });

  it('edits the listing, sends the changed values, and shows what needs a second administrator [VERD-01]', async () => {
    const provider = anAdminProvider({ verificationStatus: 'Flagged', licenseInfo: null });
    const typed = {
      name: provider.name,
      type: provider.type,
      description: provider.description,
      website: provider.website ?? '',
      countries: provider.countries.join(', '),
      licenseInfo: '',
      reason: '',
      evidence: '',
    };
    const edit = (given: Record<string, string>) =>
      sentBy((api) =>
        editListingForm(provider).submit({ ...typed, ...given }, at, (write, body) => write.send(api, body)),
      );
    expect(await edit({ licenseInfo: 'FSP 12345' })).toEqual([
      ['PUT', `/api/admin/providers/${provider.id}`, { licenseInfo: 'FSP 12345' }],
    ]);
    expect(weakenedByListing(provider, typed)).toEqual([]);
    expect(weakenedByListing(provider, { ...typed, name: 'Demo Innocent' })).toEqual(['name']);
  });
});
