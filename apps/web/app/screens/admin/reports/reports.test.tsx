import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { failing, knowing, listed } from '../../../../test/answers.ts';
import { anAdminAlert, anAdminReport, anExperience, anId, aProposal } from '../../../../test/makers.ts';
import { chosenIn, linksOf, optionsOf, textOf } from '../../../../test/reading.ts';
import { serverContext, speaking } from '../../../../test/context.ts';
import { show, told } from '../../../../test/show.tsx';
import type { Api } from '../../../lib/api/api.ts';
import type { Form, Values } from '../../../lib/forms/forms.ts';
import { ReadStore } from '../../../lib/api/read-store.ts';
import { prefetch, receive } from '../../../lib/api/use-read.ts';
import { EditButtons } from '../parts/edit-form.tsx';
import { CreateReport } from './create.tsx';
import { Experiences } from './experiences.tsx';
import { chooseAlert, createReportForm, isComplete, NONE, notLinked } from './draft.ts';
import { EditReport, weakenedByEdit } from './edit.tsx';
import { foundAlerts, foundProviders, reportsRead, waitingExperiences } from './reads.ts';
import { ReportsTab } from './reports.tsx';
import { timelineOf } from '../parts/timeline-read.ts';
import { learn } from '../../../lib/errors/server-words.ts';
import { staffWords } from '../../../lib/errors/staff-words.ts';

learn(staffWords);

const addressOf = (query = '') => `/admin?tab=reports${query}`;
const waiting = { ...anExperience({ id: anId(7) }), status: 'pending' };
const alert = anAdminAlert({ affectedProvider: anId(3), affectedProviderName: 'Kwetu Coins' });

/** Renders the tab at a URL after its data was loaded. */
async function tabAt(query: string, reports: unknown, given: Record<string, unknown> = {}) {
  const params = new URL(addressOf(query), 'http://site.example').searchParams;
  const requests: string[] = [];
  const api: Api = (path, init) => {
    requests.push(path);
    const known = {
      '/api/admin/experiences?order=oldest&limit=10': listed([]),
      '/api/admin/fraud-alerts?limit=10': listed([alert]),
      '/api/admin/providers?limit=10': listed([]),
      [`/api/admin/decisions?subjectId=${anId()}`]: [],
      ...given,
    };
    return knowing(path.startsWith('/api/admin/reports?') ? { [path]: reports } : known).api(path, init);
  };
  const store = new ReadStore(api);
  const reads = [reportsRead(params), waitingExperiences, foundAlerts(''), foundProviders(''), timelineOf(anId())];
  receive(store, await prefetch(serverContext(api).context, reads));
  return { page: show(<ReportsTab />, { at: addressOf(query), store }), requests };
}
const shown = async (query: string, reports: unknown, given?: Record<string, unknown>) =>
  (await tabAt(query, reports, given)).page;

const dialogOf = (page: HTMLElement): HTMLElement => page.querySelector<HTMLElement>('dialog')!;
const labelsOf = (page: HTMLElement) => [...page.querySelectorAll('label')].map(textOf);
const buttonsOf = (page: HTMLElement) => [...page.querySelectorAll('button')].map(textOf);
const choicesOf = (page: HTMLElement, name: string): string[] => optionsOf(page, name).map(([value]) => value);

/** Submits a form and returns the requests. */
async function sentBy(form: Form<unknown>, values: Values) {
  const sent: { what: string; body: unknown; key: unknown }[] = [];
  const api: Api = (path, init) => {
    const key = new Headers(init?.headers).get('Idempotency-Key');
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    sent.push({ what: `${init?.method} ${path}`, body, key });
    return Promise.resolve(Response.json({}));
  };
  const at = new URL(addressOf(), 'http://site.example');
  return { submission: await form.submit(values, at, (write, given) => write.send(api, given)), sent };
}

