/** Which alerts a member wants to get, on the page and by email. */
import { announcedSeverities } from '@hakiki/contract/alert-announcing';
import type { AlertPreferences, setAlertPreferences } from '@hakiki/contract/alerts';
import { normaliseCountry } from '@hakiki/contract/countries';
import type { BodyOf } from '@hakiki/contract/endpoint';
import type { Database } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import * as store from './preferences-store.ts';

interface Deps {
  database: Database;
}

export async function getPreferences({ database }: Deps, { user }: UserActor): Promise<AlertPreferences> {
  const stored = await store.findPreferences(database.db, user.id);
  return stored ?? { severities: [...announcedSeverities], countries: [], getsEmail: false };
}

export const setPreferences = (
  { database }: Deps,
  { user }: UserActor,
  { severities, countries, getsEmail }: BodyOf<typeof setAlertPreferences>,
): Promise<AlertPreferences> =>
  store.upsertPreferences(database.db, user.id, {
    severities: announcedSeverities.filter((severity) => severities.includes(severity)),
    countries: [...new Set(countries.map(normaliseCountry).filter(Boolean))],
    getsEmail,
  });

/** The response is the same for an unknown key. */
export async function stopEmails({ database }: Deps, key: string): Promise<{ hasLeft: true }> {
  await store.deleteEmailKey(database.db, key);
  return { hasLeft: true };
}
