import { issueReportTypes } from '@hakiki/contract/report-values';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { startJsonServer } from '../../../test/fake-api.ts';
import { anId, aProvider, aReceipt } from '../../../test/factories.ts';
import { openPage } from '../../../test/page.tsx';
import { getFieldNames, getPostForm, getLinks, getOptions, getText } from '../../../test/dom-queries.ts';
import { renderInBrowser, findToastText } from '../../../test/render.tsx';
import type { Api } from '../../lib/api/api.ts';
import { filedStore } from '../../lib/filings/filed-notices.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { issueForm } from './issue-form.ts';
import IssueForm from './issue-report.tsx';
import { ReportIssues } from './provider-report.tsx';
import { action } from './provider.tsx';

const id = anId(5);
const at = `/provider/${id}?tab=report`;
const written = {
  reportType: 'withdrawal_issues',
  description: 'My withdrawal has been waiting for two weeks.',
  severity: 'High',
  reporterLocation: 'Nairobi',
};
const receipt = aReceipt();
const filed = { id: anId(9), ...written, status: 'pending', message: 'Thank you.', receipt };

const open = async (address = at) => (await openPage({ default: () => <IssueForm providerId={id} /> }, address)).body;
/** Posts the form without scripts to the page's action and returns the resulting page. */
async function post(api: Api, posts: Record<string, string>) {
  const posted = (given: { request: Request; context: object }) =>
    action({ ...given, params: { id } } as unknown as Parameters<typeof action>[0]);
  return openPage({ default: () => <IssueForm providerId={id} />, action: posted }, at, {
    api,
    formFields: { form: 'issue', ...posts },
  });
}

/** Renders the form in a browser. */
function fill(api: Api): QueryStore {
  const store = new QueryStore(api);
  renderInBrowser(<IssueForm providerId={id} />, { at, store, hasToasts: true });
  return store;
}
const description = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^What happened/ });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit Report' }));

/** Fills the form in and presses the button. */
async function send(given: typeof written = written) {
  const choose = (name: RegExp, value: string) =>
    userEvent.selectOptions(screen.getByRole('combobox', { name }), value);
  await choose(/^What is the issue/, given.reportType);
  await choose(/^Severity/, given.severity);
  await userEvent.click(description());
  await userEvent.paste(given.description);
  await submit();
}

describe('the Report Issues tab', () => {
  it('the Report Issues tab shows the form with the name of the provider to anyone [PROV-17] [ROLE-13]', async () => {
    const tab = { default: () => <ReportIssues provider={aProvider({ id })} /> };
    await openPage(tab, at);
    await vi.dynamicImportSettled();
    const { body } = await openPage(tab, at);
    expect(getText(body)).toMatch(/^Report an issue with Baobab Exchange/);
    expect(getFieldNames(getPostForm(body))).toContain('reportType');
  });

  it('the issue form has four fields, one of them optional [ISSUE-01] [ISSUE-02] [ISSUE-03]', async () => {
    const form = getPostForm(await open());
    const byMail = form.querySelector('noscript')!;
    expect(getFieldNames(byMail)).toEqual(['email']);
    byMail.remove();
    expect(getFieldNames(form)).toEqual(['form', ...Object.keys(written)]);
    const required = [...form.querySelectorAll<HTMLInputElement>('[required]')].map(({ name }) => name);
    expect(required).toEqual(['reportType', 'description', 'severity']);
  });

  it('the issue form offers five types and four severities [ISSUE-04] [ISSUE-05] [DEC-27]', async () => {
    const form = getPostForm(await open());
    expect(getOptions(form, 'reportType').slice(1)).toEqual([
      ['wallet_security', 'Wallet security'],
      ['fund_safety', 'Fund safety'],
      ['scam', 'Scam'],
      ['fraud', 'Fraud'],
      ['withdrawal_issues', 'Withdrawal issues'],
    ]);
    expect(issueReportTypes).toHaveLength(5);
    expect(getOptions(form, 'severity').map(([value]) => value)).toEqual(['', 'Low', 'Medium', 'High', 'Critical']);
  });

  it('the issue form warns of false reports [ISSUE-06]', async () => {
    expect(getText(await open())).toContain('False reports may result in account restrictions.');
  });
});

