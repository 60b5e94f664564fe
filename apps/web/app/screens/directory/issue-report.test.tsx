import { issueReportTypes } from '@hakiki/contract/report-values';
import { screen, waitFor } from '@testing-library/react';
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
const formPath = `/provider/${id}?tab=report`;
const formValues = {
  reportType: 'withdrawal_issues',
  description: 'My withdrawal has been waiting for two weeks.',
  severity: 'High',
  reporterLocation: 'Nairobi',
};
const receipt = aReceipt();
const filedReply = { id: anId(9), ...formValues, status: 'pending', message: 'Thank you.', receipt };

const renderForm = async (path = formPath) =>
  (await openPage({ default: () => <IssueForm providerId={id} /> }, path)).body;
/** Posts the form without scripts to the page's action and returns the resulting page. */
async function postForm(api: Api, posts: Record<string, string>) {
  const runAction = (actionArgs: { request: Request; context: object }) =>
    action({ ...actionArgs, params: { id } } as unknown as Parameters<typeof action>[0]);
  return openPage({ default: () => <IssueForm providerId={id} />, action: runAction }, formPath, {
    api,
    formFields: { form: 'issue', ...posts },
  });
}

/** Renders the form in a browser. */
function renderFormInBrowser(api: Api): QueryStore {
  const store = new QueryStore(api);
  renderInBrowser(<IssueForm providerId={id} />, { at: formPath, store, hasToasts: true });
  return store;
}
const findDescription = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^What happened/ });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit Report' }));

/** Fills the form in and presses the button. */
async function fillAndSubmit(values: typeof formValues = formValues) {
  const selectOption = (name: RegExp, value: string) =>
    userEvent.selectOptions(screen.getByRole('combobox', { name }), value);
  await selectOption(/^What is the issue/, values.reportType);
  await selectOption(/^Severity/, values.severity);
  await userEvent.click(findDescription());
  await userEvent.paste(values.description);
  await submit();
}

describe('the Report Issues tab', () => {
  it('the Report Issues tab shows the form with the name of the provider to anyone [PROV-17] [ROLE-13]', async () => {
    const tab = { default: () => <ReportIssues provider={aProvider({ id })} /> };
    await openPage(tab, formPath);
    await vi.dynamicImportSettled();
    const { body } = await openPage(tab, formPath);
    expect(getText(body)).toMatch(/^Report an issue with Baobab Exchange/);
    expect(getFieldNames(getPostForm(body))).toContain('reportType');
  });

  it('the issue form has four fields, one of them optional [ISSUE-01] [ISSUE-02] [ISSUE-03]', async () => {
    const form = getPostForm(await renderForm());
    const noscriptElement = form.querySelector('noscript')!;
    expect(getFieldNames(noscriptElement)).toEqual(['email']);
    noscriptElement.remove();
    expect(getFieldNames(form)).toEqual(['form', ...Object.keys(formValues)]);
    const required = [...form.querySelectorAll<HTMLInputElement>('[required]')].map(({ name }) => name);
    expect(required).toEqual(['reportType', 'description', 'severity']);
  });

  it('the issue form offers five types and four severities [ISSUE-04] [ISSUE-05] [DEC-27]', async () => {
    const form = getPostForm(await renderForm());
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
    expect(getText(await renderForm())).toContain('False reports may result in account restrictions.');
  });
});

describe('the issue form without scripts', () => {
  it('the issue form sends the provider of the page, whatever the request body says [ISSUE-01] [ROLE-13]', async () => {
    const { api, requests } = await startJsonServer({ ...filedReply, receipt: undefined, mailed: true }, 201);
    const page = await postForm(api, { ...formValues, providerId: anId(6), email: 'amina@example.org' });
    expect(page).toMatchObject({ status: 303, location: `${formPath}&sent=mailed#report-issue` });
    expect(requests.map(({ method, path }) => [method, path])).toEqual([['POST', '/api/reports']]);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      ...formValues,
      providerId: id,
      email: 'amina@example.org',
      language: 'en',
    });
    expect(getText(await renderForm(`${formPath}&sent=mailed`))).toContain('We have emailed you a link');
  });

  it('the issue report page says that the report was sent [ISSUE-09]', async () => {
    const { api } = await startJsonServer(filedReply, 201);
    expect((await postForm(api, formValues)).location).toBe(`${formPath}&sent=yes#report-issue`);
    expect(getText(await renderForm(`${formPath}&sent=yes`))).toContain(
      'Report Submitted Your report has been submitted and will be investigated.',
    );
  });

  it('the issue report page links to each blank field and keeps the other values [ISSUE-02] [DEC-80]', async () => {
    const { api, requests } = await startJsonServer({});
    const { status, body } = await postForm(api, { ...formValues, reportType: '', severity: '' });
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
    const { api } = await startJsonServer(filedReply, 201);
    expect((await postForm(api, { ...formValues, reporterLocation: '' })).status).toBe(303);
  });

  it('the issue report page offers confirmation by email when no proof of work arrived', async () => {
    const { api } = await startJsonServer({ code: 'PROOF_MISSING', message: 'No proof.' }, 400);
    const { body } = await postForm(api, formValues);
    expect(getPostForm(body).querySelector('noscript')).toBeNull();
    expect(getFieldNames(getPostForm(body))).toContain('email');
  });
});

