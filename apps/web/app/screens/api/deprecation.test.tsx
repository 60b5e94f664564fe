/** No call is deprecated today, so the test marks one of the contract as deprecated. */
import { v1Calls } from '@hakiki/contract/api-key-values';
import { describe, expect, it, vi } from 'vitest';
import { within } from '@testing-library/react';
import { Reference } from './reference.tsx';
import { setTestLanguage } from '../../../test/context.ts';
import { getText } from '../../../test/dom-queries.ts';
import { renderOnServer } from '../../../test/render.tsx';

/** Builds the documentation as the server does. */
async function buildDocs(language: 'en' | 'fr') {
  vi.resetModules();
  vi.doMock('@hakiki/contract/v1', async (importOriginal) => {
    const contract = await importOriginal<{ v1Endpoints: object[] }>();
    const [firstEndpoint, ...otherEndpoints] = contract.v1Endpoints;
    const deprecated = { since: '2027-01-01', sunset: '2028-01-01' };
    return { ...contract, v1Endpoints: [{ ...firstEndpoint, deprecated }, ...otherEndpoints] };
  });
  const { apiDocs } = await import('../../../content/api-docs.ts');
  return apiDocs(language, 'https://hakiki.example');
}

const listDeprecationNotices = async (language: 'en' | 'fr') => {
  setTestLanguage(language);
  const docs = await buildDocs(language);
  const body = renderOnServer(<Reference docs={docs} />, { at: '/api?tab=documentation' });
  return within(body)
    .getAllByRole('article')
    .map((call) => /(?:Deprecated|Obsolète).*?(?:\(UTC\)|plus après)\./.exec(getText(call))?.[0]);
};

describe('a deprecated call', () => {
  it('the documentation marks the deprecated call and no other', async () => {
    const noNotices = Array.from({ length: v1Calls.length - 1 });
    expect(await listDeprecationNotices('en')).toEqual([
      'Deprecated since January 1, 2027. It stops working after January 1, 2028 (UTC).',
      ...noNotices,
    ]);
    expect(await listDeprecationNotices('fr')).toEqual([
      'Obsolète depuis le 1 janvier 2027. Cet appel répond jusqu’au 1 janvier 2028 (UTC), plus après.',
      ...noNotices,
    ]);
  });
});
