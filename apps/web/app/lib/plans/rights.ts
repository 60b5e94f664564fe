/** Features of a plan as labels. */
import { entitlements, type Entitlement, type Tier } from '@hakiki/contract/entitlements';
import { m } from '../../paraglide/messages.js';

/** Labels of the features; a menu link is none. */
const rightLabels: Record<Entitlement, (() => string) | null> = {
  reviews: m.pricing_right_reviews,
  regtech: m.pricing_right_regtech,
  analysis: m.pricing_right_analysis,
  apiKeys: m.pricing_right_api_keys,
  apiLink: null,
};
export const rights = Object.entries(rightLabels).flatMap(([name, label]) =>
  label ? { name: name as Entitlement, label } : [],
);

export const rightsOf = (tier: Tier): string[] =>
  rights.filter(({ name }) => entitlements[tier][name]).map(({ label }) => label());