describe('the issue form with scripts', () => {
  it.each(['reportType', 'description', 'severity'])(
    'without %s a destructive toast says that something is missing, and no request is sent [ISSUE-02] [DEC-80]',
    async (name) => {
      const { api, requests } = await startJsonServer(filedReply, 201);
      renderFormInBrowser(api);
      await fillAndSubmit({ ...formValues, [name]: '' });
      expect(await findToastText('alert')).toBe('Missing Information: Please fill in all required fields.');
      expect(requests).toEqual([]);
    },
  );

  it('the submit button says that the report is being sent [ISSUE-07]', async () => {
    renderFormInBrowser(() => new Promise(() => undefined));
    await fillAndSubmit();
    const button = await screen.findByRole('button', { name: /Submitting Report\.\.\.$/ });
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });

  it('the issue form is idle, then sending, then unchanged after an error or empty after success [ISSUE-08]', async () => {
    const answers = [Response.json({ message: 'No.' }, { status: 409 }), Response.json(filedReply, { status: 201 })];
    let requestCount = 0;
    let response: (response: Response) => void = () => undefined;
    renderFormInBrowser(() => {
      requestCount += 1;
      return new Promise((resolve) => (response = resolve));
    });
    await fillAndSubmit();
    // A second press during the request sends nothing.
    await userEvent.click(await screen.findByRole('button', { name: /Submitting Report\.\.\.$/ }));
    await vi.waitFor(() => expect(requestCount).toBe(1));
    response(answers[0]!);
    expect(await findToastText('alert')).toBe('Error: No.');
    expect(findDescription().value).toBe(formValues.description);
    await submit();
    await vi.waitFor(() => expect(requestCount).toBe(2));
    response(answers[1]!);
    expect(await findToastText('status')).toContain('Report Submitted');
    expect(findDescription().value).toBe('');
    expect(localStorage.getItem(`draft:issue:${id}`)).toBeNull();
  });

  it('after success, a toast thanks and the receipt replaces the form [ISSUE-09] [DEC-80] [DEC-83]', async () => {
    const { api } = await startJsonServer(filedReply, 201);
    renderFormInBrowser(api);
    await fillAndSubmit();
    expect(await findToastText('status')).toBe(
      'Report Submitted: Your report has been submitted and will be investigated. Thank you for helping keep the community safe.',
    );
    const confirmedOn = expect.any(String) as string;
    expect(filedStore.current()).toEqual([{ kind: 'report', receipt, shownOn: formPath, confirmedOn }]);
    await waitFor(() => expect(document.body.textContent).toContain(receipt.code));
    expect(screen.getByRole('button', { name: 'Submit Report' })).toBeDefined();
  });

  it('sending a report invalidates the cached reports [ISSUE-10]', async () => {
    const highRisk = defineQuery('/api/reports', { query: { severity: 'high,critical', limit: 6 } });
    const requests: string[] = [];
    const store = renderFormInBrowser((path, init) => {
      requests.push(`${init?.method} ${path}`);
      return Promise.resolve(Response.json(init?.method === 'GET' ? [] : filedReply));
    });
    await store.load(highRisk);
    store.subscribe(highRisk, () => undefined);
    await fillAndSubmit();
    await findToastText('status');
    const reloadRequest = 'GET /api/reports?severity=high,critical&limit=6';
    expect(requests).toEqual([reloadRequest, 'POST /api/reports', reloadRequest]);
  });

  it.each([
    [{ message: 'This provider no longer exists.' }, 'This provider no longer exists.'],
    ['', 'Failed to submit report. Please try again.'],
  ])('a destructive toast says why it failed: %j [ISSUE-11]', async (response, sentence) => {
    const { api } = await startJsonServer(response, 404);
    renderFormInBrowser(api);
    await fillAndSubmit();
    expect(await findToastText('alert')).toBe(`Error: ${sentence}`);
  });
});

it('the issue form does not mention missing fields when only another field is invalid', async () => {
  const submission = await issueForm(id).submit(
    { ...formValues, email: 'amina' },
    new URL('http://site.example/'),
    () => Promise.reject(new Error('Nothing should be sent.')),
  );
  expect(submission).toMatchObject({
    status: 'refused',
    refusal: { fields: { email: 'Please enter a valid email address' } },
  });
  expect(submission).not.toHaveProperty('refusal.notice');
});
