import { alertTypes } from '@hakiki/contract/alert-values';
import { describe, expect, it, vi } from 'vitest';
import { startFakeServer, startJsonServer, createFakeApi, pagedResponse } from '../../../test/fake-api.ts';
import { getLastToast, renderHookOnPage, stubStorage } from '../../../test/hook-page.tsx';
import { anId, aProvider, aReceipt } from '../../../test/factories.ts';
import { openPage } from '../../../test/page.tsx';
import {
  getFieldErrors,
  getFieldNames,
  getPostForm,
  getLinks,
  getOptions,
  getText,
  getCheckedValues,
  getAttributeValues,
} from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderOnServer } from '../../../test/render.tsx';
import type { Api } from '../../lib/api/api.ts';
import { findDraft, saveDraft } from '../../lib/forms/draft.ts';
import { filedStore } from '../../lib/filings/filed-notices.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { prefetch, hydrateStore } from '../../lib/api/use-query.ts';
import { Suggestions, suggestionsQuery } from './provider-name.tsx';
import * as screen from './report-scam.tsx';

const requiredValues = {
  title: 'Double your coins in a day',
  alertType: 'ponzi_scheme',
  severity: 'High',
  description: 'They promised to double my coins in a day and then blocked me on every channel.',
  affectedCountries: 'kenya,south africa',
};
const optionalValues = {
  affectedProvider: 'Kwetu Coins',
  amountLost: 'my goat, and R5 000',
  contactEmail: 'Amina@Example.org',
  contactPhone: '+254 700 000000',
  evidenceDescription: 'Screenshots of the chat.',
  additionalDetails: 'They called at night.',
};
const receipt = aReceipt();
const filedReply = { id: anId(), status: 'pending', message: 'Thank you.', receipt };

const postForm = (api: Api, posts: Record<string, string>, path = '/report-scam') =>
  openPage(screen, path, { api, formFields: { form: 'scam', ...posts } });
const renderPage = async (path = '/report-scam') => (await openPage(screen, path)).body;

/** The checkboxes or radio buttons of a question with their labels. */
const listChoices = (body: HTMLElement, name: string) =>
  [...body.querySelectorAll<HTMLInputElement>(`label > input[name="${name}"]`)].map(({ value, parentElement }) => [
    value,
    getText(parentElement!),
  ]);

