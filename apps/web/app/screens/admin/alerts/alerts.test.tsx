import { undoSeconds } from '@hakiki/contract/admin-values';
import { errors } from '@hakiki/contract/errors';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../../test/fake-api.ts';
import { getLastToast } from '../../../../test/hook-page.tsx';
import { anAdminAlert, anId } from '../../../../test/factories.ts';
import {
  getSelectedTexts,
  getFacts,
  getLinks,
  getOptions,
  getText,
  getAttributeValues,
} from '../../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../../test/context.ts';
import { renderOnServer, renderInBrowser, findToastText } from '../../../../test/render.tsx';
import type { Api } from '../../../lib/api/api.ts';
import { QueryStore } from '../../../lib/api/query-store.ts';
import { prefetch, hydrateStore } from '../../../lib/api/use-query.ts';
import { DecideAlertDialog } from './decision.tsx';
import { BulkDialog, type BulkAction } from './bulk.tsx';
import { AlertDialogs, findWeakenedByEdit } from './dialogs.tsx';
import { alertCountsQuery, alertsQuery } from './queries.ts';
import { AlertsTab } from './alerts.tsx';
import { EditButtons } from '../parts/edit-form.tsx';
import { timelineQuery } from '../parts/timeline.tsx';
import { registerErrorTexts } from '../../../lib/errors/server-error-texts.ts';
import { errorTexts as staffErrorTexts } from '../../../paraglide/staff_errors.js';

registerErrorTexts(staffErrorTexts);

const counts = { pending: 1200, approved: 40, rejected: 3, merged: 60 };
const fullAlert = anAdminAlert({
  affectedProviderName: 'Kwetu Coins',
  amountLost: 'my goat, and R5 000',
  evidenceDescription: 'Screenshots of the chat.',
  additionalDetails: 'They called at night.',
  hasContact: true,
  hasAccount: true,
});

const toUrl = (query = '') => `/admin?tab=alerts${query}`;

/** Renders the tab at a URL after its data was loaded. */
async function renderTabAt(query: string, alerts: unknown, replies: Record<string, unknown> = {}) {
  const params = new URL(toUrl(query), 'http://site.example').searchParams;
  const requests: string[] = [];
  const api: Api = (path, init) => {
    requests.push(path);
    const knownReplies = { '/api/admin/fraud-alerts/counts': counts, ...replies };
    return createFakeApi(path.startsWith('/api/admin/fraud-alerts?') ? { [path]: alerts } : knownReplies).api(
      path,
      init,
    );
  };
  const store = new QueryStore(api);
  const openedId = params.get('view') ?? params.get('edit');
  const reads = [alertCountsQuery, alertsQuery(params), ...(openedId ? [timelineQuery(openedId)] : [])];
  hydrateStore(store, await prefetch(createServerContext(api).context, reads));
  return { body: renderInBrowser(<AlertsTab />, { at: toUrl(query), store }), requests };
}
const renderTab = async (query: string, alerts: unknown, replies?: Record<string, unknown>) =>
  (await renderTabAt(query, alerts, replies)).body;

const getTabTexts = (body: HTMLElement) => within(body).queryAllByRole('tab').map(getText);
const getHeadTexts = (body: HTMLElement) => [...body.querySelectorAll('th')].map(getText);
const getDialog = (body: HTMLElement): HTMLElement => body.querySelector<HTMLElement>('dialog')!;
const getButtonTexts = (body: HTMLElement) => [...body.querySelectorAll('button')].map(getText);
const getLabelTexts = (body: HTMLElement) => [...body.querySelectorAll('label')].map(getText);