describe('the issue form without scripts', () => {
  it('the issue form sends the provider of the page, whatever the request body says [ISSUE-01] [ROLE-13]', async () => {
    const { api, requests } = await startJsonServer({ ...filed, receipt: undefined, mailed: true }, 201);
    const page = await post(api, { ...written, providerId: anId(6), email: 'amina@example.org' });
    expect(page).toMatchObject({ status: 303, location: `${at}&sent=mailed#report-issue` });
    expect(requests.map(({ method, path }) => [method, path])).toEqual([['POST', '/api/reports']]);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      ...written,
      providerId: id,
      email: 'amina@example.org',
      language: 'en',
    });
    expect(getText(await open(`${at}&sent=mailed`))).toContain('We have emailed you a link');
  });

  it('the issue report page says that the report was sent [ISSUE-09]', async () => {
    const { api } = await startJsonServer(filed, 201);
    expect((await post(api, written)).location).toBe(`${at}&sent=yes#report-issue`);
    expect(getText(await open(`${at}&sent=yes`))).toContain(
      'Report Submitted Your report has been submitted and will be investigated.',
    );
  });

  it('the issue report page links to each blank field and keeps the other values [ISSUE-02] [DEC-80]', async () => {
    const { api, requests } = await startJsonServer({});
    const { status, body } = await post(api, { ...written, reportType: '', severity: '' });
    expect(status).toBe(400);
    expect(getText(getPostForm(body))).toContain('Missing Information Please fill in all required fields.');
    expect(getLinks(getPostForm(body))).toEqual([
      { text: 'Please select the type of issue', href: '#issue-reportType' },
      { text: 'Please select severity level', href: '#issue-severity' },
    ]);
    expect(getText(getPostForm(body))).toContain('waiting for two weeks');
    expect(requests).toEqual([]);
  });

  it('the issue form can be sent without a location [ISSUE-03]', async () => {
    const { api } = await startJsonServer(filed, 201);
    expect((await post(api, { ...written, reporterLocation: '' })).status).toBe(303);
  });

  it('the issue report page offers confirmation by email when no proof of work arrived', async () => {
    const { api } = await startJsonServer({ code: 'PROOF_MISSING', message: 'No proof.' }, 400);
    const { body } = await post(api, written);
    expect(getPostForm(body).querySelector('noscript')).toBeNull();
    expect(getFieldNames(getPostForm(body))).toContain('email');
  });
});

describe('the issue form with scripts', () => {
  it.each(['reportType', 'description', 'severity'])(
    'without %s a destructive toast says that something is missing, and no request is sent [ISSUE-02] [DEC-80]',
    async (name) => {
      const { api, requests } = await startJsonServer(filed, 201);
      fill(api);
      await send({ ...written, [name]: '' });
      expect(await findToastText('alert')).toBe('Missing Information: Please fill in all required fields.');
      expect(requests).toEqual([]);
    },
  );

  it('the submit button says that the report is being sent [ISSUE-07]', async () => {
    fill(() => new Promise(() => undefined));
    await send();
    const button = await screen.findByRole('button', { name: /Submitting Report\.\.\.$/ });
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });

  it('the issue form is idle, then sending, then unchanged after an error or empty after success [ISSUE-08]', async () => {
    const answers = [Response.json({ message: 'No.' }, { status: 409 }), Response.json(filed, { status: 201 })];
    let isAsked = 0;
    let answer: (response: Response) => void = () => undefined;
    fill(() => {
      isAsked += 1;
      return new Promise((resolve) => (answer = resolve));
    });
    await send();
    // A second press during the request sends nothing.
    await userEvent.click(await screen.findByRole('button', { name: /Submitting Report\.\.\.$/ }));
    await vi.waitFor(() => expect(isAsked).toBe(1));
    answer(answers[0]!);
    expect(await findToastText('alert')).toBe('Error: No.');
    expect(description().value).toBe(written.description);
    await submit();
    await vi.waitFor(() => expect(isAsked).toBe(2));
    answer(answers[1]!);
    expect(await findToastText('status')).toContain('Report Submitted');
    expect(description().value).toBe('');
    expect(localStorage.getItem(`draft:issue:${id}`)).toBeNull();
  });

  it('after success, a toast thanks and the receipt replaces the form [ISSUE-09] [DEC-80] [DEC-83]', async () => {
    const { api } = await startJsonServer(filed, 201);
    fill(api);
    await send();
    expect(await findToastText('status')).toBe(
      'Report Submitted: Your report has been submitted and will be investigated. Thank you for helping keep the community safe.',
    );
    expect(filedStore.current()).toEqual([{ kind: 'report', receipt, shownOn: at }]);
    expect(await screen.findByText(receipt.code)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Submit Report' })).toBeDefined();
  });

  it('sending a report invalidates the cached reports [ISSUE-10]', async () => {
    const highRisk = defineQuery('/api/reports', { query: { severity: 'high,critical', limit: 6 } });
    const asked: string[] = [];
    const store = fill((path, init) => {
      asked.push(`${init?.method} ${path}`);
      return Promise.resolve(Response.json(init?.method === 'GET' ? [] : filed));
    });
    await store.load(highRisk);
    store.subscribe(highRisk, () => undefined);
    await send();
    await findToastText('status');
    const reading = 'GET /api/reports?severity=high,critical&limit=6';
    expect(asked).toEqual([reading, 'POST /api/reports', reading]);
  });

  it.each([
    [{ message: 'This provider no longer exists.' }, 'This provider no longer exists.'],
    ['', 'Failed to submit report. Please try again.'],
  ])('a destructive toast says why it failed: %j [ISSUE-11]', async (answer, sentence) => {
    const { api } = await startJsonServer(answer, 404);
    fill(api);
    await send();
    expect(await findToastText('alert')).toBe(`Error: ${sentence}`);
  });
});

it('the issue form does not mention missing fields when only another field is invalid', async () => {
  const submission = await issueForm(id).submit({ ...written, email: 'amina' }, new URL('http://site.example/'), () =>
    Promise.reject(new Error('Nothing should be sent.')),
  );
  expect(submission).toMatchObject({
    status: 'refused',
    refusal: { fields: { email: 'Please enter a valid email address' } },
  });
  expect(submission).not.toHaveProperty('refusal.notice');
});
