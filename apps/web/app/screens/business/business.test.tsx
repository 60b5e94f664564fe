import type { BusinessAccount, BusinessAnalytics, BusinessProfile, OwnDocument } from '@hakiki/contract/business';
import { screen as page, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../test/fake-api.ts';
import { getLastToast, stubStorage } from '../../../test/hook-page.tsx';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { anId, aUser } from '../../../test/factories.ts';
import { getLinks, getText } from '../../../test/dom-queries.ts';
import { nameTextColours } from '../../../test/painted-colours.ts';
import { renderPageOnServer, renderInBrowser } from '../../../test/render.tsx';
import type { Api } from '../../lib/api/api.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import * as screen from './business.tsx';
import { getRejectReason } from './upload-documents.ts';

const anAccount = (overrides: Partial<BusinessAccount> = {}): BusinessAccount => ({
  companyName: 'Kwetu Coins Ltd',
  contactEmail: 'office@kwetu.example',
  businessType: 'Exchange',
  verificationStatus: 'pending',
  subscriptionType: 'api',
  paymentStatus: 'pending',
  annualFee: 2_500_000,
  apiAccessLevel: 'api',
  providerId: anId() as BusinessAccount['providerId'],
  role: 'owner',
  ...overrides,
});
const aProfile = (overrides: Partial<BusinessProfile> = {}): BusinessProfile => ({
  providerId: anId() as BusinessProfile['providerId'],
  listing: 'approved',
  verdict: 'Verified',
  contactEmail: 'office@kwetu.example',
  businessType: 'Exchange',
  companyName: 'Kwetu Coins',
  website: 'https://kwetu.example',
  description: 'Buys and sells coins.',
  countries: ['kenya'],
  licenseInfo: null,
  established: 2019,
  userCount: 120_000,
  securityFeatures: [{ name: 'Cold storage', state: 'confirmed' }],
  insurance: null,
  logoUrl: null,
  waiting: null,
  lastDecision: null,
  role: 'owner',
  ...overrides,
});
const aDocument = (overrides: Partial<OwnDocument> = {}): OwnDocument => ({
  id: anId() as OwnDocument['id'],
  name: 'licence.pdf',
  kind: 'other',
  type: 'application/pdf',
  bytes: 2048,
  version: 1,
  isCurrent: true,
  status: 'pending',
  reason: null,
  validUntil: null,
  isOver: false,
  createdAt: '2026-11-10T10:00:00Z',
  ...overrides,
});
const analytics: BusinessAnalytics = {
  providerId: anId() as BusinessAnalytics['providerId'],
  pageViews: [
    { day: '2026-11-15', views: 12 },
    { day: '2026-11-16', views: 30 },
  ],
  reviewCount: 4,
  rating: 4.5,
  reportCount: 1,
  months: [{ month: '2026-11', reviews: 4, rating: 4.5, reports: 1 }],
};
const makeResponses = (overrides: Record<string, unknown> = {}) => ({
  '/api/auth/user': aUser({ userType: 'business' }),
  '/api/business/account': anAccount(),
  '/api/business/profile': aProfile(),
  '/api/business/documents': [aDocument()],
  '/api/business/analytics': analytics,
  '/api/business/invoices': [],
  '/api/business/claim': { claim: null },
  '/api/business/members': { members: [], invitations: [] },
  '/api/business/replies?limit=20&offset=0': pagedResponse([]),
  ...overrides,
});
/** Renders the page on the server. */
const renderOnServer = async (at = '/business', overrides: Record<string, unknown> = {}) => {
  const { api, requests } = createFakeApi(makeResponses(overrides));
  const store = new QueryStore(api);
  const loaderArgs = { context: createServerContext(api).context, request: new Request(`http://site.example${at}`) };
  hydrateStore(store, await screen.loader(loaderArgs as unknown as Parameters<typeof screen.loader>[0]));
  return { body: renderPageOnServer(screen.default, { at, store }), requests };
};
/** Renders the page in a browser and records what it sends. */
const renderPageInBrowser = async (at: string, overrides: Record<string, unknown> = {}) => {
  const responses = makeResponses(overrides);
  const requests: { path: string; body: unknown }[] = [];
  const api: Api = (path, init) => {
    if (init?.method !== 'GET') requests.push({ path, body: JSON.parse(init?.body as string) as unknown });
    return createFakeApi(responses).api(path, init);
  };
  const store = new QueryStore(api);
  const loaderArgs = { context: createServerContext(api).context, request: new Request(`http://site.example${at}`) };
  hydrateStore(store, await screen.loader(loaderArgs as unknown as Parameters<typeof screen.loader>[0]));
  return { body: renderInBrowser(<screen.default />, { at, store }), sent: requests };
};
/** The colours of a badge in light and in dark mode. */
const getBadgeColours = (text: string) => nameTextColours(page.getByText(text));

beforeEach(() => stubStorage());

it('the overview shows the right of reply, with what the business can reply to [REPLY-02]', async () => {
  const verdict = {
    kind: 'provider',
    subjectId: anId(),
    title: null,
    verdict: 'Flagged',
    reportType: null,
    rating: null,
    excerpt: 'No licence.',
    saidAt: null,
    published: null,
    latest: null,
  };
  const { body } = await renderOnServer('/business', {
    '/api/business/replies?limit=20&offset=0': pagedResponse([verdict]),
  });
  const section = within(body).getByRole('region', { name: 'Your right of reply' });
  expect(getText(section)).toContain('The verdict: Flagged No licence.');
});

describe('access to the business portal', () => {
  it('a visitor is asked to log in, and the page loads nothing [DEC-61] [ROUTE-10]', async () => {
    const { body, requests } = await renderOnServer('/business', { '/api/auth/user': errorResponse(401) });
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('Business Portal');
    expect(getLinks(body)).toEqual([
      { text: 'Log In', href: '/signup?login=true&next=%2Fbusiness' },
      { text: 'Join Now', href: '/signup?next=%2Fbusiness' },
    ]);
    expect(requests).toEqual(['/api/auth/user']);
  });

  it.each(['user', 'regtech'] as const)(
    'an account of type %s reads that the portal is for businesses [DEC-61] [BIZ-01]',
    async (userType) => {
      const { body, requests } = await renderOnServer('/business', { '/api/auth/user': aUser({ userType }) });
      expect(getText(body)).toContain('The Business Portal is for business accounts.');
      expect(getLinks(body)).toEqual([{ text: 'Sign up as a business', href: '/signup?tab=business' }]);
      expect(requests).toEqual(['/api/auth/user']);
    },
  );

  it('a business sees five tabs [BIZ-02]', async () => {
    const { body } = await renderOnServer();
    expect(within(body).getAllByRole('tab').map(getText)).toEqual([
      'Overview',
      'Profile',
      'Compliance',
      'Analytics',
      'Billing',
    ]);
  });

  it('a business sees the same in French', async () => {
    setTestLanguage('fr');
    const { body } = await renderOnServer('/fr/business');
    expect(within(body).getAllByRole('tab').map(getText)).toEqual([
      'Aperçu',
      'Profil',
      'Conformité',
      'Statistiques',
      'Facturation',
    ]);
  });
});

describe('the status of a business', () => {
  it.each([
    ['verified', 'paid', 'Verified', 'Paid', 'green'],
    ['pending', 'pending', 'Pending', 'Payment pending', 'yellow'],
    ['rejected', 'overdue', 'Rejected', 'Overdue', 'red'],
  ] as const)(
    '%s and %s are shown as text and colour [BIZ-08] [BIZ-09] [BIZ-10] [BIZ-11]',
    async (verificationStatus, paymentStatus, verification, payment, colour) => {
      await renderPageInBrowser('/business', {
        '/api/business/account': anAccount({ verificationStatus, paymentStatus }),
      });
      expect(getBadgeColours(verification)).toEqual([colour, colour]);
      expect(getBadgeColours(payment)).toEqual([colour, colour]);
      expect(page.getByText(/^R25.000 per year$/)).toBeDefined();
    },
  );

  it('the overview leads in three steps to a public page, with the next one open', async () => {
    const { body } = await renderOnServer('/business', {
      '/api/business/profile': aProfile({ listing: 'pending', verdict: 'Pending' }),
      '/api/business/documents': [
        aDocument({ kind: 'registration' }),
        aDocument({ id: anId(5) as OwnDocument['id'], kind: 'licence', status: 'rejected' }),
      ],
    });
    const start = within(body).getByRole('region', { name: 'Three steps to your page' });
    expect(within(start).getAllByRole('listitem').map(getText)).toEqual([
      'Describe your business (done)',
      '2. Send three documents Send your documents: when all are approved, your listing gets the compliance badge. Send documents',
      '3. We check',
    ]);
  });

  it('the overview says that the verdict is a decision beside the documents', async () => {
    const { body } = await renderOnServer();
    expect(getText(body)).toContain('The verdict on your page is a decision of its own: Verified.');
  });

  it('a business sees which documents are needed, and which are missing [REAL-19]', async () => {
    const { body } = await renderOnServer('/business?tab=compliance', {
      '/api/business/documents': [aDocument({ kind: 'licence', status: 'approved' })],
    });
    const checklist = within(body).getByRole('region', { name: 'Documents that we need' });
    expect(within(checklist).getAllByRole('listitem').map(getText)).toEqual([
      'Company registration The certificate of the companies register. Missing',
      'Licence or exemption From the regulator, or its letter that you need none. Approved',
      'Proof of address A bill or bank letter of the last six months. Missing',
    ]);
  });

  it('the business overview says what the business should do next', async () => {
    const { body } = await renderOnServer('/business', {
      '/api/business/profile': aProfile({ providerId: null, listing: null }),
    });
    expect(getLinks(within(body).getByRole('tabpanel'))).toContainEqual({
      text: 'Fill in the profile',
      href: '/business?tab=profile',
    });
  });

  it('a business that has proved its claim is not told to propose another profile [REPLY-01]', async () => {
    const responses = {
      '/api/business/account': anAccount({ providerId: null }),
      '/api/business/profile': aProfile({ providerId: null, listing: null }),
      '/api/business/claim': { claim: { status: 'pending', domain: 'kwetu.example' } },
    };
    await renderPageInBrowser('/business', responses);
    expect(await page.findByText(/^You have proved that kwetu\.example is yours\./)).toBeDefined();
    expect(page.queryByText('Three steps to your page')).toBeNull();
  });

  it('the profile says what happens with a proved claim, and otherwise what a first save needs [REPLY-01]', async () => {
    const profile = { '/api/business/profile': aProfile({ providerId: null, listing: null }) };
    const { body } = await renderOnServer('/business?tab=profile', profile);
    expect(getText(body)).toContain('Please add your website, a description and your countries first');
    const claim = { claim: { status: 'pending', domain: 'kwetu.example' } };
    await renderPageInBrowser('/business?tab=profile', { ...profile, '/api/business/claim': claim });
    expect(await page.findByText(/^You have proved that kwetu\.example is yours\./)).toBeDefined();
    expect(page.queryByText(/^The first save proposes/)).toBeNull();
  });

  it('the Billing tab says what is free, and what happens without payment [REAL-21] [REPLY-01]', async () => {
    const { body } = await renderOnServer('/business?tab=billing');
    expect(getText(body)).toContain(
      'Proposing or claiming a listing, replies and appeals are free. An unpaid invoice is shown here as overdue; your public page does not change.',
    );
  });

  it('the business overview shows an error with a retry button when the status cannot be loaded', async () => {
    const { body } = await renderOnServer('/business', { '/api/business/account': errorResponse(500) });
    expect(getText(body)).toContain('Could not load your business');
  });
});

describe('the profile of a business', () => {
  it('the profile shows pending changes beside the public value, and fills the form with them [REAL-18]', async () => {
    const waiting = { since: '2026-11-12T10:00:00Z', changes: { website: 'https://new.example' } };
    const { body } = await renderOnServer('/business?tab=profile', { '/api/business/profile': aProfile({ waiting }) });
    const listing = within(body).getByRole('region', { name: 'Your listing' });
    expect(getText(listing)).toContain('Website https://kwetu.example Waiting https://new.example');
    const website = within(body).getByLabelText<HTMLInputElement>('Website');
    expect(website.type).toBe('url');
    expect(website.value).toBe('https://new.example');
  });

  it('a business sees its facts with what we confirmed, and proposes others [REAL-07] [FILL-01]', async () => {
    const { body } = await renderOnServer('/business?tab=profile');
    expect(getText(within(body).getByRole('region', { name: 'Your listing' }))).toContain(
      'Year established 2019 Number of users 120,000 Security features Cold storage (Confirmed) Insurance',
    );
    const { sent } = await renderPageInBrowser('/business?tab=profile');
    await userEvent.type(page.getByLabelText('Security features'), '{End}{Enter}Second factor for withdrawals');
    await userEvent.type(page.getByLabelText('Insurance'), 'Up to R100,000');
    await userEvent.click(page.getByRole('button', { name: 'Save profile' }));
    expect(sent).toMatchObject([
      { body: { securityFeatures: ['Cold storage', 'Second factor for withdrawals'], insurance: 'Up to R100,000' } },
    ]);
  });

  it('saving the profile shows a confirmation [REAL-18] [BIZ-04] [BIZ-07]', async () => {
    const { sent } = await renderPageInBrowser('/business?tab=profile');
    const website = page.getByLabelText('Website');
    await userEvent.clear(website);
    await userEvent.type(website, 'https://new.example');
    await userEvent.click(page.getByRole('button', { name: 'Save profile' }));
    expect(sent).toEqual([
      {
        path: '/api/business/profile',
        body: {
          companyName: 'Kwetu Coins',
          contactEmail: 'office@kwetu.example',
          website: 'https://new.example',
          description: 'Buys and sells coins.',
          countries: ['kenya'],
          licenseInfo: '',
          established: 2019,
          userCount: 120_000,
          securityFeatures: ['Cold storage'],
          insurance: '',
          language: 'en',
        },
      },
    ]);
    expect(getLastToast()?.title).toBe('Profile Saved');
  });

  it.each([
    [
      'what the server says',
      errorResponse(400, '{"message":"Please check what you entered.","code":"INVALID_INPUT"}'),
      'Please check what you entered.',
    ],
    ['a sentence of its own', errorResponse(500), 'Failed to save profile. Please try again.'],
  ])('saving the profile shows a failure in %s [REAL-18]', async (_, response, text) => {
    const responses = makeResponses();
    const api: Api = (path, init) =>
      init?.method === 'GET' ? createFakeApi(responses).api(path, init) : Promise.resolve(response.clone());
    const store = new QueryStore(api);
    const loaderArgs = {
      context: createServerContext(api).context,
      request: new Request('http://site.example/business?tab=profile'),
    };
    hydrateStore(store, await screen.loader(loaderArgs as unknown as Parameters<typeof screen.loader>[0]));
    renderInBrowser(<screen.default />, { at: '/business?tab=profile', store });
    await userEvent.click(page.getByRole('button', { name: 'Save profile' }));
    expect(getLastToast()).toMatchObject({ title: 'Error', description: text, isDestructive: true });
  });

  it('a member with the role viewer can see the profile but not edit it', async () => {
    const { body } = await renderOnServer('/business?tab=profile', {
      '/api/business/profile': aProfile({ role: 'viewer' }),
    });
    expect(within(body).queryByRole('button', { name: 'Save profile' })).toBeNull();
    expect(within(body).getByLabelText('Website').closest('fieldset')?.disabled).toBe(true);
  });
});

describe('the documents of a business', () => {
  it('the compliance tab lists documents with their status, reason and earlier versions [REAL-19]', async () => {
    await renderPageInBrowser('/business?tab=compliance', {
      '/api/business/documents': [
        aDocument({ id: anId(2) as OwnDocument['id'], version: 2, status: 'approved', validUntil: '2027-01-31' }),
        aDocument({ id: anId(3) as OwnDocument['id'], isCurrent: false, status: 'rejected', reason: 'Unreadable.' }),
        aDocument({ id: anId(4) as OwnDocument['id'], name: 'audit.pdf', status: 'approved', isOver: true }),
      ],
    });
    expect(['Approved', 'Rejected', 'Expired'].map(getBadgeColours)).toEqual([
      ['green', 'green'],
      ['red', 'red'],
      ['red', 'red'],
    ]);
    expect(page.getByText('Reason: Unreadable.')).toBeDefined();
    expect(page.getByText('Valid until Jan 31, 2027')).toBeDefined();
    expect(page.getByText('Earlier versions (1)')).toBeDefined();
  });

  it('the file input accepts several files with five extensions [BIZ-05] [BIZ-06]', async () => {
    await renderPageInBrowser('/business?tab=compliance');
    const input = page.getByLabelText<HTMLInputElement>('Send documents');
    expect(input.multiple).toBe(true);
    expect(input.accept).toBe('.pdf,.doc,.docx,.jpg,.png,.jpeg');
  });

  it('each file is checked on its own before it is sent [BIZ-05]', () => {
    const rejectReasons = [
      ...['LICENCE.PDF', 'a.doc', 'b.docx', 'c.jpg', 'd.jpeg', 'e.png'].map((name) => ({ name, size: 5 })),
      { name: 'licence.exe', size: 5 },
      { name: 'png', size: 5 },
      { name: 'licence.png', size: 11 * 1024 * 1024 },
      { name: 'licence.docx', size: 0 },
    ].map(getRejectReason);
    expect(rejectReasons).toEqual([...Array<undefined>(6).fill(undefined), 'type', 'type', 'size', 'empty']);
  });

  it('a member with the role viewer cannot send documents', async () => {
    await renderPageInBrowser('/business?tab=compliance', { '/api/business/account': anAccount({ role: 'viewer' }) });
    expect(page.queryByLabelText('Send documents')).toBeNull();
  });
});

describe('analytics and billing of a business', () => {
  it('the analytics tab draws views, reviews, rating and reports, with their numbers in tables [REAL-20]', async () => {
    const { body } = await renderOnServer('/business?tab=analytics');
    expect(
      within(body)
        .getAllByRole('figure')
        .map((figure) => getText(figure.querySelector('figcaption')!)),
    ).toEqual(['Page views per day', 'Reviews per month', 'Mean rating per month', 'Public reports per month']);
    expect(getText(within(body).getByRole('tabpanel'))).toContain('Page views in 30 days 42');
  });

  it('the analytics tab counts the page views of a chosen range, and downloads what it shows as CSV [REAL-20]', async () => {
    const createObjectUrl = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:analytics');
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
    const pageViews = Array.from({ length: 90 }, (_, index) => ({
      day: new Date(Date.UTC(2026, 7, 19 + index)).toISOString().slice(0, 10),
      views: index < 83 ? 1 : 100,
    }));
    await renderPageInBrowser('/business?tab=analytics', { '/api/business/analytics': { ...analytics, pageViews } });
    const getViews = () => getText(page.getByText(/^Page views in \d+ days$/).parentElement!);
    expect(getViews()).toBe('Page views in 30 days 723');
    await userEvent.selectOptions(page.getByLabelText('Page views of'), 'the last 7 days');
    expect(getViews()).toBe('Page views in 7 days 700');
    await userEvent.click(page.getByRole('button', { name: 'Download CSV' }));
    const csv = await (createObjectUrl.mock.calls[0]![0] as Blob).text();
    expect(csv.split('\r\n')).toEqual([
      'period,measure,value',
      ...pageViews.slice(-7).map(({ day }) => `${day},page_views,100`),
      '2026-11,reviews,4',
      '2026-11,average_rating,4.5',
      '2026-11,reports,1',
      '',
    ]);
  });

  it('the analytics tab explains why everything is zero without a listing [REAL-20]', async () => {
    const emptyAnalytics = { ...analytics, providerId: null, pageViews: [], reviewCount: 0, rating: 0, reportCount: 0 };
    const { body } = await renderOnServer('/business?tab=analytics', { '/api/business/analytics': emptyAnalytics });
    expect(getText(body)).toContain('You have no listing yet, so there is nothing to measure');
    expect(within(body).queryAllByRole('figure')).toEqual([]);
  });

  it('the billing tab shows annual invoices, with the file for the person to whom they were issued [REAL-21] [BIZ-11]', async () => {
    const invoice = {
      id: anId(),
      number: 'HK-2026-000001',
      kind: 'listing',
      status: 'paid',
      description: 'Listing in the register, one year',
      totalCents: 2_500_000,
      vatCents: null,
      periodFrom: '2026-11-01',
      periodTo: '2027-10-31',
      issuedOn: '2026-11-01',
      dueOn: '2026-12-01',
      paidOn: '2026-11-20',
    };
    const { body } = await renderOnServer('/business?tab=billing', {
      '/api/business/invoices': [
        { ...invoice, isOwn: true },
        { ...invoice, id: anId(2), number: 'HK-2026-000002', isOwn: false },
      ],
    });
    const panel = within(body).getByRole('tabpanel');
    expect(getText(panel)).toContain('HK-2026-000001');
    expect(getLinks(panel).map(({ href }) => href)).toEqual([`/api/account/invoices/${anId()}/file`]);
  });
});