/** An API that responds to every change, and records it. */
function createRecordingApi(respond: (path: string) => Response): {
  api: Api;
  sent: { what: string; body: unknown; key: unknown }[];
} {
  const sent: { what: string; body: unknown; key: unknown }[] = [];
  const api: Api = (path, init) => {
    if (init?.method === 'GET')
      return Promise.resolve(path.startsWith('/api/admin/tasks/') ? respond(path) : Response.json([]));
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    sent.push({ what: `${init?.method} ${path}`, body, key: new Headers(init?.headers).get('Idempotency-Key') });
    return Promise.resolve(respond(path));
  };
  return { api, sent };
}
const fill = async (name: RegExp, text: string) => {
  const field = screen.getByRole('textbox', { name });
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the fraud alerts tab', () => {
  it('shows the counts of pending, approved, rejected and all alerts on tabs with a URL each [ADMIN-43] [ADMIN-44]', async () => {
    const { body, requests } = await renderTabAt(
      '&status=approved&severity=High&search=club&page=3',
      pagedResponse([], 0),
    );
    expect(getFacts(body)).toEqual([
      ['Pending', '1,200'],
      ['Approved', '40'],
      ['Rejected', '3'],
    ]);
    expect(getTabTexts(body)).toEqual(['Pending (1,200)', 'Approved (40)', 'Rejected (3)', 'All (1,303)']);
    const paths = getLinks(body).flatMap(({ href, text }) => (text.startsWith('All') ? [href] : []));
    expect(paths).toEqual(['/admin?tab=alerts&status=all&severity=High&search=club']);
    expect(requests).toContain('/api/admin/fraud-alerts?search=club&limit=10&offset=20&status=approved&severity=high');
    expect(getText(body)).toContain('Export CSV');
    expect(getLinks(body).map(({ href }) => href)).toContain('/admin/queue');
  });

  it('marks private details of a pending alert, as the case view does [FILL-06]', async () => {
    const { body } = await renderTabAt(
      '',
      pagedResponse([{ ...fullAlert, description: 'Call Mrs Achieng on +254 700 000 321.' }]),
    );
    const card = body.querySelector<HTMLElement>('article')!;
    expect([...card.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
      'Mrs Achieng',
      '+254 700 000 321',
    ]);
    expect(getText(card)).toContain('2 private details marked');
  });

  it('shows pending alerts as cards with all facts except the reporter, to approve or reject [ADMIN-45] [ADMIN-46] [ADMIN-72] [DEC-69] [SAFE-04]', async () => {
    const { body, requests } = await renderTabAt('', pagedResponse([fullAlert]));
    expect(requests).toContain('/api/admin/fraud-alerts?limit=10&offset=0&status=pending');
    const card = body.querySelector<HTMLElement>('article')!;
    expect(getText(card)).toMatch(
      /^Select “A club that promises ten percent a week” A club that promises ten percent a week Pending Review Critical They ask for a fee/,
    );
    expect(getFacts(card)).toEqual([
      ['Type', 'Ponzi scheme'],
      ['Countries', 'Kenya, South Africa'],
      ['Submitted', 'Mar 7, 2025'],
      ['Reports', '3'],
      ['Provider', 'Kwetu Coins'],
      ['Amount lost', 'my goat, and R5 000'],
      ['Evidence', 'Screenshots of the chat.'],
      ['Additional details', 'They called at night.'],
      ['Reporter', 'Signed-in reporter'],
      ['Contact details', 'Given by the reporter, sealed'],
    ]);
    expect(getButtonTexts(card)).toEqual([
      'Approve A club that promises ten percent a week',
      'Reject A club that promises ten percent a week',
    ]);
    expect(getText(await renderTab('&page=2', pagedResponse([fullAlert], 11)))).toContain(
      'Showing 11 to 11 of 11 alerts',
    );
  });

  it('shows why a list is empty [ADMIN-47]', async () => {
    expect(getText(await renderTab('', pagedResponse([])))).toContain('No pending alerts');
    expect(getText(await renderTab('&status=rejected', pagedResponse([])))).toContain('No rejected alerts');
    const searched = getText(await renderTab('&search=goat', pagedResponse([])));
    expect(searched).toContain('No alert matches the search');
    expect(searched).not.toContain('No pending alerts');
    expect(getLinks(await renderTab('&page=2', pagedResponse([], 10))).at(-1)?.href).toBe('/admin?tab=alerts');
    expect(getText(await renderTab('', errorResponse(500)))).toContain('Could not load the alerts');
  });

  it('links an alert to its case in the queue', async () => {
    const alert = anAdminAlert({ caseId: anId(9) });
    const getCaseLinks = async (query: string) =>
      getLinks(await renderTab(query, pagedResponse([alert]))).filter(
        ({ href }) => href === `/admin/queue?case=${anId(9)}`,
      );
    expect(await getCaseLinks('')).toHaveLength(1);
    expect(await getCaseLinks('&status=all')).toEqual([{ text: `Open case ${alert.title}`, href: expect.any(String) }]);
  });

  it('lists approved alerts, to edit and to view [ADMIN-48] [ADMIN-72] [DEC-74]', async () => {
    const alert = anAdminAlert({ status: 'approved' });
    const body = await renderTab('&status=approved', pagedResponse([alert]));
    expect(getHeadTexts(body)).toEqual(['Title', 'Type', 'Severity', 'Countries', 'Date', 'Actions']);
    expect(getAttributeValues(body, 'data-severity')).toEqual(['Critical']);
    expect(getText(body)).toContain('Ponzi scheme');
    expect(getText(body)).toContain('Kenya, South Africa');
    expect(within(body).queryAllByRole('time').map(getText)).toEqual(['Mar 7, 2025']);
    expect(getLinks(body.querySelector<HTMLElement>('tbody')!)).toEqual([
      { href: `/admin?tab=alerts&status=approved&edit=${anId()}`, text: `Edit ${alert.title}` },
      { href: `/admin?tab=alerts&status=approved&view=${anId()}`, text: `View ${alert.title}` },
    ]);
  });

  it('dims rejected alerts without actions, but allows editing in the list of all, with the status [ADMIN-49] [ADMIN-50] [DEC-74]', async () => {
    const rejected = anAdminAlert({ status: 'rejected' });
    const getTableBody = (body: HTMLElement) => body.querySelector<HTMLElement>('tbody')!;
    const rejectedOnly = await renderTab('&status=rejected', pagedResponse([rejected]));
    expect(getHeadTexts(rejectedOnly)).toEqual(['Title', 'Type', 'Severity', 'Countries', 'Date']);
    expect(getTableBody(rejectedOnly).querySelector('a, button')).toBeNull();
    expect(within(rejectedOnly).getAllByRole('row').at(-1)?.className).toContain('text-muted');
    const all = await renderTab('&status=all', pagedResponse([rejected, anAdminAlert({ id: anId(2) })]));
    expect(getHeadTexts(all)).toEqual(['Title', 'Type', 'Severity', 'Countries', 'Date', 'Status', 'Actions']);
    const rows = within(getTableBody(all)).getAllByRole('row').map(getText);
    expect(rows.map((text) => /(Rejected|Pending) Edit/.exec(text)?.[1])).toEqual(['Rejected', 'Pending']);
  });

  it('opens an alert read-only, with its timeline [DEC-74]', async () => {
    const query = `&status=approved&view=${anId()}`;
    const entry = {
      id: anId(5),
      subject: 'alert',
      subjectId: anId(),
      from: 'pending',
      to: 'approved',
      reason: 'Seen by two others.',
      evidence: null,
      decidedBy: 'first@example.org',
      confirmedBy: null,
      isReversal: false,
      createdAt: '2025-03-09T10:00:00Z',
    };
    const dialog = getDialog(
      await renderTab(query, pagedResponse([{ ...fullAlert, status: 'approved' }]), {
        [`/api/admin/decisions?subjectId=${anId()}`]: [entry],
      }),
    );
    expect(getText(dialog)).toContain('They ask for a fee before anything is paid out.');
    expect(getText(dialog)).toContain('Seen by two others.');
    expect(getFacts(dialog)).toContainEqual(['Amount lost', 'my goat, and R5 000']);
    expect(dialog.querySelector('input, textarea, select')).toBeNull();
    expect(getText(dialog)).not.toContain('Save Changes');
  });

  it('shows the tab in French', async () => {
    setTestLanguage('fr');
    const body = await renderTab('', pagedResponse([]));
    expect(getText(body)).toContain('Aucune alerte en attente');
    expect(getLinks(body)).toContainEqual({
      href: '/fr/admin?tab=alerts&status=approved',
      text: 'Approuvées (40)',
    });
  });
});

