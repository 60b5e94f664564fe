import type { ChatConnection } from '@hakiki/contract/chat';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeApi, errorResponse } from '../../../test/fake-api.ts';
import { getLinks, getText } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderPageOnServer } from '../../../test/render.tsx';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import Ask, { loader } from './ask.tsx';

const chats: ChatConnection[] = [
  { channel: 'telegram', address: 'HakikiBot', url: 'https://t.me/HakikiBot', qrSvg: '<svg/>' },
  { channel: 'ussd', address: '*384*44135#', url: 'tel:*384*44135%23', qrSvg: null },
];

async function renderPage(response: unknown) {
  const { api } = createFakeApi({ '/api/chat': response });
  const store = new QueryStore(api);
  const { context } = createServerContext(api);
  const request = new Request('http://hakiki.test/ask');
  const loaded = await loader({ request, context, params: {} } as never);
  hydrateStore(store, loaded);
  return renderPageOnServer(Ask, { at: '/ask', store, path: '/ask' });
}

describe('the page for asking from a chat', () => {
  it('shows only connected chats, with link and QR code, and what is kept [DOOR-05]', async () => {
    const page = await renderPage(chats);
    expect(getLinks(page)).toEqual([
      { text: 'Open HakikiBot', href: 'https://t.me/HakikiBot' },
      { text: 'Dial *384*44135#', href: 'tel:*384*44135%23' },
      { text: 'Read the privacy notice', href: '/privacy' },
    ]);
    expect(
      within(page)
        .getAllByRole('img')
        .map((image) => image.getAttribute('alt')),
    ).toEqual(['QR code of HakikiBot']);
    expect(within(page).getAllByRole('heading', { level: 2 }).map(getText)).toEqual([
      'Telegram',
      'A phone without internet',
      'What is kept',
    ]);
    expect(getText(page)).toContain('Nothing of your message and nothing about you.');
  });

  it('links to the check while no chat is connected, and in French', async () => {
    expect(getLinks(await renderPage([]))).toEqual([
      { text: 'Check a link or number', href: '/check' },
      { text: 'Read the privacy notice', href: '/privacy' },
    ]);
    setTestLanguage('fr');
    expect(getText(await renderPage([]))).toContain('Aucune messagerie n’est encore reliée');
  });

  it('says so when the chats cannot be loaded', async () => {
    expect(getText(await renderPage(errorResponse(503)))).toContain('The chats could not be loaded.');
  });
});
