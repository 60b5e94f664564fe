import { Appealable } from '@hakiki/contract/appeals';
import { describe, expect, it } from 'vitest';
import { answeringJson, knowing, listed } from '../../../test/answers.ts';
import { anAlert, anId, aProvider } from '../../../test/makers.ts';
import { openPage } from '../../../test/page.tsx';
import { fieldsOf, linksOf, textOf, valuesOf } from '../../../test/reading.ts';
import { serverContext, speaking } from '../../../test/context.ts';
import { ReadStore } from '../../lib/api/read-store.ts';
import { read } from '../../lib/api/reads.ts';
import { prefetch, receive } from '../../lib/api/use-read.ts';
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

async function open(at: string, replies: Record<string, unknown>, reads: ReturnType<typeof read>[] = []) {
  const { api } = knowing(replies);
  const store = new ReadStore(api);
  receive(store, await prefetch(serverContext(api).context, reads));
  return (await openPage(screen, at, { api, store })).body;
}
const appealable = read('/api/appeals/against/:subject/:subjectId', {
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
    const text = textOf(body);
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
    expect(linksOf(body).map(({ href }) => href)).toContain(`/alerts/${id}`);
    const form = body.querySelector<HTMLElement>('form[method="post"]')!;
    expect(new Set(valuesOf(form, 'name'))).toEqual(new Set(Object.keys(written)));
  });

  it('the appeal page says that an appeal is pending, or that a further one is not announced on the page [VERD-13]', async () => {
    expect(textOf(await openForm({ appealSince: '2026-11-01T10:00:00Z' }))).toContain(
      'There has been an appeal against this verdict since Nov 1, 2026. You can appeal too',
    );
    expect(textOf(await openForm({ dismissedAt: '2026-10-01T10:00:00Z' }))).toContain(
      'An appeal against this verdict was dismissed on Oct 1, 2026',
    );
  });

  it('the appeal page is in French under /fr [VERD-13]', async () => {
    speaking('fr');
    const text = textOf(await openForm());
    expect(text).toContain('Contester un verdict');
    expect(text).toContain('Vous recevez la décision en 14 jours');
  });

  it('the appeal form works without scripts, ends with an emailed link, and says what is missing [VERD-13]', async () => {
    const { api, asked } = await answeringJson({ id, mailed: true, message: 'Mailed.' }, 201);
    const sent = await openPage(screen, address, { api, posts: written });
    expect([sent.status, sent.location]).toEqual([303, `${address}&sent=mailed`]);
    expect(JSON.parse(asked[0]!.body)).toEqual({
      subject: 'alert',
      subjectId: id,
      wants: 'removal',
      text: written.text,
      askedBy: 'named',
      contactName: '',
      contactEmail: 'office@baobab.example',
      language: 'en',
    });
    const { api: known } = knowing({ [against]: verdict() });
    const store = new ReadStore(known);
    receive(store, await prefetch(serverContext(known).context, [appealable]));
    const refused = await openPage(screen, address, {
      api: known,
      store,
      posts: { form: 'appeal', text: 'No.' },
    });
    expect(refused.status).toBe(400);
    for (const said of [
      'Please say who is asking',
      'Please say what should happen',
      'Please say in at least 20 characters what is wrong',
    ]) {
      expect(textOf(refused.body)).toContain(said);
    }
  });

  it('the appeal page without a subject helps to find it [VERD-13]', async () => {
    const asked = { lookup: '/api/lookup?search=baobab', names: '/api/providers?search=baobab&within=names&limit=5' };
    const reads = [
      read('/api/lookup', { query: { search: 'baobab' } }),
      read('/api/providers', { query: { search: 'baobab', within: 'names', limit: 5 } }),
    ];
    const nothing = { matches: 0, warned: [], alerts: [], indicators: [], similar: [] };
    const found = await open(
      '/appeal?search=baobab',
      {
        [asked.lookup]: { ...nothing, alerts: [anAlert({ id })] },
        [asked.names]: listed([aProvider({ id: anId(8) })]),
      },
      reads as ReturnType<typeof read>[],
    );
    expect(linksOf(found).map(({ href }) => href)).toEqual([`/appeal?provider=${anId(8)}`, `/appeal?alert=${id}`]);
    const none = await open(
      '/appeal?search=baobab',
      { [asked.lookup]: nothing, [asked.names]: listed([]) },
      reads as ReturnType<typeof read>[],
    );
    expect(textOf(none)).toContain('We found no public verdict under “baobab”.');
  });

  it('the appeal page says when the verdict no longer exists', async () => {
    const body = await open(address, {}, [appealable]);
    expect(textOf(body)).toContain('We have no such public verdict');
    expect(fieldsOf(body)).toContain('search');
  });
});
