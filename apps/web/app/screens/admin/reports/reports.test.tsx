import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../../test/fake-api.ts';
import { anAdminAlert, anAdminReport, anExperience, anId, aProposal } from '../../../../test/factories.ts';
import { getSelectedTexts, getLinks, getOptions, getText } from '../../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../../test/context.ts';
import { renderInBrowser, findToastText } from '../../../../test/render.tsx';
import type { Api } from '../../../lib/api/api.ts';
import type { Form, Values } from '../../../lib/forms/forms.ts';
import { QueryStore } from '../../../lib/api/query-store.ts';
import { prefetch, hydrateStore } from '../../../lib/api/use-query.ts';
import { EditButtons } from '../parts/edit-form.tsx';
import { CreateReportDialog } from './create.tsx';
import { Experiences } from './experiences.tsx';
import { toLinks, createNewReportForm, isComplete, NO_LINK, NOT_LINKED } from './new-report.ts';
import { EditReportDialog, findWeakenedByEdit } from './edit.tsx';
import { searchAlertsQuery, searchProvidersQuery, reportsQuery, pendingExperiencesQuery } from './queries.ts';
import { ReportsTab } from './reports.tsx';
import { timelineQuery } from '../parts/timeline.tsx';
import { registerErrorTexts } from '../../../lib/errors/server-error-texts.ts';
import { errorTexts as staffErrorTexts } from '../../../paraglide/staff_errors.js';

registerErrorTexts(staffErrorTexts);

const toUrl = (query = '') => `/admin?tab=reports${query}`;
const pendingExperience = { ...anExperience({ id: anId(7) }), status: 'pending' };
const alert = anAdminAlert({ affectedProvider: anId(3), affectedProviderName: 'Kwetu Coins' });

/** Renders the tab at a URL after its data was loaded. */
async function renderTabAt(query: string, reports: unknown, replies: Record<string, unknown> = {}) {
  const params = new URL(toUrl(query), 'http://site.example').searchParams;
  const requests: string[] = [];
  const api: Api = (path, init) => {
    requests.push(path);
    const knownReplies = {
      '/api/admin/experiences?order=oldest&limit=10': pagedResponse([]),
      '/api/admin/fraud-alerts?limit=10': pagedResponse([alert]),
      '/api/admin/providers?limit=10': pagedResponse([]),
      [`/api/admin/decisions?subjectId=${anId()}`]: [],
      ...replies,
    };
    return createFakeApi(path.startsWith('/api/admin/reports?') ? { [path]: reports } : knownReplies).api(path, init);
  };
  const store = new QueryStore(api);
  const reads = [
    reportsQuery(params),
    pendingExperiencesQuery,
    searchAlertsQuery(''),
    searchProvidersQuery(''),
    timelineQuery(anId()),
  ];
  hydrateStore(store, await prefetch(createServerContext(api).context, reads));
  return { page: renderInBrowser(<ReportsTab />, { at: toUrl(query), store }), requests };
}
const renderTab = async (query: string, reports: unknown, replies?: Record<string, unknown>) =>
  (await renderTabAt(query, reports, replies)).page;

const getDialog = (page: HTMLElement): HTMLElement => page.querySelector<HTMLElement>('dialog')!;
const getLabelTexts = (page: HTMLElement) => [...page.querySelectorAll('label')].map(getText);
const getButtonTexts = (page: HTMLElement) => [...page.querySelectorAll('button')].map(getText);
const getOptionValues = (page: HTMLElement, name: string): string[] => getOptions(page, name).map(([value]) => value);

/** Submits a form and returns the requests. */
async function submitAndRecord(form: Form<unknown>, values: Values) {
  const sent: { what: string; body: unknown; key: unknown }[] = [];
  const api: Api = (path, init) => {
    const key = new Headers(init?.headers).get('Idempotency-Key');
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    sent.push({ what: `${init?.method} ${path}`, body, key });
    return Promise.resolve(Response.json({}));
  };
  const at = new URL(toUrl(), 'http://site.example');
  return { submission: await form.submit(values, at, (write, given) => write.send(api, given)), sent };
}

