import { issueReportTypes } from '@hakiki/contract/report-values';
import { describe, expect, it, vi } from 'vitest';
import { answeringJson, knowing } from '../../../test/answers.ts';
import { lastToast, onPage, useDevice } from '../../../test/browser.tsx';
import { anId, aProvider, aReceipt } from '../../../test/makers.ts';
import { openPage } from '../../../test/page.tsx';
import { attributeOf, elementsOf, linksOf, render, textOf, valuesOf } from '../../../test/render.tsx';
import type { Api } from '../../lib/api/api.ts';
import { saveDraft } from '../../lib/forms/draft.ts';
import { filedStore } from '../../lib/filings/filed.ts';
import { read } from '../../lib/api/reads.ts';
import { issueForm } from './issue-form.ts';
import IssueForm, { IssueReport, useIssueReport } from './issue-report.tsx';
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

const open = async (address = at) => (await openPage({ default: () => <IssueForm providerId={id} /> }, address)).markup;
/** What the page's action makes of a plain post, with the page it answers. */
async function post(api: Api, posts: Record<string, string>) {
  const posted = (given: { request: Request; context: object }) =>
    action({ ...given, params: { id } } as unknown as Parameters<typeof action>[0]);
  return openPage({ default: () => <IssueForm providerId={id} />, action: posted }, at, {
    api,
    posts: { form: 'issue', ...posts },
  });
}
const formOf = (markup: string): string => /<form[^>]*method="post".*?<\/form>/s.exec(markup)?.[0] ?? '';
const optionsOf = (markup: string, name: string) =>
  elementsOf(new RegExp(`<select[^>]* name="${name}".*?</select>`, 's').exec(markup)?.[0] ?? '', 'option').map(
    ({ tag, text }) => [attributeOf(tag, 'value'), text],
  );
const fill = (api: Api) => onPage(() => useIssueReport(id), { api, at });

describe('the Report Issues tab', () => {
  it('holds the form under the name of the provider, for anyone [PROV-17] [ROLE-13]', async () => {
    const tab = { default: () => <ReportIssues provider={aProvider({ id })} /> };
    await openPage(tab, at);
    await vi.dynamicImportSettled();
    const { markup } = await openPage(tab, at);
    expect(textOf(markup)).toMatch(/^Report an issue with Baobab Exchange/);
    expect(valuesOf(formOf(markup), 'name')).toContain('reportType');
  });

  it('asks four things, one of them optional [ISSUE-01] [ISSUE-02] [ISSUE-03]', async () => {
    const form = formOf(await open());
    const [byMail = ''] = /<noscript>.*?<\/noscript>/s.exec(form) ?? [];
    expect(valuesOf(form.replace(byMail, ''), 'name')).toEqual(['form', ...Object.keys(written)]);
    expect(valuesOf(byMail, 'name')).toEqual(['email']);
    const required = Object.keys(written).filter((name) =>
      new RegExp(`<(?:input|select|textarea)[^>]* name="${name}"[^>]*>`).exec(form)?.[0].includes('required=""'),
    );
    expect(required).toEqual(['reportType', 'description', 'severity']);
  });

  it('offers five types and four severities [ISSUE-04] [ISSUE-05] [DEC-27]', async () => {
    const form = formOf(await open());
    expect(optionsOf(form, 'reportType').slice(1)).toEqual([
      ['wallet_security', 'Wallet security'],
      ['fund_safety', 'Fund safety'],
      ['scam', 'Scam'],
      ['fraud', 'Fraud'],
      ['withdrawal_issues', 'Withdrawal issues'],
    ]);
    expect(issueReportTypes).toHaveLength(5);
    expect(optionsOf(form, 'severity').map(([value]) => value)).toEqual(['', 'Low', 'Medium', 'High', 'Critical']);
  });

  it('warns of false reports [ISSUE-06]', async () => {
    expect(textOf(await open())).toContain('False reports may result in account restrictions.');
  });
});

describe('the issue form without scripts', () => {
  it('sends the provider of the page, whatever the post says [ISSUE-01] [ROLE-13]', async () => {
    const { api, asked } = await answeringJson({ ...filed, receipt: undefined, mailed: true }, 201);
    const page = await post(api, { ...written, providerId: anId(6), email: 'amina@example.org' });
    expect(page).toMatchObject({ status: 303, location: `${at}&sent=mailed#report-issue` });
    expect(asked.map(({ method, path }) => [method, path])).toEqual([['POST', '/api/reports']]);
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      ...written,
      providerId: id,
      email: 'amina@example.org',
      language: 'en',
    });
    expect(textOf(await open(`${at}&sent=mailed`))).toContain('We have mailed you a link');
  });

  it('says on the page that it was sent [ISSUE-09]', async () => {
    const { api } = await answeringJson(filed, 201);
    expect((await post(api, written)).location).toBe(`${at}&sent=yes#report-issue`);
    expect(textOf(await open(`${at}&sent=yes`))).toContain(
      'Report Submitted Your report has been submitted and will be investigated.',
    );
  });

  it('leads to each field that was left blank and keeps the rest [ISSUE-02] [DEC-80]', async () => {
    const { api, asked } = await answeringJson({});
    const { status, markup } = await post(api, { ...written, reportType: '', severity: '' });
    expect(status).toBe(400);
    expect(textOf(formOf(markup))).toContain('Missing Information Please fill in all required fields.');
    expect(linksOf(formOf(markup))).toEqual([
      { text: 'Please select the type of issue', href: '#issue-reportType' },
      { text: 'Please select severity level', href: '#issue-severity' },
    ]);
    expect(textOf(formOf(markup))).toContain('waiting for two weeks');
    expect(asked).toEqual([]);
  });

  it('is sent without a location [ISSUE-03]', async () => {
    const { api } = await answeringJson(filed, 201);
    expect((await post(api, { ...written, reporterLocation: '' })).status).toBe(303);
  });

  it('offers the way by mail when no proof of work arrived', async () => {
    const { api } = await answeringJson({ code: 'PROOF_MISSING', message: 'No proof.' }, 400);
    const { markup } = await post(api, written);
    expect(formOf(markup)).not.toContain('<noscript>');
    expect(valuesOf(formOf(markup), 'name')).toContain('email');
  });
});

