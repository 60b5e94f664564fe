import type { BusinessMembers, Colleague } from '@hakiki/contract/business-members';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { errorResponse, createFakeApi } from '../../../test/fake-api.ts';
import { getLastToast, stubStorage } from '../../../test/hook-page.tsx';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { anId, aUser } from '../../../test/factories.ts';
import { getLinks, getText } from '../../../test/dom-queries.ts';
import { renderPageOnServer, renderInBrowser } from '../../../test/render.tsx';
import type { Api } from '../../lib/api/api.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import { action } from './business.tsx';
import { membersQuery } from './colleague-forms.ts';
import { Colleagues } from './colleagues.tsx';
import * as join from './join.tsx';

const makeMember = (idNumber: number, overrides: Partial<Colleague>): Colleague => ({
  userId: anId(idNumber) as Colleague['userId'],
  name: 'Zawadi Demo',
  email: `person${idNumber}@kilele.example`,
  role: 'editor',
  since: '2026-11-02T10:00:00Z',
  isYou: false,
  ...overrides,
});
const owner = makeMember(1, { name: 'Neema Demo', role: 'owner', isYou: true });
const businessMembers: BusinessMembers = {
  members: [owner, makeMember(2, {})],
  invitations: [
    {
      id: anId(9) as BusinessMembers['invitations'][number]['id'],
      email: 'new@kilele.example',
      role: 'viewer',
      sentAt: '2026-11-10T10:00:00Z',
      expiresAt: '2026-11-17T10:00:00Z',
    },
  ],
};
/** Renders the section in a browser and records what it sends. */
async function renderPageInBrowser(membersResponse: BusinessMembers, mutationResponse?: Response) {
  const requests: unknown[] = [];
  const api: Api = async (path, init) => {
    if (init?.method === 'GET') return Response.json(membersResponse);
    requests.push([init?.method, path, init?.body && (JSON.parse(init.body as string) as unknown)]);
    return mutationResponse?.clone() ?? Response.json(membersResponse);
  };
  const store = new QueryStore(api);
  await store.load(membersQuery);
  return { body: renderInBrowser(<Colleagues />, { at: '/business', store }), sent: requests };
}
/** The body that a browser without scripts would send. */
const toFormBody = (form: HTMLFormElement) =>
  new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, value as string]));
const listRowTexts = () => screen.getAllByRole('listitem').map((row) => getText(row));

beforeEach(() => stubStorage());

