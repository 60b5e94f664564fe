import type { ListingClaim } from '@hakiki/contract/listing-claims';
import { within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { errorResponse, pagedResponse } from '../../../test/fake-api.ts';
import { stubStorage } from '../../../test/hook-page.tsx';
import { anId, aProvider } from '../../../test/factories.ts';
import { getText } from '../../../test/dom-queries.ts';
import { renderInBrowser } from '../../../test/render.tsx';
import type { Api } from '../../lib/api/api.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import { ClaimSection } from './claim.tsx';

beforeEach(() => stubStorage());

const claim: ListingClaim = {
  id: anId(1) as ListingClaim['id'],
  providerId: anId(2) as ListingClaim['providerId'],
  providerName: 'Baobab Exchange',
  domain: 'baobab.example',
  method: 'dns',
  status: 'open',
  place: '_hakiki-claim.baobab.example',
  content: 'hakiki-claim=abc',
  mailedTo: null,
  fault: null,
  isChecking: false,
  createdAt: '2026-03-07T10:00:00Z',
  endsAt: '2026-03-21T10:00:00Z',
};

/** Stubs an API with the claim of a business, which every mutation replaces by the second one. */
function renderClaim(initialClaim: ListingClaim | null, laterClaim: ListingClaim | null = initialClaim) {
  const requests: unknown[] = [];
  let currentClaim = initialClaim;
  const api: Api = (path, init) => {
    if (path.startsWith('/api/providers'))
      return Promise.resolve(pagedResponse([aProvider({ id: anId(2), name: 'Baobab Exchange' })]));
    if (init?.method !== 'GET') {
      requests.push([init?.method, path, init?.body ? (JSON.parse(init.body as string) as unknown) : undefined]);
      currentClaim = laterClaim;
    }
    return Promise.resolve(Response.json({ claim: currentClaim }));
  };
  return { page: within(renderInBrowser(<ClaimSection />, { store: new QueryStore(api) })), sent: requests };
}

describe('claiming a listing', () => {
  it('a claim starts with a search and the choice of a proof method [REPLY-01]', async () => {
    const { page, sent } = renderClaim(null, claim);
    await userEvent.type(await page.findByRole('textbox', { name: 'Find your listing' }), 'Baobab{Enter}');
    await userEvent.click(await page.findByRole('button', { name: 'Claim Baobab Exchange' }));
    await userEvent.click(page.getByRole('radio', { name: 'An email to the domain' }));
    await userEvent.click(page.getByRole('radio', { name: 'postmaster@…' }));
    await userEvent.click(page.getByRole('button', { name: 'Claim this listing' }));
    expect(sent).toEqual([
      ['POST', '/api/business/claim', { providerId: anId(2), method: 'mail', mailbox: 'postmaster' }],
    ]);
    expect(await page.findByText('_hakiki-claim.baobab.example')).toBeDefined();
  });

  it('an open claim says what to publish where, and what the check found there [REPLY-01]', async () => {
    const { page, sent } = renderClaim(claim, { ...claim, fault: 'record-differs' });
    const section = await page.findByRole('region', { name: 'Is your company already listed?' });
    await page.findByText('hakiki-claim=abc');
    expect(getText(section)).toContain('Your claim: Baobab Exchange (baobab.example)');
    expect(getText(section)).toContain('Until Mar 21, 2026.');
    await userEvent.click(page.getByRole('button', { name: 'Check now' }));
    expect(await page.findByText('The record has a different text.')).toBeDefined();
    await userEvent.click(page.getByRole('button', { name: 'Withdraw this claim' }));
    expect(sent).toEqual([
      ['POST', '/api/business/claim/check', {}],
      ['DELETE', '/api/business/claim', undefined],
    ]);
  });

  it('an open claim by email accepts the code of the email [REPLY-01]', async () => {
    const emailClaim = {
      ...claim,
      method: 'mail',
      place: null,
      content: null,
      mailedTo: 'admin@baobab.example',
    } as const;
    const { page, sent } = renderClaim(emailClaim, { ...emailClaim, fault: 'code-differs' });
    expect(
      await page.findByText('We sent an email to admin@baobab.example. Enter the code from the email.'),
    ).toBeDefined();
    await userEvent.type(page.getByRole('textbox', { name: 'Code' }), ' abc {Enter}');
    expect(sent).toEqual([['POST', '/api/business/claim/check', { code: 'abc' }]]);
    expect(await page.findByText('This is not the code from the email.')).toBeDefined();
  });

  it('the claim section shows whether the claim is proven or rejected, and when it could not be loaded [REPLY-01]', async () => {
    const provenPage = renderClaim({ ...claim, status: 'pending' });
    expect(
      await provenPage.page.findByText(/^You have proved that baobab.example is yours. A moderator is checking it/),
    ).toBeDefined();
    const rejectedPage = renderClaim({ ...claim, status: 'rejected' });
    expect(await rejectedPage.page.findByText(/^The claim on Baobab Exchange was not accepted/)).toBeDefined();
    const failedPage = renderInBrowser(<ClaimSection />, {
      store: new QueryStore(() => Promise.resolve(errorResponse(500))),
    });
    expect(await within(failedPage).findByText('Could not load your claim')).toBeDefined();
  });
});