describe('the reports tab', () => {
  it('lists type, the first 100 characters, severity, status, date and Edit [ADMIN-59] [ADMIN-72] [DEC-69] [DEC-74]', async () => {
    const long = `${'x'.repeat(100)}END`;
    const { page, requests } = await tabAt(
      '&status=pending&severity=Critical&reportType=other&search=may&page=2',
      listed([anAdminReport(), anAdminReport({ id: anId(2), description: long })], 12),
    );
    expect(requests).toContain(
      '/api/admin/reports?search=may&limit=10&offset=10&status=pending&severity=critical&reportType=other',
    );
    expect([...page.querySelectorAll('th')].map(textOf)).toEqual([
      'Type',
      'Description',
      'Severity',
      'Status',
      'Date',
      'Actions',
    ]);
    const [first = '', second] = within(page.querySelector<HTMLElement>('tbody')!).queryAllByRole('row').map(textOf);
    for (const part of ['withdrawal issues', 'Nothing has been paid out since May.', 'High', 'Investigating']) {
      expect(first).toContain(part);
    }
    expect(first).toContain('Date Mar 7, 2025, 12:00 Edit');
    expect(second).toContain(`${'x'.repeat(100)}… `);
    expect(second).not.toContain('END');
    expect(textOf(page)).toContain('Showing 11 to 12 of 12 reports');
    expect(textOf(page)).toContain('Export CSV');
  });

  it('finds rejected reports, and labels them rejected [DEC-26]', async () => {
    const { page, requests } = await tabAt('&status=rejected', listed([anAdminReport({ status: 'rejected' })]));
    expect(requests).toContain('/api/admin/reports?limit=10&offset=0&status=rejected');
    expect(optionsOf(page, 'status')).toContainEqual(['rejected', 'Rejected']);
    expect(textOf(page.querySelector<HTMLElement>('tbody')!)).toContain('Status Rejected');
  });

  it('shows an empty or failed list', async () => {
    expect(textOf(await shown('', listed([])))).toContain('No reports yet');
    expect(textOf(await shown('&search=goat', listed([])))).toContain('No report matches the search');
    const broken = textOf(
      await shown('', failing(500), { '/api/admin/experiences?order=oldest&limit=10': failing(500) }),
    );
    expect(broken).toContain('Could not load the reports');
    expect(broken).toContain('Could not load the shared experiences');
    speaking('fr');
    expect(textOf(await shown('', listed([])))).toContain('Aucun signalement pour l’instant');
  });

  it('links a report to its case in the queue', async () => {
    const { page } = await tabAt('', listed([anAdminReport({ caseId: anId(9) }), anAdminReport({ id: anId(2) })]));
    expect(linksOf(page).filter(({ href }) => href?.startsWith('/admin/queue'))).toEqual([
      { text: 'Open case withdrawal issues', href: `/admin/queue?case=${anId(9)}` },
    ]);
  });

  it('lists shared experiences to approve or reject [DEC-77]', async () => {
    const page = await shown('', listed([]), { '/api/admin/experiences?order=oldest&limit=10': listed([waiting]) });
    const section = page.querySelector<HTMLElement>('section')!;
    expect(within(section).queryAllByRole('heading', { level: 3 }).map(textOf)).toEqual(['Shared experiences']);
    expect(textOf(section)).toContain('Baobab Exchange Rated 4 out of 5 None Mar 7, 2025, 12:00 Paid out in a day.');
    expect(buttonsOf(section)).toEqual(['Approve', 'Reject']);
    expect(textOf(await shown('', listed([])))).toContain('No shared experience is waiting');
  });
});

it.each([
  ['Approve', 'approve'],
  ['Reject', 'reject'],
])('decides a shared experience by one call, and reloads the list: %s [DEC-77]', async (button, verb) => {
  const requests: string[] = [];
  const api: Api = (path, init) => {
    requests.push(`${init?.method ?? 'GET'} ${path}`);
    return Promise.resolve(init?.method === 'PUT' ? Response.json(waiting) : listed([waiting]));
  };
  show(<Experiences />, { at: addressOf(), store: new ReadStore(api), hasToasts: true });
  await userEvent.click(await screen.findByRole('button', { name: button }));
  expect(await told('status')).toBe('Experience Updated');
  const list = 'GET /api/admin/experiences?order=oldest&limit=10';
  expect(requests).toEqual([list, `PUT /api/admin/experiences/${waiting.id}/${verb}`, list]);
});