describe('the reports tab', () => {
  it('lists type, the first 100 characters, severity, status, date and Edit [ADMIN-59] [ADMIN-72] [DEC-69] [DEC-74]', async () => {
    const long = `${'x'.repeat(100)}END`;
    const { page, requests } = await renderTabAt(
      '&status=pending&severity=Critical&reportType=other&search=may&page=2',
      pagedResponse([anAdminReport(), anAdminReport({ id: anId(2), description: long })], 12),
    );
    expect(requests).toContain(
      '/api/admin/reports?search=may&limit=10&offset=10&status=pending&severity=critical&reportType=other',
    );
    expect([...page.querySelectorAll('th')].map(getText)).toEqual([
      'Type',
      'Description',
      'Provider',
      'Severity',
      'Status',
      'Date',
      'Actions',
    ]);
    const [first = '', second] = within(page.querySelector<HTMLElement>('tbody')!).queryAllByRole('row').map(getText);
    for (const part of ['withdrawal issues', 'Nothing has been paid out since May.', 'High', 'Investigating']) {
      expect(first).toContain(part);
    }
    expect(first).toContain('Date Mar 7, 2025 Edit');
    expect(second).toContain(`${'x'.repeat(100)}… `);
    expect(second).not.toContain('END');
    expect(getText(page)).toContain('Showing 11 to 12 of 12 reports');
    expect(getText(page)).toContain('Export CSV');
  });

  it('finds rejected reports, and labels them rejected [DEC-26]', async () => {
    const { page, requests } = await renderTabAt(
      '&status=rejected',
      pagedResponse([anAdminReport({ status: 'rejected' })]),
    );
    expect(requests).toContain('/api/admin/reports?limit=10&offset=0&status=rejected');
    expect(getOptions(page, 'status')).toContainEqual(['rejected', 'Rejected']);
    expect(getText(page.querySelector<HTMLElement>('tbody')!)).toContain('Status Rejected');
  });

  it('shows an empty or failed list', async () => {
    expect(getText(await renderTab('', pagedResponse([])))).toContain('No reports yet');
    expect(getText(await renderTab('&search=goat', pagedResponse([])))).toContain('No report matches the search');
    const broken = getText(
      await renderTab('', errorResponse(500), { '/api/admin/experiences?order=oldest&limit=10': errorResponse(500) }),
    );
    expect(broken).toContain('Could not load the reports');
    expect(broken).toContain('Could not load the shared experiences');
    setTestLanguage('fr');
    expect(getText(await renderTab('', pagedResponse([])))).toContain('Aucun signalement pour l’instant');
  });

  it('links a report to its case in the queue', async () => {
    const { page } = await renderTabAt(
      '',
      pagedResponse([anAdminReport({ caseId: anId(9) }), anAdminReport({ id: anId(2) })]),
    );
    expect(getLinks(page).filter(({ href }) => href?.startsWith('/admin/queue'))).toEqual([
      { text: 'Open case withdrawal issues', href: `/admin/queue?case=${anId(9)}` },
    ]);
  });

  it('lists shared experiences to approve or reject [DEC-77]', async () => {
    const page = await renderTab('', pagedResponse([]), {
      '/api/admin/experiences?order=oldest&limit=10': pagedResponse([pendingExperience]),
    });
    const section = page.querySelector<HTMLElement>('section')!;
    expect(within(section).queryAllByRole('heading', { level: 3 }).map(getText)).toEqual(['Shared experiences']);
    expect(getText(section)).toContain('Baobab Exchange Rated 4 out of 5 None Mar 7, 2025, 12:00 Paid out in a day.');
    expect(getButtonTexts(section)).toEqual(['Approve', 'Reject']);
    expect(getText(await renderTab('', pagedResponse([])))).toContain('No shared experience is waiting');
  });
});

it.each([
  ['Approve', 'approve'],
  ['Reject', 'reject'],
])('decides a shared experience by one call, and reloads the list: %s [DEC-77]', async (button, verb) => {
  const requests: string[] = [];
  const api: Api = (path, init) => {
    requests.push(`${init?.method ?? 'GET'} ${path}`);
    return Promise.resolve(
      init?.method === 'PUT' ? Response.json(pendingExperience) : pagedResponse([pendingExperience]),
    );
  };
  renderInBrowser(<Experiences />, { at: toUrl(), store: new QueryStore(api), hasToasts: true });
  await userEvent.click(await screen.findByRole('button', { name: button }));
  expect(await findToastText('status')).toBe('Experience Updated');
  const list = 'GET /api/admin/experiences?order=oldest&limit=10';
  expect(requests).toEqual([list, `PUT /api/admin/experiences/${pendingExperience.id}/${verb}`, list]);
});

