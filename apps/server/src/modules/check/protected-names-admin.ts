/** The names that staff protect from look-alikes, with the source of their official addresses. */
import type { BodyOf } from '@hakiki/contract/endpoint';
import { listLimits } from '@hakiki/contract/limits';
import type { addProtectedName, ProtectedName, ProtectedNameId } from '@hakiki/contract/lookalikes-admin';
import { AppError, invalidInput, notFound } from '../../platform/app-error.ts';
import type { Database } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { toSiteOrNull } from '../../platform/web-address/web-address.ts';
import { type AuditService, toAuditActor } from '../audit/service.ts';
import { isProtectable } from './lookalikes.ts';
import * as store from './store.ts';

interface NamesDeps {
  database: Database;
  audit: AuditService;
  /** Called after a change, so that this process uses it at once. */
  onChange: () => Promise<void>;
}

const present = (row: store.ProtectedNameRow): ProtectedName => ({
  id: row.id,
  name: row.name,
  otherNames: row.otherNames,
  officialHosts: row.officialSites,
  sourceUrl: row.sourceUrl,
  addedBy: row.addedByEmail,
  createdAt: row.createdAt.toISOString(),
});

export const list = async ({ database }: NamesDeps): Promise<ProtectedName[]> =>
  (await store.listNames(database.db)).map(present);

/** A name that honest sites contain would accuse them. */
function assertProtectable(names: readonly string[]): void {
  if (!names.every(isProtectable)) throw invalidInput({ name: 'NAME_TOO_COMMON' });
}

function readSites(hosts: readonly string[]): string[] {
  const sites = hosts.filter((host) => host.trim()).map((host) => toSiteOrNull(host.trim()));
  if (sites.length === 0) throw invalidInput({ officialHosts: 'OFFICIAL_HOST_REQUIRED' });
  return [...new Set(sites)].map((site) => {
    if (!site) throw invalidInput({ officialHosts: 'INVALID_URL' });
    return site;
  });
}

export async function add(
  { database, audit, onChange }: NamesDeps,
  actor: UserActor,
  { name, otherNames, officialHosts, sourceUrl }: BodyOf<typeof addProtectedName>,
): Promise<ProtectedName> {
  const others = [...new Set(otherNames.map((other) => other.trim()).filter(Boolean))];
  assertProtectable([name, ...others]);
  const officialSites = readSites(officialHosts);
  const row = await database.transaction(async (tx) => {
    if ((await store.countNames(tx)) >= listLimits.protectedNames) throw new AppError('TOO_MANY_PROTECTED_NAMES');
    const id = await store.insertName(tx, {
      name,
      otherNames: others,
      officialSites,
      sourceUrl,
      addedBy: actor.user.id,
    });
    await audit.record(tx, {
      actor: toAuditActor(actor),
      action: 'protected-name.added',
      subject: id,
      detail: { name, sites: officialSites.join(' '), source: sourceUrl },
    });
    return (await store.findName(tx, id))!;
  });
  await onChange();
  return present(row);
}

/** Adds the names that are not here, for the operator's command. Returns them. */
export async function addMissing(
  { database, audit, onChange }: NamesDeps,
  operator: string,
  names: readonly { name: string; officialHosts: readonly string[]; sourceUrl: string }[],
): Promise<string[]> {
  const added = await database.transaction(async (tx) => {
    const known = new Set((await store.listNames(tx)).map(({ name }) => name));
    const missing = names.filter(({ name }) => !known.has(name));
    for (const { name, officialHosts, sourceUrl } of missing) {
      assertProtectable([name]);
      const officialSites = readSites(officialHosts);
      const id = await store.insertName(tx, { name, otherNames: [], officialSites, sourceUrl });
      await audit.record(tx, {
        actor: { kind: 'operator', name: operator },
        action: 'protected-name.added',
        subject: id,
        detail: { name, sites: officialSites.join(' '), source: sourceUrl },
      });
    }
    return missing.map(({ name }) => name);
  });
  await onChange();
  return added;
}

export async function remove(
  { database, audit, onChange }: NamesDeps,
  actor: UserActor,
  id: ProtectedNameId,
): Promise<null> {
  await database.transaction(async (tx) => {
    if (!(await store.deleteName(tx, id))) throw notFound('PROTECTED_NAME_NOT_FOUND');
    await audit.record(tx, { actor: toAuditActor(actor), action: 'protected-name.removed', subject: id });
  });
  await onChange();
  return null;
}
