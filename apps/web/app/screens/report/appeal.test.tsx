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
const verdict = (given: Record<string, unknown> = {}) =>
  Appealable.parse({
    subject: 'alert',
    subjectId: id,
    title: 'A club that promises ten percent a week',
    appealSince: null,
    dismissedAt: null,
    ...given,
  });
const against = `/api/appeals/against/alert/${id}`;

async function open(at: string, replies: Record<string, unknown>, reads: ReturnType<typeof defineQuery>[] = []) {
  const { api } = createFakeApi(replies);
  const store = new QueryStore(api);
  hydrateStore(store, await prefetch(createServerContext(api).context, reads));
  return (await openPage(screen, at, { api, store })).body;
}
const appealable = defineQuery('/api/appeals/against/:subject/:subjectId', {
  params: { subject: 'alert', subjectId: id },
  anonymous: true,
});
const openForm = (given: Record<string, unknown> = {}) => open(address, { [against]: verdict(given) }, [appealable]);

const written = {
  form: 'appeal',
  wants: 'removal',
  text: 'The wallet that is named there is not ours.',
  askedBy: 'named',
  contactName: '',
  contactEmail: 'Office@Baobab.example',
};

describe('the appeal page', () => {
  it('the appeal page says who can appeal, what it costs, who decides and by when, and asks what is wrong [VERD-13]', async () => {
    const body = await openForm();
    const text = getText(body);
    for (const said of [
      'Appeal a verdict',
      'It is free, and you need no account.',
      'A person in our team who did not decide this before decides.',
      'You get the decision within 14 days, with the reason.',
      'and the warning stays.',
      'We tell nobody who reported something to us.',
      'A club that promises ten percent a week',
    ]) {
      expect(text).toContain(said);
    }
    expect(text).not.toContain('against this verdict since');
    expect(getLinks(body).map(({ href }) => href)).toContain(`/alerts/${id}`);
    const form = body.querySelector<HTMLElement>('form[method="post"]')!;
    expect(new Set(getAttributeValues(form, 'name'))).toEqual(new Set(Object.keys(written)));
  });

  it('the appeal page says that an appeal is pending, or that a further one is not announced on the page [VERD-13]', async () => {
    expect(getText(await openForm({ appealSince: '2026-11-01T10:00:00Z' }))).toContain(
      'There has been an appeal against this verdict since Nov 1, 2026. You can appeal too',
    );
    expect(getText(await openForm({ dismissedAt: '2026-10-01T10:00:00Z' }))).toContain(
      'An appeal against this verdict was dismissed on Oct 1, 2026',
    );
  });

  it('the appeal page is in French under /fr [VERD-13]', async () => {
    setTestLanguage('fr');
    const text = getText(await openForm());
    expect(text).toContain('Contester un verdict');
    expect(text).toContain('Vous recevez la décision en 14 jours');
  });

  it('the appeal form works without scripts, ends with an emailed link, and says what is missing [VERD-13]', async () => {
    const { api, requests } = await startJsonServer({ id, mailed: true, message: 'Mailed.' }, 201);
    const sent = await openPage(screen, address, { api, formFields: written });
    expect([sent.status, sent.location]).toEqual([303, `${address}&sent=mailed`]);
    expect(JSON.parse(requests[0]!.body)).toEqual({
      subject: 'alert',
      subjectId: id,
      wants: 'removal',
      text: written.text,
      askedBy: 'named',
      contactName: '',
      contactEmail: 'office@baobab.example',
      language: 'en',
    });
    const { api: known } = createFakeApi({ [against]: verdict() });
    const store = new QueryStore(known);
    hydrateStore(store, await prefetch(createServerContext(known).context, [appealable]));
    const refused = await openPage(screen, address, {
      api: known,
      store,
      formFields: { form: 'appeal', text: 'No.' },
    });
    expect(refused.status).toBe(400);
    for (const said of [
      'Please say who is asking',
      'Please say what should happen',
      'Please say in at least 20 characters what is wrong',
    ]) {
      expect(getText(refused.body)).toContain(said);
    }
  });

  it('the appeal page without a subject helps to find it [VERD-13]', async () => {
    const asked = { lookup: '/api/lookup?search=baobab', names: '/api/providers?search=baobab&within=names&limit=5' };
    const reads = [
      defineQuery('/api/lookup', { query: { search: 'baobab' } }),
      defineQuery('/api/providers', { query: { search: 'baobab', within: 'names', limit: 5 } }),
    ];
    const nothing = { matches: 0, warned: [], alerts: [], indicators: [], similar: [] };
    const found = await open(
      '/appeal?search=baobab',
      {
        [asked.lookup]: { ...nothing, alerts: [anAlert({ id })] },
        [asked.names]: pagedResponse([aProvider({ id: anId(8) })]),
      },
      reads as ReturnType<typeof defineQuery>[],
    );
    expect(getLinks(found).map(({ href }) => href)).toEqual([`/appeal?provider=${anId(8)}`, `/appeal?alert=${id}`]);
    const none = await open(
      '/appeal?search=baobab',
      { [asked.lookup]: nothing, [asked.names]: pagedResponse([]) },
      reads as ReturnType<typeof defineQuery>[],
    );
    expect(getText(none)).toContain('We found no public verdict under “baobab”.');
  });

  it('the appeal page says when the verdict no longer exists', async () => {
    const body = await open(address, {}, [appealable]);
    expect(getText(body)).toContain('We have no such public verdict');
    expect(getFieldNames(body)).toContain('search');
  });
});
