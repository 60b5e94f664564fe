import { relationships, submissionTypes } from '@hakiki/contract/submission-values';
import { describe, expect, it, vi } from 'vitest';
import { startFakeServer, startJsonServer } from '../../../test/fake-api.ts';
import { getLastToast, renderHookOnPage, stubStorage } from '../../../test/hook-page.tsx';
import { anId, aReceipt } from '../../../test/factories.ts';
import { openPage } from '../../../test/page.tsx';
import {
  getFieldErrors,
  getFieldNames,
  getPostForm,
  getLinks,
  getOptions,
  getText,
} from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import type { Api } from '../../lib/api/api.ts';
import { filedStore } from '../../lib/filings/filed-notices.ts';
import * as screen from './submit-provider.tsx';

const formValues = {
  name: 'Kwetu Coins',
  type: 'Exchange',
  description:
    'An exchange for small amounts, paid by mobile money. It has an office in the city and answers by phone.',
  website: 'https://kwetu.example',
  countries: 'kenya,ivory coast',
  established: '2019',
  licenseInfo: 'Markets Authority, L-12345',
  contactEmail: 'Hello@Kwetu.example',
  contactPhone: '+254 700 000000',
  submitterName: 'Amina',
  submitterEmail: 'amina@example.org',
  relationship: 'customer',
  additionalInfo: 'I use it every week.',
  agreeToTerms: 'true',
};
const receipt = aReceipt();
const filedReply = {
  id: anId(),
  name: 'Kwetu Coins',
  verificationStatus: 'Pending',
  riskScore: 'Medium',
  reviewState: 'pending',
  message: 'Thank you.',
  receipt,
};

const postForm = (api: Api, posts: Record<string, string>, path = '/submit-provider') =>
  openPage(screen, path, { api, formFields: { form: 'submission', ...posts } });
const renderPage = async (path = '/submit-provider') => (await openPage(screen, path)).body;
const withoutField = (name: keyof typeof formValues) => {
  const { [name]: _, ...rest } = formValues;
  return rest;
};

const listOptionValues = (body: HTMLElement, name: string) => getOptions(body, name).flatMap(([value]) => value || []);

