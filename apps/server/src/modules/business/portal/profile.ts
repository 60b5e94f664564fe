/** The fields of its listing that a business may change. */
import { normaliseCountry } from '@hakiki/contract/countries';
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
} satisfies Record<keyof Profile, z.ZodType>;

const fieldNames = Object.keys(fields) as (keyof Profile)[];

const toText = (value: string | readonly string[] | null): string =>
  typeof value === 'string' ? value : (value?.join(', ') ?? '');

/** Returns the fields that would really change, without invalid values. */
export function toEffectiveChanges(changes: Record<string, unknown>, current: Profile): Partial<Profile> {
  const changed = fieldNames.flatMap((name) => {
    const { success, data } = fields[name].safeParse(changes[name]);
    return success && toText(data) !== toText(current[name]) ? [[name, data] as const] : [];
  });
  return Object.fromEntries(changed);
}

/** As text for the moderator. */
export const describeChanges = (changed: Partial<Profile>, current: Profile) =>
  fieldNames.flatMap((field) =>
    changed[field] === undefined ? [] : [{ field, from: toText(current[field]), to: toText(changed[field]) }],
  );
