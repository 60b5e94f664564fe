import { waitingTimes } from '@hakiki/contract/limits';
import { describe, expect, it } from 'vitest';
import { startFakeServer, startJsonServer, errorResponse, createFakeApi } from '../../../test/fake-api.ts';
import { openPage } from '../../../test/page.tsx';
import { getFacts, getLinks, getText } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import type { Api } from '../../lib/api/api.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import { contactForm } from './contact-form.tsx';
import * as screen from './contact.tsx';

const info = { email: 'hello@hakiki.example', phone: '+27 00 000 0000', office: '1 Example Street' };
const message = { name: 'Amina', email: 'Amina@Example.org', subject: 'Prices', message: 'How much?' };

/** Renders the page as a browser without scripts opens it, with the contact details of the company. */
async function renderContact(path = '/contact', siteInfoResponse: unknown = info) {
  const { api } = createFakeApi({ '/api/site-info': siteInfoResponse });
  const loaderArgs = { context: createServerContext(api).context } as unknown as Parameters<typeof screen.loader>[0];
  const store = new QueryStore(api);
  hydrateStore(store, await screen.loader(loaderArgs));
  const { body } = await openPage(screen, path, { api, store });
  return body;
}
const postForm = (api: Api, posts: Record<string, string>, path = '/contact') =>
  openPage(screen, path, { api, formFields: { form: 'contact', ...posts } });

const findField = (body: HTMLElement, name: string) =>
  body.querySelector<HTMLInputElement | HTMLTextAreaElement>(`#contact-${name}`)!;

describe('the contact page', () => {
  it('the contact page has a sales form with six fields, two of them optional [CONTACT-01] [CONTACT-02] [CONTACT-04] [ROUTE-06]', async () => {
    const body = await renderContact();
    const required = Object.fromEntries(
      ['name', 'email', 'company', 'phone', 'subject', 'message'].map((name) => [name, findField(body, name).required]),
    );
    expect(required).toEqual({ name: true, email: true, company: false, phone: false, subject: true, message: true });
    expect(getText(body)).toContain('Company (optional)');
  });

  it('the contact page shows the contact details from the settings [CONTACT-07] [REAL-15]', async () => {
    const body = await renderContact();
    expect(getFacts(body)).toEqual([
      ['Email', info.email],
      ['Phone', info.phone],
      ['Office', info.office],
    ]);
    expect(getLinks(body)).toContainEqual({ text: info.email, href: `mailto:${info.email}` });
    expect(getLinks(body)).toContainEqual({ text: info.phone, href: 'tel:+27000000000' });
  });

  it('the contact page keeps the form when the contact details cannot be loaded', async () => {
    const body = await renderContact('/contact', errorResponse(503));
    expect(getText(body)).toContain('Our contact details could not be loaded');
    expect(findField(body, 'message').labels).toHaveLength(1);
  });

  it('the contact page fills in the subject from its URL [REAL-09]', async () => {
    const body = await renderContact('/contact?subject=Regulator%20demo');
    expect(findField(body, 'subject').value).toBe('Regulator demo');
    const longSubjectPage = await renderContact(`/contact?subject=${'x'.repeat(500)}`);
    expect(findField(longSubjectPage, 'subject').value).toHaveLength(200);
  });

  it('the contact page promises the same reply time as the rest of the product [CONST-06]', async () => {
    expect(waitingTimes.salesReplyHours).toBe(24);
    expect(getText(await renderContact())).toContain('replies within 24 hours');
  });
});

describe('the contact form without scripts', () => {
  it.each([
    [{}, ['Name is required', 'Please enter a valid email address', 'Subject is required', 'Message is required']],
    [{ ...message, name: '  ' }, ['Name is required']],
    [{ ...message, email: 'amina@' }, ['Please enter a valid email address']],
    [{ ...message, subject: '' }, ['Subject is required']],
    [{ ...message, message: '\n' }, ['Message is required']],
  ])(
    'the contact form says what is missing in %j and sends nothing [CONTACT-02] [CONTACT-03] [DEC-82]',
    async (given, sentences) => {
      const { api, requests } = await startJsonServer({});
      const blank = { name: '', email: '', subject: '', message: '' };
      const { status, body } = await postForm(api, { ...blank, ...given });
      expect(status).toBe(400);
      expect(getLinks(body.querySelector('[data-error-summary]')!).map(({ text }) => text)).toEqual(sentences);
      expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
    },
  );

  it('the contact form sends the message and says that a link was emailed [CONTACT-08] [REAL-01]', async () => {
    const { api, requests } = await startJsonServer({ message: 'Mailed.', mailed: true }, 201);
    const page = await postForm(api, { ...message, company: '', phone: '' });
    expect(page).toMatchObject({ status: 303, location: '/contact?mailed=1' });
    expect(requests).toMatchObject([{ method: 'POST', path: '/api/contact' }]);
    expect(JSON.parse(requests[0]!.body)).toMatchObject({
      email: 'amina@example.org',
      subject: 'Prices',
      language: 'en',
    });
    expect(getText(await renderContact(page.location!))).toContain(
      'We have emailed you a link. Open it within 24 hours',
    );
  });

  it('the contact form keeps the typed values and says why it failed [REAL-01]', async () => {
    const limited = { message: 'Too many requests. Please wait a moment.', code: 'RATE_LIMITED' };
    const { api } = await startJsonServer(limited, 429);
    const { status, body } = await postForm(api, { ...message, company: 'Baobab' });
    expect(status).toBe(429);
    expect(getText(body)).toContain('Error Too many requests. Please wait a moment.');
    expect(findField(body, 'company').value).toBe('Baobab');
    expect(getText(body)).toContain('How much?');
  });

  it('the contact form shows its own message when the server sends none [REAL-01]', async () => {
    const { api } = await startFakeServer((response) => response.destroy());
    const { body } = await postForm(api, message);
    expect(getText(body)).toContain('Error Failed to send message. Please try again.');
  });

  it('the contact form is in French under /fr', async () => {
    setTestLanguage('fr');
    const { api, requests } = await startJsonServer({ message: 'Mailed.', mailed: true }, 201);
    const page = await postForm(api, message, '/fr/contact');
    expect(page.location).toBe('/fr/contact?mailed=1');
    expect(requests[0]?.body).toContain('"language":"fr"');
    expect(getText(await renderContact('/fr/contact?mailed=1'))).toContain('Nous vous avons envoyé un lien par e-mail');
  });
});

describe('the contact form with scripts', () => {
  it('the contact form sends its proof of work, and the message goes directly to sales [CONTACT-08] [REAL-01]', async () => {
    const { api, requests } = await startJsonServer({ message: 'Sent.' }, 201);
    const submission = await contactForm.submit(
      message,
      new URL('http://site.example/contact'),
      (write, given) => write.send(api, given),
      () => Promise.resolve({ proof: 'solved' }),
    );
    expect(JSON.parse(requests[0]!.body)).toMatchObject({ proof: 'solved' });
    expect(submission).toMatchObject({ status: 'done', next: '/contact?sent=1' });
  });

  it('the contact form confirms with the text of the specification [CONTACT-05] [DEC-83]', async () => {
    expect(getText(await renderContact('/contact?sent=1'))).toContain(
      'Message Sent Our sales team will reply within 24 hours.',
    );
  });
});