describe('the page to submit a provider', () => {
  it('the provider form asks for the provider, its contact details, and the submitter [SUBMIT-01] [ROUTE-21] [DEC-18]', async () => {
    const body = await renderPage();
    expect(getText(body)).toMatch(/^Submit a Provider /);
    expect(new Set(getFieldNames(getPostForm(body)))).toEqual(new Set(['form', ...Object.keys(formValues)]));
    const form = getPostForm(body);
    const labels = [...form.querySelectorAll('label')].filter((label) => !label.querySelector('[name=countries]'));
    expect([...form.querySelectorAll('legend'), ...labels].map(getText)).toEqual([
      'Countries',
      'Provider name',
      'Provider type',
      'Description',
      'Website (optional)',
      'Contact email of the provider',
      'Year established (optional)',
      'Licence information (optional)',
      'Contact phone of the provider (optional)',
      'Your name',
      'Your email',
      'Your relationship to the provider',
      'Anything else (optional)',
      'I agree to the terms and confirm that what I wrote is true as far as I know.',
      'Don’t save my answers on this phone',
    ]);
  });

  it('on a phone the optional questions about the provider are collapsed, except after an error [SUBMIT-01] [SUBMIT-13]', async () => {
    const getOptional = (body: HTMLElement) =>
      getPostForm(body).querySelector('[name="established"]')!.closest('details')!;
    const fold = getOptional(await renderPage());
    expect([fold.open, getText(fold.querySelector('summary')!)]).toEqual([false, 'More about the provider (optional)']);
    expect([...fold.querySelectorAll('input')].map(({ name }) => name)).toEqual([
      'established',
      'licenseInfo',
      'contactPhone',
    ]);
    const { api } = await startJsonServer({});
    const { body } = await postForm(api, { ...formValues, established: '1989' });
    expect(getOptional(body).open).toBe(true);
  });

  it('a text that was searched for, and is no name, is the beginning of the description [WARN-09]', async () => {
    const getDescription = (body: HTMLElement) =>
      body.querySelector<HTMLTextAreaElement>('textarea[name="description"]')!.value;
    expect(getDescription(await renderPage('/submit-provider?search=%2B254+712+345+678'))).toBe('+254 712 345 678');
    expect(getDescription(await renderPage('/submit-provider?provider=Zebra'))).toBe('');
  });

  it('the provider form offers eight types and six relationships [SUBMIT-03] [SUBMIT-04]', async () => {
    const body = await renderPage();
    expect(listOptionValues(body, 'type')).toEqual([...submissionTypes]);
    expect(submissionTypes.join(', ')).toBe(
      'Exchange, Broker, Wallet, OTC Desk, Payment Processor, Mining Pool, DeFi Platform, Other',
    );
    expect(listOptionValues(body, 'relationship')).toEqual([...relationships]);
    expect(relationships.join(', ')).toBe('owner, employee, partner, customer, community, other');
  });

  it('the provider form offers twenty countries, then all others of Africa, then Other [SUBMIT-05] [DEC-87]', async () => {
    const checkboxes = [...(await renderPage()).querySelectorAll<HTMLInputElement>('input[name="countries"]')];
    const values = checkboxes.map(({ value }) => value);
    expect(values).toHaveLength(54 + 1);
    expect([values[20], values.at(-1)]).toEqual(['angola', 'other']);
    expect(values.slice(0, 20).join(', ')).toBe(
      'nigeria, south africa, kenya, ghana, uganda, tanzania, zimbabwe, botswana, zambia, rwanda, malawi, mozambique, ' +
        'ethiopia, egypt, morocco, tunisia, algeria, senegal, ivory coast, cameroon',
    );
  });

  it('the submit-provider page says who sees the data and how long it takes [SUBMIT-22]', async () => {
    const text = getText(await renderPage());
    expect(text).toContain('All names, email addresses and phone numbers are encrypted and kept private.');
    expect(text).toContain('Our team reviews your submission within 3-5 business days.');
  });
});