describe('editing an alert', () => {
  const approved = anAdminAlert({ status: 'approved' });
  /** Opens the dialog in a browser. */
  const open = (answer: () => Response = () => Response.json(approved)) => {
    const { api, sent } = createRecordingApi(answer);
    const options = { at: toUrl(`&edit=${approved.id}`), store: new QueryStore(api), hasToasts: true };
    renderInBrowser(<AlertDialogs alerts={[approved]} />, options);
    return sent;
  };
  const choose = (name: string, value: string) =>
    userEvent.selectOptions(screen.getByRole('combobox', { name }), value);

  it('offers severity, status, title and description, and any status, to save or to cancel [ADMIN-51] [ADMIN-54] [DEC-74]', async () => {
    const decisions = { [`/api/admin/decisions?subjectId=${anId()}`]: [] };
    const dialog = getDialog(await renderTab(`&status=approved&edit=${anId()}`, pagedResponse([approved]), decisions));
    expect(within(dialog).queryAllByRole('heading', { level: 2 }).map(getText)).toEqual(['Edit Fraud Alert']);
    expect(getLabelTexts(dialog)).toEqual([
      'Severity',
      'Status',
      'Title',
      'Description',
      'Advice: what to do (optional)',
      'Reason (optional)',
      'Evidence for moderators (optional)',
    ]);
    expect(getOptions(dialog, 'status').map(([value]) => value)).toEqual(['pending', 'approved', 'rejected']);
    expect(getSelectedTexts(dialog)).toContain('Approved');
    expect(getButtonTexts(dialog)).toEqual(['Close', 'Cancel', 'Save Changes']);
    expect(getButtonTexts(renderOnServer(<EditButtons isSending />))).toEqual(['Cancel', 'Saving...']);
  });

  it('sends only the changed values [ADMIN-54]', async () => {
    const sent = open();
    await choose('Status', 'rejected');
    await fill(/^Title/, ` ${approved.title}`);
    await fill(/^Reason/, ' Not a scam. ');
    await press('Save Changes');
    await findToastText('status');
    expect(sent).toMatchObject([
      { what: `PUT /api/admin/fraud-alerts/${anId()}`, body: { status: 'rejected', reason: 'Not a scam.' } },
    ]);
  });

  it('sends only the severity when nothing else was changed [ADMIN-54]', async () => {
    const sent = open();
    await choose('Severity', 'Low');
    await press('Save Changes');
    await findToastText('status');
    expect(sent.map(({ body }) => body)).toEqual([{ severity: 'Low' }]);
  });

  it('requires a title and a description, of any length [DEC-76]', async () => {
    const sent = open();
    for (const name of [/^Title/, /^Description/]) await userEvent.clear(screen.getByRole('textbox', { name }));
    await press('Save Changes');
    for (const sentence of ['Title is required', 'Description is required']) {
      expect((await screen.findAllByText(sentence)).length, sentence).toBeGreaterThan(0);
    }
    expect(sent).toEqual([]);
    await fill(/^Title/, 'A');
    await fill(/^Description/, 'B');
    await press('Save Changes');
    expect(await findToastText('status')).toBe('Alert Updated');
  });

  it.each([
    [{}, 'Alert Updated', false],
    [{ decisionId: anId(9), canUndo: false }, 'Alert Updated', false],
    [{ decisionId: anId(9), canUndo: true }, 'Alert Updated', true],
    [
      { proposal: { takesEffectAt: null, expiresAt: '2025-03-10T10:00:00Z' } },
      'Waiting for a second administrator: Nothing has changed yet. Another administrator must confirm it by Mar 10, 2025, 12:00.',
      false,
    ],
  ])(
    'shows that the alert was saved, or that the change is pending: %j [ADMIN-57]',
    async (outcome, toastText, canUndo) => {
      open(() => Response.json({ ...approved, ...outcome }));
      await choose('Severity', 'Low');
      await press('Save Changes');
      expect(await findToastText('status')).toBe(toastText);
      expect(screen.queryByRole('button', { name: 'Undo' }) !== null).toBe(canUndo);
    },
  );

  it('shows while an administrator types which fields require a second administrator [DEC-15] [VERD-03]', () => {
    const { severity, status, title, description } = approved;
    const form = { severity, status, title, description, advice: '', reason: 'Because.', evidence: '' };
    const weakened = (given: Record<string, string>) => findWeakenedByEdit(approved, { ...form, ...given });
    expect(findWeakenedByEdit(approved)).toEqual([]);
    expect(weakened({})).toEqual([]);
    expect(weakened({ title: `${title}.`, description: description.toUpperCase() })).toEqual([]);
    expect(weakened({ title: 'Notice', severity: 'Low' })).toEqual(['severity', 'title']);
    expect(weakened({ status: 'rejected' })).toEqual(['status']);
    expect(weakened({ advice: 'All is well.' })).toEqual(['advice']);
    const pending = anAdminAlert({ status: 'pending' });
    expect(findWeakenedByEdit(pending, { ...form, status: 'rejected', title: 'Notice' })).toEqual([]);
  });
});

