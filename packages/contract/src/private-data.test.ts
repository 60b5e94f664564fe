import { describe, expect, it } from 'vitest';
import { findMarkedTexts, listNewlyPublicTexts, parseAcknowledged, listStatementTexts } from './private-data.ts';
import type { AlertStatement, ProviderStatement } from './public-statements.ts';

const alert: AlertStatement = {
  kind: 'alert',
  status: 'approved',
  severity: 'High',
  alertType: 'ponzi_scheme',
  title: 'A fake broker',
  description: 'The broker calls from +27 83 000 0999.',
  advice: null,
  language: 'en',
  affectedCountries: ['kenya'],
  affectedProviderId: null,
  affectedProviderName: 'Goldmine Capital',
};

const provider: ProviderStatement = {
  kind: 'provider',
  reviewState: 'approved',
  verificationStatus: 'Verified',
  riskScore: 'Low',
  flaggedReasons: ['Ask Mrs Wanjiku.', 'No licence.'],
  regulatoryCompliance: 1,
  userSatisfaction: 1,
  securityMeasures: 1,
  name: 'Amina Okafor Exchange',
  otherNames: [],
  type: 'Exchange',
  description: 'Amina Okafor Exchange sells coins.',
  website: 'https://example.com/?phone=27830000999',
  countries: ['kenya'],
  licenseInfo: 'Licence 123456789, +27 83 000 0123',
  established: 2019,
  userCount: 120_000,
  securityFeatures: [{ name: 'Vault kept by Mr Otieno', state: 'confirmed' }],
  insurance: 'Policy 123456789, ask +27 83 000 0456',
};

const listMarkedTexts = (texts: Parameters<typeof findMarkedTexts>[0]) =>
  findMarkedTexts(texts).map(({ field, text, marks }) => [
    field,
    ...marks.map(({ start, end }) => text.slice(start, end)),
  ]);

describe('texts that become public', () => {
  it('the texts are the free texts of a statement, without websites and company names [FILL-06]', () => {
    expect(listMarkedTexts(listStatementTexts(alert))).toEqual([['description', '+27 83 000 0999']]);
    expect(listMarkedTexts(listStatementTexts({ ...alert, affectedProviderName: 'Thandiwe Mokoena' }))).toEqual([
      ['affectedProviderName', 'Thandiwe Mokoena'],
      ['description', '+27 83 000 0999'],
    ]);
    expect(listMarkedTexts(listStatementTexts(provider))).toEqual([
      ['flaggedReasons', 'Mrs Wanjiku'],
      ['licenseInfo', '+27 83 000 0123'],
      ['securityFeatures', 'Mr Otieno'],
      ['insurance', '+27 83 000 0456'],
    ]);
  });

  it('the texts are only those that were not public before in the same form [FILL-06]', () => {
    const listNewFields = (before: AlertStatement, after: AlertStatement) =>
      listNewlyPublicTexts(before, after).map(({ field }) => field);
    const pending = { ...alert, status: 'pending' } as const;
    expect(listNewFields(pending, alert)).toEqual(['title', 'affectedProviderName', 'description']);
    expect(listNewFields(alert, { ...alert, severity: 'Low', title: 'Another title' })).toEqual(['title']);
    expect(listNewFields(alert, pending)).toEqual([]);
  });

  it('the token of a text changes only with its private details [FILL-06]', () => {
    const getToken = (text: string) => findMarkedTexts([{ field: 'description', text }])[0]?.token;
    expect(getToken('Call +27 83 000 0123 now.')).toBe(getToken('Please call +27 83 000 0123.'));
    expect(getToken('Call +27 83 000 0124 now.')).not.toBe(getToken('Call +27 83 000 0123 now.'));
    expect(findMarkedTexts([{ field: 'title', text: 'Call +27 83 000 0123 now.' }])[0]?.token).not.toBe(
      getToken('Call +27 83 000 0123 now.'),
    );
    expect(getToken('Nothing private.')).toBeUndefined();
    expect(parseAcknowledged(' a1, b2,,c3')).toEqual(['a1', 'b2', 'c3']);
    expect(parseAcknowledged(null)).toEqual([]);
  });
});