describe('the scam report page', () => {
  it('the scam form asks for the scam and has optional fields [SCAM-01] [SCAM-02] [SCAM-17] [ROUTE-20] [REAL-14]', async () => {
    const body = await renderPage();
    const form = getPostForm(body);
    expect(getText(body)).toMatch(/^Report a Scam /);
    expect(new Set(getFieldNames(form))).toEqual(
      new Set(['form', 'amountMoney', ...Object.keys({ ...requiredValues, ...optionalValues })]),
    );
    for (const name of Object.keys(optionalValues)) {
      const control = form.querySelector<HTMLInputElement>(`:is(input, textarea)[name="${name}"]`);
      expect(control?.required, name).toBe(false);
    }
  });

  it('the scam report page leads someone who has just lost money to the first hour, before the form [HOUR-01]', async () => {
    const body = await renderPage();
    const [link] = body.querySelectorAll('a[href="/first-hour"]');
    expect(getText(link!)).toContain('Lost money');
    expect(link!.compareDocumentPosition(getPostForm(body)) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('the scam form has the country of the first-hour guide ticked, and its money chosen [HOUR-06] [SCAM-09]', async () => {
    const form = getPostForm(await renderPage('/report-scam?country=nigeria'));
    const ticked = [...form.querySelectorAll<HTMLInputElement>('[name=affectedCountries]:checked')];
    expect(ticked.map(({ value }) => value)).toEqual(['nigeria']);
    expect(form.querySelector('[name=amountMoney] option[selected]')?.getAttribute('value')).toBe('nigeria');
  });

  it('the scam form offers eight types of scam [SCAM-03]', async () => {
    const options = getOptions(getPostForm(await renderPage()), 'alertType');
    expect(options.map(([value]) => value)).toEqual(['', ...alertTypes]);
    expect(alertTypes).toEqual([
      'ponzi_scheme',
      'fake_platform',
      'phishing',
      'rug_pull',
      'exchange_hack',
      'wallet_compromise',
      'fraud',
      'scam',
    ]);
  });

  it('the scam form explains the four severities by the harm done [SCAM-04] [SCAM-05] [SCAM-06] [SCAM-07] [SCAM-08] [DEC-24]', async () => {
    const body = await renderPage();
    expect(listChoices(body, 'severity')).toEqual([
      ['Low', 'Low Loss under $1,000'],
      ['Medium', 'Medium Loss of $1,000-$10,000'],
      ['High', 'High Loss over $10,000 or multiple people'],
      ['Critical', 'Critical A widespread scam with many victims'],
    ]);
    expect(getCheckedValues(getPostForm(body))).toEqual([]);
  });

  it('the scam form offers twelve countries, then all others of Africa, then Other, with lowercase values [SCAM-09] [SCAM-10] [DEC-87]', async () => {
    const checkboxes = listChoices(await renderPage(), 'affectedCountries');
    const names =
      'Nigeria, South Africa, Kenya, Ghana, Uganda, Tanzania, Zimbabwe, Botswana, Zambia, Rwanda, Malawi, Mozambique';
    const first = checkboxes.slice(0, 12);
    expect(first.map(([, text]) => text).join(', ')).toBe(names);
    expect(first.map(([value]) => value).join(', ')).toBe(names.toLowerCase());
    expect(checkboxes[12]).toEqual(['algeria', 'Algeria']);
    expect(checkboxes.at(-1)).toEqual(['other', 'Other']);
    expect(checkboxes).toHaveLength(54 + 1);
  });

  it('the scam report page says who sees the report, that contact data is encrypted, and how long it takes [SCAM-21]', async () => {
    const text = getText(await renderPage());
    expect(text).toContain('Your email and phone number are encrypted and kept private.');
    expect(text).toContain('Only our team: the amount, your evidence and your other details.');
    expect(text).toContain('Our team verifies your report, typically within 24-48 hours.');
  });
});

describe('the scam form without scripts', () => {
  it.each([
    ['title', 'Too short', 'Title must be at least 10 characters'],
    ['alertType', '', 'Please select a scam type'],
    ['severity', '', 'Please select severity level'],
    ['description', 'They took my money.', 'Description must be at least 50 characters'],
    ['affectedCountries', '', 'Please specify at least one country'],
    ['contactEmail', 'amina@', 'Please enter a valid email address'],
  ])(
    'the scam form rejects %s as “%s”: %s [SCAM-11] [SCAM-12] [SCAM-13] [SCAM-14] [SCAM-15] [SCAM-16] [DEC-82]',
    async (name, value, sentence) => {
      const { api, requests } = await startJsonServer({});
      const { status, body } = await postForm(api, { ...requiredValues, [name]: value });
      expect(status).toBe(400);
      expect(getFieldErrors(body)).toEqual([sentence]);
      expect(getLinks(getPostForm(body))).toContainEqual({ text: sentence, href: `#scam-${name}` });
      expect(requests).toEqual([]);
    },
  );

  it.each([
    ['title', 201, 'Too long: at most 200 characters, and you wrote 201'],
    ['description', 5120, 'Too long: at most 5,000 characters, and you wrote 5,120'],
    ['contactEmail', 300, 'Too long: at most 254 characters, and you wrote 300'],
    ['additionalDetails', 5001, 'Too long: at most 5,000 characters, and you wrote 5,001'],
  ])(
    'the scam form says that %s with %i characters is too long, cuts nothing and sends nothing [WARN-15]',
    async (name, length, sentence) => {
      const { api, requests } = await startJsonServer({});
      const typedValue = 'x'.repeat(length);
      const { status, body } = await postForm(api, { ...requiredValues, [name]: typedValue });
      expect([status, getFieldErrors(body), requests]).toEqual([400, [sentence], []]);
      expect([...new FormData(getPostForm(body))]).toContainEqual([name, typedValue]);
      expect(getAttributeValues(getPostForm(body), 'maxlength')).toEqual([]);
    },
  );

  it('the scam form lists its errors in the order of its fields [DEC-82]', async () => {
    const { api } = await startJsonServer({});
    const { body } = await postForm(api, { contactEmail: 'amina@', additionalDetails: 'x'.repeat(5001) });
    const form = getPostForm(body);
    const listed = getLinks(form).flatMap(({ href }) => (href?.startsWith('#scam-') ? [href.slice(6)] : []));
    expect(listed).toHaveLength(7);
    expect([...new Set(getFieldNames(form))].filter((name) => listed.includes(name))).toEqual(listed);
  });

  it('the scam form keeps everything that was typed and ticked after an error', async () => {
    const { api } = await startJsonServer({});
    const { body } = await postForm(api, { ...requiredValues, ...optionalValues, title: 'Short' });
    const form = getPostForm(body);
    const typedValue = new FormData(form);
    expect(typedValue.getAll('affectedCountries')).toEqual(['south africa', 'kenya']);
    expect(Object.fromEntries(typedValue)).toMatchObject({
      ...requiredValues,
      ...optionalValues,
      title: 'Short',
      affectedCountries: 'kenya',
    });
    expect(getText(form)).toContain('Characters still needed: 5.');
  });

  it('the scam form sends every field, and any text as the amount [SCAM-10] [SCAM-17] [REAL-14] [DEC-18] [DEC-24]', async () => {
    const { api, requests } = await startJsonServer(filedReply, 201);
    await postForm(api, { ...requiredValues, ...optionalValues });
    expect(requests.map(({ method, path }) => [method, path])).toEqual([['POST', '/api/fraud-alerts']]);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      ...requiredValues,
      affectedCountries: ['kenya', 'south africa'],
      ...optionalValues,
      contactEmail: 'amina@example.org',
      language: 'en',
    });
  });

  it.each([
    ['450 000', 'nigeria', 'NGN 450 000'],
    ['5000', 'south africa', 'ZAR 5000'],
    ['200', 'dollars', 'USD 200'],
    ['200 USDT', 'nigeria', '200 USDT'],
    ['my goat', 'nigeria', 'my goat'],
    ['5000', '', '5000'],
  ])('the amount %j in the money of %j is sent as %j [DEC-98] [DEC-24]', async (amountLost, amountMoney, sent) => {
    const { api, requests } = await startJsonServer(filedReply, 201);
    await postForm(api, { ...requiredValues, amountLost, amountMoney });
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ amountLost: sent });
    expect(requests[0]?.body).not.toContain('amountMoney');
  });

  it('without scripts the severities also stand in the money of African countries, with the day of the rates [DEC-98]', async () => {
    const limits = (await renderPage()).querySelector<HTMLElement>('details.without-scripts')!;
    expect(getText(limits)).toContain('Nigeria: Low under about ₦1,400,000; High over about ₦14,000,000');
    expect(getText(limits)).toContain('FCFA: Low under about 580,000 FCFA');
    expect(getText(limits)).toContain('at the rates of Jul 24, 2026 (ExchangeRate-API, open.er-api.com).');
  });

  it('says before anything is typed that an email is needed where scripts are off [DEC-91]', async () => {
    const form = getPostForm(await renderPage());
    const note = form.querySelector('.without-scripts')!;
    expect(getText(note as HTMLElement)).toMatch(/^JavaScript is off, so we need your email /);
    const title = form.querySelector('[name=title]')!;
    expect(note.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    // 'Your email' alone where scripts are off.
    expect(getText(form.querySelector<HTMLElement>('label[for=scam-contactEmail] .needs-scripts')!)).toBe('(optional)');
  });

  it('an anonymous report without a proof of work comes back with a link to the email field in a focused summary [DEC-91]', async () => {
    const refusal = { code: 'PROOF_MISSING', message: 'No proof.' };
    const { api } = await startJsonServer(refusal, 400);
    const { status, body } = await postForm(api, requiredValues);
    expect(status).toBe(400);
    const summary = body.querySelector<HTMLElement>('[data-error-summary]')!;
    expect(summary.hasAttribute('autofocus')).toBe(true);
    expect(getLinks(summary)).toEqual([{ text: 'Enter your email, or log in first', href: '#scam-contactEmail' }]);
    expect(new FormData(getPostForm(body)).get('title')).toBe(requiredValues.title);
  });

  it('anyone can send the form without the optional fields [SCAM-17] [DEC-18]', async () => {
    const { api, requests } = await startJsonServer(filedReply, 201);
    const blankValues = Object.fromEntries(Object.keys(optionalValues).map((name) => [name, '']));
    expect((await postForm(api, { ...requiredValues, ...blankValues })).status).toBe(303);
    expect(requests).toHaveLength(1);
  });

  it('the scam form redirects a signed-in member to the dashboard, or says that a link was emailed [SCAM-19] [DEC-18] [WARN-12]', async () => {
    const { api } = await startJsonServer(filedReply, 201);
    expect((await postForm(api, requiredValues)).location).toBe('/dashboard?sent=yes');
    const mailed = await startJsonServer({ id: anId(), status: 'pending', message: 'Mailed.', mailed: true }, 201);
    const { location } = await postForm(mailed.api, { ...requiredValues, ...optionalValues });
    expect(location).toBe('/report-scam?sent=mailed#sent');
    const noticeText = getText(await renderPage(location!));
    expect(noticeText).toContain('We have emailed you a link Please open it within 24 hours.');
    expect(noticeText).toContain('Our team verifies your report, typically within 24-48 hours.');
    expect(noticeText).toContain('it becomes a public alert that warns others.');
  });

  it('the scam form says why it failed, with the server’s message or its own [SCAM-20]', async () => {
    const { api } = await startJsonServer({ message: 'Too many requests. Please wait a moment.' }, 429);
    expect(getText((await postForm(api, requiredValues)).body)).toContain(
      'Submission Failed Too many requests. Please wait a moment.',
    );
    const { api: brokenApi } = await startFakeServer((response) => response.destroy());
    expect(getText((await postForm(brokenApi, requiredValues)).body)).toContain(
      'Submission Failed Failed to submit report. Please try again.',
    );
  });

  it('the French form sends the language to the server', async () => {
    setTestLanguage('fr');
    const { api, requests } = await startJsonServer(filedReply, 201);
    expect((await postForm(api, requiredValues, '/fr/report-scam')).location).toBe('/fr/dashboard?sent=yes');
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ language: 'fr' });
  });
});

