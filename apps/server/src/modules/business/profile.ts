/** The fields of its listing that a business may change. */
import { normaliseCountry } from '@hakiki/contract/countries';
import { textLimits } from '@hakiki/contract/limits';
import * as z from 'zod';
import type { Profile } from '../directory/service.ts';

const filledText = (max: number) => z.string().trim().min(1).max(max);

const fields = {
  name: filledText(textLimits.title),
  description: filledText(textLimits.text),
  website: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable(),
  countries: z.array(filledText(60).transform(normaliseCountry)).min(1).max(60),
  licenseInfo: filledText(500).nullable(),
} satisfies Record<keyof Profile, z.ZodType>;

const names = Object.keys(fields) as (keyof Profile)[];

const toText = (value: string | readonly string[] | null): string =>
  typeof value === 'string' ? value : (value?.join(', ') ?? '');

/** Returns the fields that would really change, without invalid values. */
export function wantedOf(changes: Record<string, unknown>, now: Profile): Partial<Profile> {
  const wanted = names.flatMap((name) => {
    const { success, data } = fields[name].safeParse(changes[name]);
    return success && toText(data) !== toText(now[name]) ? [[name, data] as const] : [];
  });
  return Object.fromEntries(wanted);
}

/** As text for the moderator. */
export const describe = (wanted: Partial<Profile>, now: Profile) =>
  names.flatMap((field) =>
    wanted[field] === undefined ? [] : [{ field, from: toText(now[field]), to: toText(wanted[field]) }],
  );
