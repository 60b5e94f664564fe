/** No call is deprecated today, so the test marks one of the contract as deprecated. */
import { describe, expect, it, vi } from 'vitest';
import { within } from '@testing-library/react';
import { Reference } from './reference.tsx';
import { speaking } from '../../../test/context.ts';
import { textOf } from '../../../test/reading.ts';
import { served } from '../../../test/show.tsx';

/** Builds the documentation as the server does. */
async function docsOf(language: 'en' | 'fr') {
  vi.resetModules();
  vi.doMock('@hakiki/contract/v1', async (original) => {
    const contract = await original<{ v1Endpoints: object[] }>();
    const [first, ...others] = contract.v1Endpoints;
    const deprecated = { since: '2027-01-01', sunset: '2028-01-01' };
    return { ...contract, v1Endpoints: [{ ...first, deprecated }, ...others] };
  });
  const { apiDocs } = await import('../../../content/api-docs.ts');
  return apiDocs(language, 'https://hakiki.example');
}

const marks = async (language: 'en' | 'fr') => {
  speaking(language);
  const docs = await docsOf(language);
  const body = served(<Reference docs={docs} />, { at: '/api?tab=documentation' });
  return within(body)
    .getAllByRole('article')
    .map((call) => /(?:Deprecated|Obsolète).*?(?:after that|plus après)\./.exec(textOf(call))?.[0]);
};

describe('a deprecated call', () => {
  it('the documentation marks the deprecated call and no other', async () => {
    const none = [undefined, undefined, undefined, undefined];
    expect(await marks('en')).toEqual([
      'Deprecated since January 1, 2027. It stops working after January 1, 2028 (UTC).',
      ...none,
    ]);
    expect(await marks('fr')).toEqual([
      'Obsolète depuis le 1 janvier 2027. Cet appel répond jusqu’au 1 janvier 2028 (UTC), plus après.',
      ...none,
    ]);
  });
});