/** An API stub for a visitor who is not signed in. */
const visitorApi: Api = (path) =>
  Promise.resolve(
    path === '/api/auth/user' ? Response.json({}, { status: 401 }) : Response.json(filedReply, { status: 201 }),
  );

/** Renders the form in a browser with scripts. */
const renderForm = (api: Api) =>
  renderHookOnPage((navigate) => screen.useScamReport([], () => undefined, navigate), { api, url: '/report-scam' });

describe('the scam form with scripts', () => {
  it('the scam form thanks, stores the receipt and goes to the dashboard [SCAM-18] [SCAM-19] [DEC-83]', async () => {
    stubStorage();
    const { api } = await startJsonServer(filedReply, 201);
    const { result, visited } = renderForm(api);
    result.state.send(requiredValues);
    await vi.waitFor(() => expect(visited).toEqual(['/dashboard']));
    expect(getLastToast()).toMatchObject({
      title: 'Report Submitted Successfully',
      description: 'Your report will be verified by our team, typically within 24-48 hours.',
      isDestructive: false,
    });
    expect(filedStore.current()).toEqual([{ kind: 'alert', receipt, confirmedOn: '/report-scam' }]);
  });

  it('the scam form redirects a visitor, who has no dashboard, to the confirmation, with the receipt in no URL [SCAM-18] [SCAM-19] [DEC-18] [WARN-12]', async () => {
    stubStorage();
    const { result, visited } = renderForm(visitorApi);
    result.state.send(requiredValues);
    await vi.waitFor(() => expect(visited).toEqual(['/follow']));
    expect(getLastToast()?.title).toBe('Report Submitted Successfully');
    expect(filedStore.current()).toEqual([{ kind: 'alert', receipt, confirmedOn: '/report-scam' }]);
  });

  it('the scam form shows a toast with the reason of a failure and stays on the page [SCAM-20]', async () => {
    stubStorage();
    const { api } = await startJsonServer('', 500);
    const { result, visited } = renderForm(api);
    result.state.send(requiredValues);
    await vi.waitFor(() =>
      expect(getLastToast()).toMatchObject({
        title: 'Submission Failed',
        description: 'Failed to submit report. Please try again.',
        isDestructive: true,
      }),
    );
    expect(visited).toEqual([]);
  });

  it('the scam form sends the same idempotency key with every retry, and deletes the draft after success', async () => {
    stubStorage();
    saveDraft('scam', { values: requiredValues, key: 'a key of sixteen characters' });
    let attemptCount = 0;
    const { api, requests } = await startFakeServer((response) => {
      attemptCount += 1;
      response.writeHead(attemptCount === 1 ? 500 : 201).end(JSON.stringify(attemptCount === 1 ? {} : filedReply));
    });
    const { result, visited } = renderForm(api);
    result.state.send(requiredValues);
    await vi.waitFor(() => expect(getLastToast()?.title).toBe('Submission Failed'));
    result.state.send(requiredValues);
    await vi.waitFor(() => expect(visited).toEqual(['/dashboard']));
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[\da-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(findDraft('scam')).toBeUndefined();
  });

  it('the scam form uses a new idempotency key when the first belongs to other content', async () => {
    stubStorage();
    const { api, requests } = await startJsonServer({ code: 'KEY_REUSED', message: 'Other content.' }, 409);
    const { result } = renderForm(api);
    result.state.send(requiredValues);
    await vi.waitFor(() => expect(getLastToast()?.title).toBe('Submission Failed'));
    result.state.send(requiredValues);
    await vi.waitFor(() => expect(requests).toHaveLength(2));
    const [firstKey, secondKey] = requests.map(({ headers }) => headers['idempotency-key']);
    expect(secondKey).not.toBe(firstKey);
  });

  it('the confirmation does not wait for the files, and names them as pending [DEC-89] [WARN-12]', async () => {
    stubStorage();
    const { api } = await startJsonServer(filedReply, 201);
    const files = [new File(['x'], 'chat.pdf')];
    const { result, visited } = renderHookOnPage((navigate) => screen.useScamReport(files, () => undefined, navigate), {
      api,
      url: '/report-scam',
    });
    result.state.send(requiredValues);
    await vi.waitFor(() => expect(visited).toEqual(['/dashboard']));
    expect(filedStore.current()).toEqual([
      { kind: 'alert', receipt, confirmedOn: '/report-scam', pendingFiles: ['chat.pdf'] },
    ]);
  });

  it('the scam form says so when there is no connection and the device cannot store a draft', async () => {
    stubStorage();
    const { result, visited } = renderForm(() => Promise.reject(new TypeError('Failed to fetch')));
    result.state.send(requiredValues);
    await vi.waitFor(() => expect(getLastToast()).toMatchObject({ title: 'Submission Failed', isDestructive: true }));
    expect([visited, filedStore.current()]).toEqual([[], []]);
  });

  it('the scam form asks the visitor to open an emailed link when no proof of work was possible', async () => {
    stubStorage();
    const { api } = await startJsonServer({ id: anId(), status: 'pending', message: 'Mailed.', mailed: true }, 201);
    const { result, visited } = renderForm(api);
    result.state.send({ ...requiredValues, ...optionalValues });
    await vi.waitFor(() =>
      expect(filedStore.current()).toEqual([{ kind: 'alert', receipt: undefined, confirmedOn: '/report-scam' }]),
    );
    expect([visited, getLastToast()]).toEqual([[], undefined]);
  });

  it('sending a report invalidates the list of own reports [DEC-67]', async () => {
    stubStorage();
    const myReports = defineQuery('/api/fraud-alerts/my-reports');
    const requests: string[] = [];
    const api: Api = (path, init) => {
      requests.push(`${init?.method} ${path}`);
      return Promise.resolve(Response.json(path.endsWith('my-reports') ? [] : filedReply));
    };
    const { result, store, visited } = renderForm(api);
    await store.load(myReports);
    store.subscribe(myReports, () => undefined);
    result.state.send(requiredValues);
    await vi.waitFor(() => expect(visited).toEqual(['/dashboard']));
    expect(requests.filter((call) => !call.endsWith('/api/auth/user'))).toEqual([
      'GET /api/fraud-alerts/my-reports',
      'POST /api/fraud-alerts',
      'GET /api/fraud-alerts/my-reports',
    ]);
  });
});

describe('the field for the provider’s name', () => {
  const renderSuggestions = async (typedValue: string) => {
    const { api } = createFakeApi({ [`/api/providers?search=${typedValue}&limit=5`]: pagedResponse([aProvider()]) });
    const { context } = createServerContext(api);
    const store = new QueryStore(api);
    hydrateStore(store, await prefetch(context, [suggestionsQuery(typedValue)]));
    return renderOnServer(<Suggestions typed={typedValue} />, { store });
  };

  it('the field accepts any text and suggests public providers from two characters on [DEC-25]', async () => {
    const body = await renderSuggestions('bao');
    expect([...body.querySelectorAll('option')].map(getText)).toEqual(['Baobab Exchange']);
    expect((await renderSuggestions('b')).querySelector('option')).toBeNull();
    const field = (await renderPage()).querySelector('input[name="affectedProvider"]')!;
    expect(field.getAttribute('list')).toBe(body.querySelector('datalist')!.id);
  });

  it('the field is sent as it was typed [DEC-25]', async () => {
    const { api, requests } = await startJsonServer(filedReply, 201);
    await postForm(api, { ...requiredValues, affectedProvider: 'Nobody Knows Ltd' });
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ affectedProvider: 'Nobody Knows Ltd' });
  });
});