describe('deciding an alert', () => {
  const reason = 'Seen by two others.';
  const decide = async (decision: 'approve' | 'reject', answer: () => Response, why = reason) => {
    const { api, sent } = createRecordingApi(answer);
    const onClose = vi.fn();
    const dialog = <DecideAlertDialog alert={anAdminAlert()} decision={decision} onClose={onClose} />;
    renderInBrowser(dialog, { at: toUrl(), store: new QueryStore(api), hasToasts: true });
    await fill(/^Reason/, why);
    await press(decision === 'approve' ? 'Approve' : 'Reject');
    return { sent, onClose };
  };
  const createReply = (status: string) => () =>
    Response.json({ ...anAdminAlert({ status }), decisionId: anId(9), canUndo: true });

  it.each(['approve', 'reject'] as const)(
    'sends the decision with its reason alone, and nothing without one: %s [ADMIN-52] [ADMIN-53] [CALL-34] [CALL-35] [VERD-07] [DEC-90]',
    async (decision) => {
      const { sent } = await decide(decision, createReply('approved'), '  ');
      expect((await screen.findAllByText('Please give a reason')).length).toBeGreaterThan(0);
      expect(sent).toEqual([]);
      await fill(/^Reason/, reason);
      await press(decision === 'approve' ? 'Approve' : 'Reject');
      await findToastText('status');
      expect(sent).toEqual([
        { what: `PUT /api/admin/fraud-alerts/${anId()}/${decision}`, body: { reason }, key: null },
      ]);
    },
  );

  it('shows the result, closes, and offers an undo for ten seconds [ADMIN-55] [ADMIN-56] [ADMIN-69] [DEC-15]', async () => {
    const { sent, onClose } = await decide('approve', createReply('approved'));
    expect(await findToastText('status')).toBe(
      'Alert Approved: Fraud alert has been approved and is now visible to all users.',
    );
    expect(onClose).toHaveBeenCalledOnce();
    expect(getLastToast()?.durationMs).toBe(10_000);
    expect(undoSeconds.shown).toBe(10);
    await press('Undo');
    expect(sent.at(-1)?.what).toBe(`POST /api/admin/decisions/${anId(9)}/undo`);
  });

  it('shows that an alert was rejected, and offers an undo [ADMIN-56]', async () => {
    await decide('reject', createReply('rejected'));
    expect(await findToastText('status')).toBe('Alert Rejected');
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined();
  });

  it('does not claim that a merged alert is visible [VERD-07] [VERD-05]', async () => {
    await decide('approve', createReply('merged'));
    expect(await findToastText('status')).toBe('Alert Approved: It was added to the public alert of the same case.');
  });

  it.each(['ALREADY_DECIDED', 'CASE_CLAIMED', 'FILING_NOT_SHOWN'] as const)(
    'shows the server’s message if another moderator was faster or has claimed the case: %s [ADMIN-70] [DEC-15] [VERD-07]',
    async (code) => {
      const { message } = errors[code];
      const { onClose } = await decide('approve', () => Response.json({ code, message }, { status: 409 }));
      expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
      expect(onClose).not.toHaveBeenCalled();
    },
  );

  it('shows who has claimed the case and until when, with a link to it, instead of buttons [VERD-07]', async () => {
    const claim = { by: 'first@example.org', until: '2025-03-07T12:05:00Z' };
    const card = (body: HTMLElement) => body.querySelector<HTMLElement>('article')!;
    const claimedCard = card(await renderTab('', pagedResponse([anAdminAlert({ caseId: anId(7), claim })])));
    expect(getText(claimedCard)).toContain('first@example.org is working on this case until 14:05. Open in the queue');
    expect(getButtonTexts(claimedCard)).toEqual([]);
    expect(getLinks(claimedCard)).toContainEqual({ href: `/admin/queue?case=${anId(7)}`, text: 'Open in the queue' });
    const freeCard = card(await renderTab('', pagedResponse([anAdminAlert({ caseId: anId(7) })])));
    expect(getButtonTexts(freeCard)).toHaveLength(2);
    expect(getLinks(freeCard)).toContainEqual({ href: `/admin/queue?case=${anId(7)}`, text: 'Open in the queue' });
  });
});