describe('creating a report', () => {
  const filled = { reportType: 'other', description: ' Gone. ', severity: 'High', status: 'pending' };
  const blank = { fraudAlertId: NO_LINK, providerId: NO_LINK, reporterLocation: ' ' };

  it('opens from its button, with every status, pending by default, and nothing linked [ADMIN-58] [ADMIN-66] [DEC-75]', async () => {
    const closed = await renderTab('', pagedResponse([]));
    expect(getLinks(closed)).toContainEqual({ href: '/admin?tab=reports&create=report', text: 'Create Report' });
    expect(closed.querySelector('dialog')).toBeNull();
    const dialog = getDialog(await renderTab('&create=report', pagedResponse([])));
    expect(within(dialog).queryAllByRole('heading', { level: 2 }).map(getText)).toEqual(['Create New Report']);
    expect(getLabelTexts(dialog)).toEqual([
      'Type',
      'Severity',
      'Description',
      'Fraud alert',
      'Provider',
      'Reporter’s location (optional)',
      'Status',
    ]);
    expect(getOptionValues(dialog, 'status')).toEqual(['pending', 'investigating', 'resolved']);
    expect(getOptionValues(dialog, 'reportType')).toHaveLength(9);
    expect(getOptionValues(dialog, 'fraudAlertId')).toEqual(['none', alert.id]);
    expect(getSelectedTexts(dialog)).toEqual(['Please choose', 'Please choose', 'None', 'None', 'Pending']);
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Create Report', hidden: true });
    expect(button.disabled).toBe(true);
  });

  it('can be sent once type, description and severity are filled in, and not twice at once [ADMIN-61] [ADMIN-62]', () => {
    expect(isComplete({ ...filled, ...blank })).toBe(true);
    for (const name of ['reportType', 'description', 'severity']) {
      expect(isComplete({ ...filled, [name]: ' ' }), name).toBe(false);
    }
    const isDisabled = (given: { isComplete: boolean; isSending: boolean }) =>
      renderInBrowser(<EditButtons {...given} />).querySelector<HTMLButtonElement>('button[type="submit"]')!.disabled;
    expect(isDisabled({ isComplete: false, isSending: false })).toBe(true);
    expect(isDisabled({ isComplete: true, isSending: true })).toBe(true);
    expect(isDisabled({ isComplete: true, isSending: false })).toBe(false);
  });

  it('omits empty links and a blank location, and sends filled ones [ADMIN-63] [ADMIN-64] [ADMIN-66]', async () => {
    const form = createNewReportForm('a key of sixteen characters');
    const { sent } = await submitAndRecord(form, { ...filled, ...blank });
    expect(sent).toEqual([
      {
        what: 'POST /api/admin/reports',
        body: { reportType: 'other', description: 'Gone.', severity: 'High', status: 'pending' },
        key: 'a key of sixteen characters',
      },
    ]);
    const linked = { fraudAlertId: anId(2), providerId: anId(3), reporterLocation: 'Nairobi', status: 'resolved' };
    expect((await submitAndRecord(form, { ...filled, ...linked })).sent[0]?.body).toMatchObject(linked);
    expect((await submitAndRecord(form, { ...filled, description: '' })).sent).toEqual([]);
  });

  it('takes the provider from the chosen alert [ADMIN-65] [DEC-25]', () => {
    const chosen = { id: alert.id, name: alert.title };
    expect(toLinks(alert)).toEqual({ alert: chosen, provider: { id: anId(3), name: 'Kwetu Coins' } });
    // A name without a listed provider is no link.
    expect(toLinks({ ...alert, affectedProvider: null })).toEqual({ alert: chosen, provider: NOT_LINKED });
  });

  it('shows that the report was created [ADMIN-67]', async () => {
    const api: Api = (_path, init) =>
      Promise.resolve(init?.method === 'POST' ? Response.json(anAdminReport(), { status: 201 }) : pagedResponse([]));
    renderInBrowser(<CreateReportDialog onClose={() => undefined} />, {
      at: toUrl(),
      store: new QueryStore(api),
      hasToasts: true,
    });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'other');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Severity' }), 'High');
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'Gone.');
    await userEvent.click(screen.getByRole('button', { name: 'Create Report' }));
    expect(await findToastText('status')).toBe('Report Created');
  });
});

