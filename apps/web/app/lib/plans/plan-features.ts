/** Features of a plan as labels. */
import { entitlements, type Entitlement, type Tier } from '@hakiki/contract/entitlements';
import { m } from '../../paraglide/messages.js';

/** Labels of the features; a menu link is none. */
const featureLabels: Record<Entitlement, (() => string) | null> = {
  reviews: m.pricing_right_reviews,
  regtech: m.pricing_right_regtech,
  analysis: m.pricing_right_analysis,
  apiKeys: m.pricing_right_api_keys,
  apiLink: null,
};
export const planFeatures = Object.entries(featureLabels).flatMap(([name, label]) =>
  label ? { name: name as Entitlement, label } : [],
);

export const listPlanFeatures = (tier: Tier): string[] =>
  planFeatures.filter(({ name }) => entitlements[tier][name]).map(({ label }) => label());
