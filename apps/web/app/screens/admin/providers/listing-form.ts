/** The values of the listing forms: every fact of a provider's page as the text of a field, and back. */
import { createProvider as createCall, updateProvider as updateCall } from '@hakiki/contract/directory-admin';
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import { formatFeature, parseFeature } from '@hakiki/contract/directory-values';
import type { ProviderStatement } from '@hakiki/contract/public-statements';
import { withIdempotencyKey } from '../../../lib/api/mutations.ts';
import { defineForm, type Values } from '../../../lib/forms/forms.ts';
import { pickChangedValues, splitLines } from '../parts/changed-values.ts';
import { consolePath } from '../parts/console-url.ts';
import { changeFailure } from '../parts/proposal-labels.ts';
import { findWeakenedFields, toProviderStatement } from '../parts/statements.ts';
import { createProvider, editorPath, updateProvider } from './queries.ts';

/** A group of inputs with one name sends an empty value first, so that the last choice can be removed. */
const joinChoices = (values: readonly string[]): string => ['', ...values].join(',');
const splitChoices = (joined: string): string[] => joined.split(',').filter(Boolean);

export const toListingValues = (provider: AdminProvider): Values => ({
  name: provider.name,
  otherNames: provider.otherNames.join('\n'),
  type: provider.type,
  description: provider.description,
  website: provider.website ?? '',
  countries: joinChoices(provider.countries),
  established: String(provider.established ?? ''),
  userCount: String(provider.userCount ?? ''),
  licenseInfo: provider.licenseInfo ?? '',
  securityFeatures: provider.securityFeatures.map(formatFeature).join('\n'),
  insurance: provider.insurance ?? '',
  badges: joinChoices(provider.badges),
});

/** The body of a call, from the values that were typed. */
function toListingBody({ otherNames, securityFeatures, badges, ...values }: Values): Record<string, unknown> {
  return {
    ...values,
    ...(otherNames !== undefined && { otherNames: splitLines(otherNames) }),
    ...(securityFeatures !== undefined && { securityFeatures: splitLines(securityFeatures).map(parseFeature) }),
    ...(badges !== undefined && { badges: splitChoices(badges) }),
  };
}

export const createAddForm = (key: string) =>
  defineForm({
    name: 'add-provider',
    mutation: withIdempotencyKey(createProvider, key),
    schema: {
      safeParse(values) {
        const { isAnother, ...listing } = values as Values;
        return createCall.body.safeParse({ ...toListingBody(listing), ...(isAnother && { isAnother: true }) });
      },
    },
    failure: changeFailure,
    next: () => consolePath('providers'),
  });

export const createEditListingForm = (provider: AdminProvider) =>
  defineForm({
    name: 'edit-listing',
    mutation: updateProvider,
    schema: {
      safeParse: (values) =>
        updateCall.body.safeParse(toListingBody(pickChangedValues(values as Values, toListingValues(provider)))),
    },
    failure: changeFailure,
    params: () => ({ providerId: provider.id }),
    next: () => editorPath(provider.id),
  });

/** The fields because of which the edit, as typed, needs a second administrator. */
export function findWeakenedByListing(provider: AdminProvider, typed: Values = {}): string[] {
  const changed = pickChangedValues(typed, toListingValues(provider));
  const parsed = updateCall.body.safeParse(toListingBody(changed));
  if (!parsed.success) return [];
  const { reason: _, evidence: __, badges: ___, website, licenseInfo, insurance, ...edit } = parsed.data;
  return findWeakenedFields(toProviderStatement(provider), {
    ...(edit as Partial<ProviderStatement>),
    ...(website !== undefined && { website: website || null }),
    ...(licenseInfo !== undefined && { licenseInfo: licenseInfo || null }),
    ...(insurance !== undefined && { insurance: insurance || null }),
  });
}