describe('the issue form with scripts', () => {
  it.each(['reportType', 'description', 'severity'])(
    'without %s a destructive toast says that something is missing, and nobody is asked [ISSUE-02] [DEC-80]',
    async (name) => {
      useDevice();
      const { api, asked } = await answeringJson(filed, 201);
      fill(api).hooked.state.send({ ...written, [name]: '' });
      await vi.waitFor(() =>
        expect(lastToast()).toMatchObject({
          title: 'Missing Information',
          description: 'Please fill in all required fields.',
          isDestructive: true,
        }),
      );
      expect(asked).toEqual([]);
    },
  );

  it('says what it does while it is sent [ISSUE-07]', () => {
    const { hooked } = fill(knowing({}).api);
    const button = (isSending: boolean) =>
      elementsOf(render(<IssueReport filing={{ ...hooked, state: { ...hooked.state, isSending } }} />), 'button').at(
        -1,
      );
    expect(button(false)?.text).toBe('Submit Report');
    expect(button(true)?.text).toMatch(/Submitting Report\.\.\.$/);
    expect(button(true)?.tag).toContain('aria-disabled="true"');
  });

  it('is idle, then sending, then empty again after success or as it was after an error [ISSUE-08]', async () => {
    useDevice();
    const answers = [Response.json({ message: 'No.' }, { status: 409 }), Response.json(filed, { status: 201 })];
    let isAsked = 0;
    const api: Api = () => {
      isAsked += 1;
      return Promise.resolve(answers.shift() ?? Response.json({}));
    };
    const { hooked } = fill(api);
    expect(hooked.state.isSending).toBe(false);
    saveDraft(`issue:${id}`, { values: written, key: 'a key of sixteen characters' });
    hooked.state.send(written);
    // A second press while it is under way is not sent.
    hooked.state.send(written);
    await vi.waitFor(() => expect(lastToast()?.title).toBe('Error'));
    expect(isAsked).toBe(1);
    expect(localStorage.getItem(`draft:issue:${id}`)).toContain('two weeks');
    hooked.state.send(written);
    await vi.waitFor(() => expect(lastToast()?.title).toBe('Report Submitted'));
    expect(localStorage.getItem(`draft:issue:${id}`)).toBeNull();
  });

  it('thanks in a toast, stays, and shows the receipt where the form is [ISSUE-09] [DEC-80] [DEC-83]', async () => {
    useDevice();
    const { api } = await answeringJson(filed, 201);
    const { hooked, visited } = fill(api);
    hooked.state.send(written);
    await vi.waitFor(() =>
      expect(lastToast()).toMatchObject({
        title: 'Report Submitted',
        description:
          'Your report has been submitted and will be investigated. Thank you for helping keep the community safe.',
        isDestructive: false,
      }),
    );
    expect(visited).toEqual([]);
    expect(filedStore.current()).toEqual([{ kind: 'report', receipt, shownOn: at }]);
  });

  it('makes what was read of reports old [ISSUE-10]', async () => {
    useDevice();
    const highRisk = read('/api/reports', { query: { severity: 'high,critical', limit: 6 } });
    const asked: string[] = [];
    const api: Api = (path, init) => {
      asked.push(`${init?.method} ${path}`);
      return Promise.resolve(Response.json(init?.method === 'GET' ? [] : filed));
    };
    const { hooked, store } = fill(api);
    await store.load(highRisk);
    store.subscribe(highRisk, () => undefined);
    hooked.state.send(written);
    await vi.waitFor(() => expect(lastToast()?.title).toBe('Report Submitted'));
    const reading = 'GET /api/reports?severity=high,critical&limit=6';
    expect(asked).toEqual([reading, 'POST /api/reports', reading]);
  });

  it.each([
    [{ message: 'This provider no longer exists.' }, 'This provider no longer exists.'],
    ['', 'Failed to submit report. Please try again.'],
  ])('says in a destructive toast why it failed: %j [ISSUE-11]', async (answer, sentence) => {
    useDevice();
    const { api } = await answeringJson(answer, 404);
    fill(api).hooked.state.send(written);
    await vi.waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Error', description: sentence, isDestructive: true }),
    );
  });
});

it('says nothing of a missing field when only another one is wrong', async () => {
  const submission = await issueForm(id).submit({ ...written, email: 'amina' }, new URL('http://site.example/'), () =>
    Promise.reject(new Error('Nothing should be sent.')),
  );
  expect(submission).toMatchObject({
    status: 'refused',
    refusal: { fields: { email: 'Please enter a valid email address' } },
  });
  expect(submission).not.toHaveProperty('refusal.notice');
});