describe('creating a report', () => {
  const filled = { reportType: 'other', description: ' Gone. ', severity: 'High', status: 'pending' };
  const blank = { fraudAlertId: NONE, providerId: NONE, reporterLocation: ' ' };

  it('opens from its button, with every status, pending by default, and nothing linked [ADMIN-58] [ADMIN-66] [DEC-75]', async () => {
    const closed = await shown('', listed([]));
    expect(linksOf(closed)).toContainEqual({ href: '/admin?tab=reports&create=report', text: 'Create Report' });
    expect(closed.querySelector('dialog')).toBeNull();
    const dialog = dialogOf(await shown('&create=report', listed([])));
    expect(within(dialog).queryAllByRole('heading', { level: 2 }).map(textOf)).toEqual(['Create New Report']);
    expect(labelsOf(dialog)).toEqual([
      'Type',
      'Severity',
      'Description',
      'Fraud alert',
      'Provider',
      'Reporter’s location (optional)',
      'Status',
    ]);
    expect(choicesOf(dialog, 'status')).toEqual(['pending', 'investigating', 'resolved']);
    expect(choicesOf(dialog, 'reportType')).toHaveLength(9);
    expect(choicesOf(dialog, 'fraudAlertId')).toEqual(['none', alert.id]);
    expect(chosenIn(dialog)).toEqual(['Please choose', 'Please choose', 'None', 'None', 'Pending']);
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Create Report', hidden: true });
    expect(button.disabled).toBe(true);
  });

  it('can be sent once type, description and severity are filled in, and not twice at once [ADMIN-61] [ADMIN-62]', () => {
    expect(isComplete({ ...filled, ...blank })).toBe(true);
    for (const name of ['reportType', 'description', 'severity']) {
      expect(isComplete({ ...filled, [name]: ' ' }), name).toBe(false);
    }
    const isDisabled = (given: { isComplete: boolean; isSending: boolean }) =>
      show(<EditButtons {...given} />).querySelector<HTMLButtonElement>('button[type="submit"]')!.disabled;
    expect(isDisabled({ isComplete: false, isSending: false })).toBe(true);
    expect(isDisabled({ isComplete: true, isSending: true })).toBe(true);
    expect(isDisabled({ isComplete: true, isSending: false })).toBe(false);
  });

  it('omits empty links and a blank location, and sends filled ones [ADMIN-63] [ADMIN-64] [ADMIN-66]', async () => {
    const form = createReportForm('a key of sixteen characters');
    const { sent } = await sentBy(form, { ...filled, ...blank });
    expect(sent).toEqual([
      {
        what: 'POST /api/admin/reports',
        body: { reportType: 'other', description: 'Gone.', severity: 'High', status: 'pending' },
        key: 'a key of sixteen characters',
      },
    ]);
    const linked = { fraudAlertId: anId(2), providerId: anId(3), reporterLocation: 'Nairobi', status: 'resolved' };
    expect((await sentBy(form, { ...filled, ...linked })).sent[0]?.body).toMatchObject(linked);
    expect((await sentBy(form, { ...filled, description: '' })).sent).toEqual([]);
  });

  it('takes the provider from the chosen alert [ADMIN-65] [DEC-25]', () => {
    const chosen = { id: alert.id, name: alert.title };
    expect(chooseAlert(alert)).toEqual({ alert: chosen, provider: { id: anId(3), name: 'Kwetu Coins' } });
    // A name without a listed provider is no link.
    expect(chooseAlert({ ...alert, affectedProvider: null })).toEqual({ alert: chosen, provider: notLinked });
  });

  it('shows that the report was created [ADMIN-67]', async () => {
    const api: Api = (_path, init) =>
      Promise.resolve(init?.method === 'POST' ? Response.json(anAdminReport(), { status: 201 }) : listed([]));
    show(<CreateReport onClose={() => undefined} />, { at: addressOf(), store: new ReadStore(api), hasToasts: true });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'other');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Severity' }), 'High');
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'Gone.');
    await userEvent.click(screen.getByRole('button', { name: 'Create Report' }));
    expect(await told('status')).toBe('Report Created');
  });
});