describe('editing a report', () => {
  const report = anAdminReport();

  it('offers type, severity, status and description, and any status [ADMIN-60] [ADMIN-66] [DEC-26] [DEC-74]', async () => {
    const page = await renderTab(`&edit=${anId()}`, pagedResponse([report]));
    const dialog = getDialog(page);
    expect(within(dialog).queryAllByRole('heading', { level: 2 }).map(getText)).toEqual(['Edit Report']);
    expect(getLabelTexts(dialog)).toEqual([
      'Type',
      'Severity',
      'Status',
      'Description',
      'Reason (optional)',
      'Evidence for moderators (optional)',
    ]);
    expect(getOptionValues(dialog, 'status')).toEqual(['pending', 'investigating', 'resolved', 'rejected']);
    expect(getOptionValues(dialog, 'reportType')).toHaveLength(8);
    expect(getButtonTexts(dialog)).toEqual(['Close', 'Cancel', 'Save Changes']);
    expect(getLinks(page)).toContainEqual(expect.objectContaining({ href: `/admin?tab=reports&edit=${anId()}` }));
  });

  /** Opens the dialog in a browser and returns the requests. */
  function openDialog(outcome: object = {}) {
    const sent: { what: string; body: unknown }[] = [];
    const store = new QueryStore((path, init) => {
      if (init?.method === 'GET') return Promise.resolve(Response.json([]));
      sent.push({ what: `${init?.method} ${path}`, body: JSON.parse(init?.body as string) });
      return Promise.resolve(Response.json({ ...report, ...outcome }));
    });
    renderInBrowser(<EditReportDialog report={report} onClose={() => undefined} />, {
      at: toUrl(),
      store,
      hasToasts: true,
    });
    return sent;
  }
  const resolve = () => userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'resolved');
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));

  it('sends the changed values, and requires a description [ADMIN-60] [DEC-76]', async () => {
    const sent = openDialog();
    const description = screen.getByRole('textbox', { name: /^Description/ });
    await userEvent.clear(description);
    await save();
    expect((await screen.findAllByText('Description is required')).length).toBeGreaterThan(0);
    expect(sent).toEqual([]);
    await userEvent.click(description);
    await userEvent.paste(report.description);
    await resolve();
    await save();
    await findToastText('status');
    expect(sent).toEqual([{ what: `PUT /api/admin/reports/${anId()}`, body: { status: 'resolved' } }]);
  });

  it.each([
    [{}, 'Report Updated'],
    [
      { proposal: aProposal({ subject: 'report' }) },
      'Waiting for a second administrator: Nothing has changed yet. Another administrator must confirm it by Mar 10, 2025, 12:00.',
    ],
  ])('shows that the report was saved, or that the change is pending: %# [ADMIN-68]', async (outcome, toastText) => {
    openDialog(outcome);
    await resolve();
    await save();
    expect(await findToastText('status')).toBe(toastText);
  });

  it('shows while an administrator types which fields require a second administrator [VERD-03]', () => {
    const { reportType, severity, status, description } = report;
    const form = { reportType, severity, status, description, reason: 'Because.', evidence: '' };
    const weakened = (given: Record<string, string>) => findWeakenedByEdit(report, { ...form, ...given });
    expect(weakened({})).toEqual([]);
    expect(weakened({ severity: 'Critical', status: 'resolved' })).toEqual([]);
    expect(weakened({ severity: 'Low', description: 'All was paid.' })).toEqual(['severity', 'description']);
    expect(weakened({ status: 'rejected' })).toEqual(['status']);
    expect(findWeakenedByEdit(anAdminReport({ status: 'pending' }), { ...form, severity: 'Low' })).toEqual([]);
  });
});
