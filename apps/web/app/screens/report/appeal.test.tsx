import { Appealable } from '@hakiki/contract/appeals';
import { describe, expect, it } from 'vitest';
import { startJsonServer, createFakeApi, pagedResponse } from '../../../test/fake-api.ts';
import { anAlert, anId, aProvider } from '../../../test/factories.ts';
import { openPage } from '../../../test/page.tsx';
import { getFieldNames, getLinks, getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { prefetch, hydrateStore } from '../../lib/api/use-query.ts';
import * as screen from './appeal.tsx';

const id = anId(7);
const address = `/appeal?alert=${id}`;
const makeVerdict = (overrides: Record<string, unknown> = {}) =>
  Appealable.parse({
    subject: 'alert',
    subjectId: id,
    title: 'A club that promises ten percent a week',
    appealSince: null,
    dismissedAt: null,
    ...overrides,
  });
const subjectPath = `/api/appeals/against/alert/${id}`;

async function renderAppeal(
  path: string,
  responses: Record<string, unknown>,
  queries: ReturnType<typeof defineQuery>[] = [],
) {
  const { api } = createFakeApi(responses);
  const store = new QueryStore(api);
  hydrateStore(store, await prefetch(createServerContext(api).context, queries));
  return (await openPage(screen, path, { api, store })).body;
}
const appealableQuery = defineQuery('/api/appeals/against/:subject/:subjectId', {
  params: { subject: 'alert', subjectId: id },
  anonymous: true,
});
const renderForm = (overrides: Record<string, unknown> = {}) =>
  renderAppeal(address, { [subjectPath]: makeVerdict(overrides) }, [appealableQuery]);

const formValues = {
  form: 'appeal',
  wants: 'removal',
  text: 'The wallet that is named there is not ours.',
  askedBy: 'named',
  contactName: '',
  contactEmail: 'Office@Baobab.example',
};

describe('the appeal page', () => {
  it('the appeal page says who can appeal, what it costs, who decides and by when, and asks what is wrong [VERD-13]', async () => {
    const body = await renderForm();
    const text = getText(body);
    for (const expectedText of [
      'Appeal a verdict',
      'It is free, and you need no account.',
      'A person in our team who did not decide this before decides.',
      'You get the decision within 14 days, with the reason.',
      'and the warning stays.',
      'We tell nobody who reported something to us.',
      'A club that promises ten percent a week',
    ]) {
      expect(text).toContain(expectedText);
    }
    expect(text).not.toContain('against this verdict since');
    expect(getLinks(body).map(({ href }) => href)).toContain(`/alerts/${id}`);
    const form = body.querySelector<HTMLElement>('form[method="post"]')!;
    expect(new Set(getAttributeValues(form, 'name'))).toEqual(new Set(Object.keys(formValues)));
  });

  it('the appeal page says that an appeal is pending, or that a further one is not announced on the page [VERD-13]', async () => {
    expect(getText(await renderForm({ appealSince: '2026-11-01T10:00:00Z' }))).toContain(
      'There has been an appeal against this verdict since Nov 1, 2026. You can appeal too',
    );
    expect(getText(await renderForm({ dismissedAt: '2026-10-01T10:00:00Z' }))).toContain(
      'An appeal against this verdict was dismissed on Oct 1, 2026',
    );
  });

  it('the appeal page is in French under /fr [VERD-13]', async () => {
    setTestLanguage('fr');
    const text = getText(await renderForm());
    expect(text).toContain('Contester un verdict');
    expect(text).toContain('Vous recevez la décision en 14 jours');
  });

  it('the appeal form works without scripts, ends with an emailed link, and says what is missing [VERD-13]', async () => {
    const { api, requests } = await startJsonServer({ id, mailed: true, message: 'Mailed.' }, 201);
    const postedPage = await openPage(screen, address, { api, formFields: formValues });
    expect([postedPage.status, postedPage.location]).toEqual([303, `${address}&sent=mailed`]);
    expect(JSON.parse(requests[0]!.body)).toEqual({
      subject: 'alert',
      subjectId: id,
      wants: 'removal',
      text: formValues.text,
      askedBy: 'named',
      contactName: '',
      contactEmail: 'office@baobab.example',
      language: 'en',
    });
    const { api: knownApi } = createFakeApi({ [subjectPath]: makeVerdict() });
    const store = new QueryStore(knownApi);
    hydrateStore(store, await prefetch(createServerContext(knownApi).context, [appealableQuery]));
    const rejectedPage = await openPage(screen, address, {
      api: knownApi,
      store,
      formFields: { form: 'appeal', text: 'No.' },
    });
    expect(rejectedPage.status).toBe(400);
    for (const expectedText of [
      'Please say who is asking',
      'Please say what should happen',
      'Please say in at least 20 characters what is wrong',
    ]) {
      expect(getText(rejectedPage.body)).toContain(expectedText);
    }
  });

  it('the appeal page without a subject helps to find it [VERD-13]', async () => {
    const requestPaths = {
      lookup: '/api/lookup?search=baobab',
      names: '/api/providers?search=baobab&within=names&limit=5',
    };
    const queries = [
      defineQuery('/api/lookup', { query: { search: 'baobab' } }),
      defineQuery('/api/providers', { query: { search: 'baobab', within: 'names', limit: 5 } }),
    ];
    const emptyLookup = { matches: 0, warned: [], alerts: [], indicators: [], isMistypedWallet: false, similar: [] };
    const resultsPage = await renderAppeal(
      '/appeal?search=baobab',
      {
        [requestPaths.lookup]: { ...emptyLookup, alerts: [anAlert({ id })] },
        [requestPaths.names]: pagedResponse([aProvider({ id: anId(8) })]),
      },
      queries as ReturnType<typeof defineQuery>[],
    );
    expect(getLinks(resultsPage).map(({ href }) => href)).toEqual([
      `/appeal?provider=${anId(8)}`,
      `/appeal?alert=${id}`,
    ]);
    const emptyPage = await renderAppeal(
      '/appeal?search=baobab',
      { [requestPaths.lookup]: emptyLookup, [requestPaths.names]: pagedResponse([]) },
      queries as ReturnType<typeof defineQuery>[],
    );
    expect(getText(emptyPage)).toContain('We found no public verdict under “baobab”.');
  });

  it('the appeal page says when the verdict no longer exists', async () => {
    const body = await renderAppeal(address, {}, [appealableQuery]);
    expect(getText(body)).toContain('We have no such public verdict');
    expect(getFieldNames(body)).toContain('search');
  });
});