describe('the colleagues of a business', () => {
  it('an owner invites and removes colleagues, changes roles, and withdraws invitations', async () => {
    const { sent } = await renderPageInBrowser(businessMembers);
    expect(listRowTexts()[0]).toContain('Neema Demo person1@kilele.example Owner (you)');
    expect(listRowTexts()[1]).toContain('Zawadi Demo person2@kilele.example Editor since');
    expect(listRowTexts()[2]).toContain('new@kilele.example Viewer invited, until');
    await userEvent.type(screen.getByLabelText('Their email address'), 'third@kilele.example');
    await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
    expect(getLastToast()).toMatchObject({
      title: 'Invitation Sent',
      description: 'We sent an email to third@kilele.example.',
    });
    const row = within(screen.getAllByRole('listitem')[1]!);
    await userEvent.selectOptions(row.getByLabelText('Role'), 'Viewer');
    await userEvent.click(row.getByRole('button', { name: 'Change role' }));
    await userEvent.click(row.getByRole('button', { name: 'Remove now' }));
    await userEvent.click(screen.getByRole('button', { name: /^Withdraw/ }));
    expect(sent).toEqual([
      ['POST', '/api/business/invitations', { email: 'third@kilele.example', role: 'editor', language: 'en' }],
      ['PUT', `/api/business/members/${anId(2)}/role`, { role: 'viewer' }],
      ['DELETE', `/api/business/members/${anId(2)}`, {}],
      ['DELETE', `/api/business/invitations/${anId(9)}`, {}],
    ]);
  });

  it('a member sees the colleagues and can leave; only an owner can do more', async () => {
    const { sent } = await renderPageInBrowser({
      members: [{ ...owner, role: 'viewer' }, makeMember(2, { role: 'owner' })],
      invitations: [],
    });
    expect(screen.getAllByRole('button').map(getText)).toEqual(['Leave now']);
    await userEvent.click(screen.getByRole('button', { name: 'Leave now' }));
    expect(sent).toEqual([['DELETE', `/api/business/members/${anId(1)}`, {}]]);
  });

  it('a rejected change shows its reason at its own row', async () => {
    const message = 'A business needs an owner. Please make a colleague an owner first.';
    await renderPageInBrowser(businessMembers, Response.json({ code: 'LAST_OWNER', message }, { status: 409 }));
    await userEvent.click(screen.getByRole('button', { name: 'Leave now' }));
    expect(listRowTexts().map((text) => text.includes(message))).toEqual([true, false, false]);
  });

  it('the colleagues section is empty while nothing is saved, and a failed load can be retried', async () => {
    const { body } = await renderPageInBrowser({ members: [], invitations: [] });
    expect(getText(body)).toContain('Save the account details first');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('every colleague form works without scripts as a plain POST request to the page’s action', async () => {
    const store = new QueryStore(createFakeApi({}).api);
    hydrateStore(store, { reads: [{ key: membersQuery.key, data: businessMembers }] });
    const page = renderPageOnServer(Colleagues, { at: '/business', store });
    const forms = [...page.querySelectorAll('form')];
    expect(forms.map((form) => form.method)).toEqual(forms.map(() => 'post'));
    const requests: unknown[] = [];
    const api: Api = async (path, init) => {
      requests.push([init?.method, path]);
      return Response.json(businessMembers);
    };
    const { context } = createServerContext(api);
    for (const form of forms) {
      const body = toFormBody(form);
      if (body.has('email')) body.set('email', 'third@kilele.example');
      const request = new Request('http://site.example/business', { method: 'POST', body });
      const answer = await action({ request, context });
      expect(answer).toMatchObject({ status: 303 });
    }
    expect(requests).toEqual([
      ['DELETE', `/api/business/members/${anId(1)}`],
      ['PUT', `/api/business/members/${anId(2)}/role`],
      ['DELETE', `/api/business/members/${anId(2)}`],
      ['DELETE', `/api/business/invitations/${anId(9)}`],
      ['POST', '/api/business/invitations'],
    ]);
  });

  it('the colleagues section shows the same in French', async () => {
    setTestLanguage('fr');
    await renderPageInBrowser(businessMembers);
    expect(listRowTexts()[1]).toContain('Éditeur depuis le');
    expect(screen.getByRole('button', { name: 'Envoyer l’invitation' })).toBeDefined();
  });
});

describe('accepting an invitation to a business', () => {
  const renderJoinPage = async (at: string, userResponse: unknown) => {
    const { api } = createFakeApi({ '/api/auth/user': userResponse });
    const store = new QueryStore(api);
    const loaderArgs = { context: createServerContext(api).context, request: new Request(`http://site.example${at}`) };
    hydrateStore(store, await join.loader(loaderArgs as unknown as Parameters<typeof join.loader>[0]));
    return renderPageOnServer(join.default, { at, store });
  };

  it('the join page accepts only when the button is pressed, also without scripts', async () => {
    const page = await renderJoinPage(
      '/join-business?token=abc',
      aUser({ userType: 'business', email: 'z@kilele.example' }),
    );
    expect(getText(page)).toContain('You are logged in as z@kilele.example.');
    expect(within(page).getAllByRole('button').map(getText)).toEqual(['Accept the invitation']);
    const requests: unknown[] = [];
    const api: Api = async (path, init) => {
      requests.push([init?.method, path, JSON.parse(init?.body as string) as unknown]);
      return Response.json({ companyName: 'Demo Kilele Ltd', role: 'editor' });
    };
    const request = new Request('http://site.example/join-business?token=abc', {
      method: 'POST',
      body: toFormBody(page.querySelector('form')!),
    });
    const { context } = createServerContext(api);
    const answer = await join.action({ request, context });
    expect(requests).toEqual([['POST', '/api/business/invitations/accept', { token: 'abc' }]]);
    expect((answer as Response).headers.get('Location')).toBe('/business#colleagues');
  });

  it('the join page explains itself to a visitor, to another kind of account and for a link without a token', async () => {
    const visitorPage = await renderJoinPage('/join-business?token=abc', errorResponse(401));
    expect(getLinks(visitorPage)).toEqual([
      { text: 'Log in', href: '/signup?login=true&next=%2Fjoin-business%3Ftoken%3Dabc' },
      { text: 'Sign up as a business', href: '/signup?tab=business' },
    ]);
    const otherAccountPage = await renderJoinPage('/join-business?token=abc', aUser({ userType: 'user' }));
    expect(getText(otherAccountPage)).toContain('Invitations are for business accounts');
    const pageWithoutToken = await renderJoinPage('/join-business', aUser({ userType: 'business' }));
    expect(within(pageWithoutToken).queryByRole('button')).toBeNull();
    setTestLanguage('fr');
    expect(getText(await renderJoinPage('/fr/join-business?token=abc', errorResponse(401)))).toContain(
      'Rejoindre une entreprise',
    );
  });
});