describe('the provider form without scripts', () => {
  it('the provider form sends every field in the format of the contract [SUBMIT-01] [SUBMIT-02] [SUBMIT-06] [SUBMIT-07] [SUBMIT-18] [DEC-18]', async () => {
    const { api, requests } = await startJsonServer(filedReply, 201);
    await postForm(api, formValues);
    expect(requests.map(({ method, path }) => [method, path])).toEqual([['POST', '/api/providers']]);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      ...formValues,
      countries: ['kenya', 'ivory coast'],
      established: 2019,
      contactEmail: 'hello@kwetu.example',
      agreeToTerms: true,
      verificationStatus: 'Pending',
      riskScore: 'Medium',
      language: 'en',
    });
  });

  const year = new Date().getUTCFullYear();
  it.each([
    ['name', 'K', 'Provider name must be at least 2 characters'],
    ['type', '', 'Please select a provider type'],
    ['description', 'An exchange.', 'Description must be at least 100 characters'],
    ['website', 'kwetu', 'Please enter a valid URL'],
    ['countries', '', 'Please specify at least one country'],
    ['established', '1989', `Year must be between 1990 and ${year}`],
    ['established', String(year + 1), `Year must be between 1990 and ${year}`],
    ['contactEmail', '', 'Please enter a valid email address'],
    ['contactEmail', 'hello@', 'Please enter a valid email address'],
    ['submitterName', 'A', 'Your name must be at least 2 characters'],
    ['submitterEmail', 'amina', 'Please enter a valid email address'],
    ['relationship', '', 'Please select your relationship to the provider'],
  ])(
    'the provider form rejects %s as “%s”: %s [SUBMIT-08] [SUBMIT-09] [SUBMIT-10] [SUBMIT-11] [SUBMIT-12] [SUBMIT-13] [SUBMIT-14] [SUBMIT-15] [SUBMIT-16] [SUBMIT-17] [DEC-82]',
    async (name, value, sentence) => {
      const { api, requests } = await startJsonServer({});
      const { status, body } = await postForm(api, { ...formValues, [name]: value });
      expect(status).toBe(400);
      expect(getFieldErrors(body)).toEqual([sentence]);
      expect(getLinks(getPostForm(body))).toContainEqual({ text: sentence, href: `#submission-${name}` });
      expect(requests).toEqual([]);
    },
  );

  it('the provider form requires the checkbox and keeps it ticked [SUBMIT-18]', async () => {
    const { api, requests } = await startJsonServer({});
    const rejectedPage = await postForm(api, withoutField('agreeToTerms'));
    expect(getFieldErrors(rejectedPage.body)).toEqual(['You must agree to the terms']);
    expect(requests).toEqual([]);
    const otherErrorPage = await postForm(api, { ...formValues, name: 'K' });
    expect(otherErrorPage.body.querySelector<HTMLInputElement>('input[name="agreeToTerms"]')?.checked).toBe(true);
  });

  it('the provider form accepts an empty website and year [SUBMIT-11] [SUBMIT-13]', async () => {
    const { api, requests } = await startJsonServer(filedReply, 201);
    expect((await postForm(api, { ...formValues, website: '', established: '' })).status).toBe(303);
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ website: '', established: null });
  });

  it('the submit-provider page says what the next step is', async () => {
    const { api } = await startJsonServer(filedReply, 201);
    const postedPage = await postForm(api, formValues);
    expect(postedPage.location).toBe('/submit-provider?sent=yes');
    expect(getText(await renderPage(postedPage.location!))).toContain(
      'Provider Submitted Successfully Your submission will be reviewed within 3-5 business days.',
    );
    const mailed = await startJsonServer({ ...filedReply, receipt: undefined, mailed: true }, 201);
    expect((await postForm(mailed.api, formValues)).location).toBe('/submit-provider?sent=mailed');
  });

  it('the provider form says why it failed, with the server’s message or its own [SUBMIT-21]', async () => {
    const { api } = await startJsonServer({ message: 'Too many requests. Please wait a moment.' }, 429);
    expect(getText((await postForm(api, formValues)).body)).toContain(
      'Submission Failed Too many requests. Please wait a moment.',
    );
    const { api: brokenApi } = await startFakeServer((response) => response.destroy());
    expect(getText((await postForm(brokenApi, formValues)).body)).toContain(
      'Submission Failed Failed to submit provider. Please try again.',
    );
  });

  it('the provider form is in French under /fr', async () => {
    setTestLanguage('fr');
    const { api } = await startJsonServer({});
    const { body } = await postForm(api, { ...formValues, established: '1900' }, '/fr/submit-provider');
    expect(getFieldErrors(body)).toEqual([`L’année doit être comprise entre 1990 et ${year}`]);
  });
});

describe('the provider form with scripts', () => {
  const renderForm = (api: Api) => renderHookOnPage(screen.useSubmission, { api, url: '/submit-provider' });

  it('the provider form thanks, stores the receipt and goes to the home page [SUBMIT-19] [SUBMIT-20] [DEC-83]', async () => {
    stubStorage();
    const { api } = await startJsonServer(filedReply, 201);
    const { result, visited } = renderForm(api);
    result.state.send(formValues);
    await vi.waitFor(() => expect(visited).toEqual(['/']));
    expect(getLastToast()).toMatchObject({
      title: 'Provider Submitted Successfully',
      description: 'Your submission will be reviewed within 3-5 business days.',
      isDestructive: false,
    });
    expect(filedStore.current()).toEqual([{ kind: 'submission', receipt, confirmedOn: '/submit-provider' }]);
  });

  it('the provider form shows a toast with the reason of a failure and stays on the page [SUBMIT-21]', async () => {
    stubStorage();
    const { api } = await startJsonServer('', 500);
    const { result, visited } = renderForm(api);
    result.state.send(formValues);
    await vi.waitFor(() =>
      expect(getLastToast()).toMatchObject({
        title: 'Submission Failed',
        description: 'Failed to submit provider. Please try again.',
        isDestructive: true,
      }),
    );
    expect(visited).toEqual([]);
  });
});