describe('editing a report', () => {
  const report = anAdminReport();

  it('offers type, severity, status and description, and any status [ADMIN-60] [ADMIN-66] [DEC-26] [DEC-74]', async () => {
    const page = await shown(`&edit=${anId()}`, listed([report]));
    const dialog = dialogOf(page);
    expect(within(dialog).queryAllByRole('heading', { level: 2 }).map(textOf)).toEqual(['Edit Report']);
    expect(labelsOf(dialog)).toEqual([
      'Type',
      'Severity',
      'Status',
      'Description',
      'Reason (optional)',
      'Evidence for moderators (optional)',
    ]);
    expect(choicesOf(dialog, 'status')).toEqual(['pending', 'investigating', 'resolved', 'rejected']);
    expect(choicesOf(dialog, 'reportType')).toHaveLength(8);
    expect(buttonsOf(dialog)).toEqual(['Close', 'Cancel', 'Save Changes']);
    expect(linksOf(page)).toContainEqual(expect.objectContaining({ href: `/admin?tab=reports&edit=${anId()}` }));
  });

  /** Opens the dialog in a browser and returns the requests. */
  function open(outcome: object = {}) {
    const sent: { what: string; body: unknown }[] = [];
    const store = new ReadStore((path, init) => {
      if (init?.method === 'GET') return Promise.resolve(Response.json([]));
      sent.push({ what: `${init?.method} ${path}`, body: JSON.parse(init?.body as string) });
      return Promise.resolve(Response.json({ ...report, ...outcome }));
    });
    show(<EditReport report={report} onClose={() => undefined} />, { at: addressOf(), store, hasToasts: true });
    return sent;
  }
  const resolve = () => userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'resolved');
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));

  it('sends the changed values, and requires a description [ADMIN-60] [DEC-76]', async () => {
    const sent = open();
    const description = screen.getByRole('textbox', { name: /^Description/ });
    await userEvent.clear(description);
    await save();
    expect((await screen.findAllByText('Description is required')).length).toBeGreaterThan(0);
    expect(sent).toEqual([]);
    await userEvent.click(description);
    await userEvent.paste(report.description);
    await resolve();
    await save();
    await told('status');
    expect(sent).toEqual([{ what: `PUT /api/admin/reports/${anId()}`, body: { status: 'resolved' } }]);
  });

  it.each([
    [{}, 'Report Updated'],
    [
      { proposal: aProposal({ subject: 'report' }) },
      'Waiting for a second administrator: Nothing has changed yet. Another administrator must confirm it by Mar 10, 2025, 12:00.',
    ],
  ])('shows that the report was saved, or that the change is pending: %# [ADMIN-68]', async (outcome, words) => {
    open(outcome);
    await resolve();
    await save();
    expect(await told('status')).toBe(words);
  });

  it('shows while an administrator types which fields require a second administrator [VERD-03]', () => {
    const { reportType, severity, status, description } = report;
    const form = { reportType, severity, status, description, reason: 'Because.', evidence: '' };
    const weakened = (given: Record<string, string>) => weakenedByEdit(report, { ...form, ...given });
    expect(weakened({})).toEqual([]);
    expect(weakened({ severity: 'Critical', status: 'resolved' })).toEqual([]);
    expect(weakened({ severity: 'Low', description: 'All was paid.' })).toEqual(['severity', 'description']);
    expect(weakened({ status: 'rejected' })).toEqual(['status']);
    expect(weakenedByEdit(anAdminReport({ status: 'pending' }), { ...form, severity: 'Low' })).toEqual([]);
  });
});
