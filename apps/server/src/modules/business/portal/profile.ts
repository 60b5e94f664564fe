/** The fields of its listing that a business may change. */
import { normaliseCountry } from '@hakiki/contract/countries';
import { MAX_SECURITY_FEATURES, type SecurityFeature } from '@hakiki/contract/directory';
import { textLimits } from '@hakiki/contract/limits';
import * as z from 'zod';
import type { Profile } from '../../directory/service.ts';

const requiredText = (max: number) => z.string().trim().min(1).max(max);

const fields = {
  name: requiredText(textLimits.title),
  description: requiredText(textLimits.text),
  website: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable(),
  countries: z.array(requiredText(60).transform(normaliseCountry)).min(1).max(60),
  licenseInfo: requiredText(500).nullable(),
  established: z.int().nullable(),
  userCount: z.int().nullable(),
  securityFeatures: z.array(requiredText(100)).max(MAX_SECURITY_FEATURES),
  insurance: requiredText(500).nullable(),
  logoUrl: requiredText(100),
} satisfies Record<keyof Profile, z.ZodType>;

const fieldNames = Object.keys(fields) as (keyof Profile)[];

type Value = string | number | readonly (string | SecurityFeature)[] | null;

const toText = (value: Value): string =>
  typeof value === 'object'
    ? (value ?? []).map((item) => (typeof item === 'string' ? item : item.name)).join(', ')
    : String(value);

/** A business names its security features. Those that we know keep their state, new ones are not confirmed. */
const withStates = (names: readonly string[], current: readonly SecurityFeature[]): SecurityFeature[] =>
  names.map((name) => current.find((feature) => feature.name === name) ?? { name, state: 'not_confirmed' });

/** Returns the fields that would really change, without invalid values. */
export function toEffectiveChanges(changes: Record<string, unknown>, current: Profile): Partial<Profile> {
  const changed = fieldNames.flatMap((name) => {
    const { success, data } = fields[name].safeParse(changes[name]);
    if (!success || toText(data) === toText(current[name])) return [];
    return [
      [name, name === 'securityFeatures' ? withStates(data as string[], current.securityFeatures) : data] as const,
    ];
  });
  return Object.fromEntries(changed);
}

/** As text for the moderator. */
export const describeChanges = (changed: Partial<Profile>, current: Profile) =>
  fieldNames.flatMap((field) =>
    changed[field] === undefined ? [] : [{ field, from: toText(current[field]), to: toText(changed[field]) }],
  );