describe('deciding many alerts at once', () => {
  const bulkAction: BulkAction = { decision: 'reject', alerts: [anId(1), anId(2)], key: 'a key of sixteen characters' };

  /** Opens the dialog and waits for the preview. */
  async function openBulkDialog(preview: object, task: object = {}) {
    cleanup();
    const { api, sent } = createRecordingApi((path) => Response.json(path.endsWith('/preview') ? preview : task));
    const store = new QueryStore(api);
    const body = renderInBrowser(<BulkDialog action={bulkAction} onClose={() => undefined} />, { at: toUrl(), store });
    await screen.findByText(/^Alerts that change/);
    return { body, sent };
  }
  const aTask = { id: anId(), kind: 'bulk', state: 'running', done: 1, total: 2, problems: [] };
  const previewOfOne = { affected: 1, skipped: 0, titles: ['A club'], left: [] };

  it('shows first what would change and what would be skipped, and asks for a reason [VERD-07]', async () => {
    const { body, sent } = await openBulkDialog({
      affected: 2,
      skipped: 1,
      titles: ['A club'],
      left: [{ title: 'A robot', why: 'CASE_CLAIMED' }],
    });
    expect(sent).toMatchObject([
      { what: 'POST /api/admin/bulk/preview', body: { decision: 'reject', alerts: bulkAction.alerts } },
    ]);
    expect(getText(body)).toContain(
      'Alerts that change: 2 A club and 1 more Not changed: A robot: another moderator is working on its case No longer pending, not changed: 1',
    );
    expect(getLabelTexts(body)).toEqual(['Reason']);
    expect(getButtonTexts(body)).toEqual(['Close', 'Cancel', 'Reject selected']);
    expect(getButtonTexts((await openBulkDialog({ affected: 0, skipped: 2, titles: [], left: [] })).body)).toEqual([
      'Close',
    ]);
  });

  it('sends the alerts with their reason once, and not without one', async () => {
    const { sent } = await openBulkDialog(previewOfOne, aTask);
    await fill(/^Reason/, ' ');
    await press('Reject selected');
    expect((await screen.findAllByText('Please give a reason')).length).toBeGreaterThan(0);
    await fill(/^Reason/, 'Sent by a machine.');
    await press('Reject selected');
    await screen.findByRole('progressbar');
    expect(sent.filter(({ what }) => what === 'POST /api/admin/bulk')).toEqual([
      {
        what: 'POST /api/admin/bulk',
        body: { decision: 'reject', alerts: bulkAction.alerts, reason: 'Sent by a machine.' },
        key: bulkAction.key,
      },
    ]);
  });

  it('shows the progress and the alerts with another result [VERD-07]', async () => {
    const progress = async (given: object) => {
      const { body } = await openBulkDialog(previewOfOne, { ...aTask, ...given });
      await fill(/^Reason/, 'Sent by a machine.');
      await press('Reject selected');
      await screen.findByRole('progressbar');
      const shownText = getText(body);
      const { value } = body.querySelector('progress')!;
      return { value, shownText };
    };
    expect(await progress({})).toMatchObject({ value: 1, shownText: expect.stringMatching(/1 of 2$/) });
    const finished = await progress({ state: 'done', done: 2, problems: [{ title: 'A club', why: 'JOINED' }] });
    expect(finished.shownText).toContain(
      '2 of 2 Done. Alerts decided: 2 Exceptions A club: approved, and added to the public alert of its case',
    );
    expect((await progress({ state: 'failed' })).shownText).toContain('Decisions already made remain.');
  });
});
