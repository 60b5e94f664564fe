import type { UserId } from '@hakiki/contract/accounts';
import type { ProviderId } from '@hakiki/contract/directory';
import type { AdminRegister, ClaimNotFound, LicenceProposalId } from '@hakiki/contract/licences-admin';
import { licenceLimits } from '@hakiki/contract/licence-values';
import type { RegisterId } from '@hakiki/contract/licences';
import { and, asc, eq, sql } from 'drizzle-orm';
import { isoTimeSql } from '../../platform/db/columns.ts';
import type { Db } from '../../platform/db/database.ts';
import { firstRow } from '../../platform/db/find-one.ts';
import { users } from '../accounts/read-model.ts';
import { providerEvidence, providers } from '../directory/read-model.ts';
import {
  licenceChanges,
  licenceChecks,
  licenceFiles,
  licenceMatches,
  licenceProposals,
  licenceRegimes,
  licenceRegisters,
  licences,
  licenceWarnings,
} from './tables.ts';

const MAX_LISTED = 50;
export async function listAdminRegisters(db: Db, id?: RegisterId): Promise<AdminRegister[]> {
  const { rows } = await db.execute(sql`
    select g.id, g.country, g.authority, g.name, g.url, g.file_url as "fileUrl", g.format, g.fault,
      ${sql.raw(isoTimeSql('g.last_read_at'))} as "lastReadAt", to_char(k.as_of, 'YYYY-MM-DD') as "asOf",
      to_char(k.checked_on, 'YYYY-MM-DD') as "checkedOn", k.sha256 as "fileHash"
    from ${licenceRegisters} g left join lateral (
      select c.as_of, c.checked_on, f.sha256 from ${licenceChecks} c join ${licenceFiles} f on f.id = c.file_id
      where c.register_id = g.id order by c.id desc limit 1
    ) k on true
    ${id === undefined ? sql`` : sql`where g.id = ${id}`}
    order by g.country, g.name, g.id limit ${licenceLimits.registers}`);
  return rows as unknown as AdminRegister[];
}

export const insertRegister = (tx: Db, register: typeof licenceRegisters.$inferInsert) =>
  tx.insert(licenceRegisters).values(register);

/** Serialises uploads, runs of the worker and confirmations of one register. */
export const lockRegister = (tx: Db, id: RegisterId) =>
  tx.select().from(licenceRegisters).where(eq(licenceRegisters.id, id)).for('update').then(firstRow);

export const insertFile = (tx: Db, file: typeof licenceFiles.$inferInsert) => tx.insert(licenceFiles).values(file);
export const insertCheck = (tx: Db, check: typeof licenceChecks.$inferInsert) => tx.insert(licenceChecks).values(check);
export const insertEntries = (tx: Db, entries: (typeof licences.$inferInsert)[]) => tx.insert(licences).values(entries);
export const insertMatch = (tx: Db, match: typeof licenceMatches.$inferInsert) =>
  tx.insert(licenceMatches).values(match);
export const insertRegime = (tx: Db, regime: typeof licenceRegimes.$inferInsert) =>
  tx.insert(licenceRegimes).values(regime);
export const insertWarning = (tx: Db, warning: typeof licenceWarnings.$inferInsert) =>
  tx.insert(licenceWarnings).values(warning);
export const insertChanges = (tx: Db, changes: (typeof licenceChanges.$inferInsert)[]) =>
  tx.insert(licenceChanges).values(changes);

export const findLastCheck = (tx: Db, registerId: RegisterId) =>
  tx
    .select({ fileId: licenceChecks.fileId, asOf: licenceChecks.asOf, sha256: licenceFiles.sha256 })
    .from(licenceChecks)
    .innerJoin(licenceFiles, eq(licenceFiles.id, licenceChecks.fileId))
    .where(eq(licenceChecks.registerId, registerId))
    .orderBy(sql`${licenceChecks.id} desc`)
    .limit(1)
    .then(firstRow);

export const findFile = (db: Db, sha256: string) =>
  db
    .select({ content: licenceFiles.content, format: licenceRegisters.format })
    .from(licenceFiles)
    .innerJoin(licenceRegisters, eq(licenceRegisters.id, licenceFiles.registerId))
    .where(eq(licenceFiles.sha256, sha256))
    .limit(1)
    .then(firstRow);

export const findProviderName = (tx: Db, id: ProviderId) =>
  tx
    .select({ name: providers.name })
    .from(providers)
    .where(sql`${providers.id} = ${id} and ${providers.reviewState} = 'approved'`)
    .then(firstRow);

const proposalColumns = {
  id: licenceProposals.id,
  kind: licenceProposals.kind,
  country: licenceProposals.country,
  title: licenceProposals.title,
  payload: licenceProposals.payload,
  fileId: licenceProposals.fileId,
  fileHash: licenceFiles.sha256,
  state: licenceProposals.state,
  proposedBy: licenceProposals.proposedBy,
  proposedByEmail: users.email,
  createdAt: licenceProposals.createdAt,
};
const selectProposals = (db: Db) =>
  db
    .select(proposalColumns)
    .from(licenceProposals)
    .leftJoin(users, eq(users.id, licenceProposals.proposedBy))
    .leftJoin(licenceFiles, eq(licenceFiles.id, licenceProposals.fileId));

export type ProposalRow = Awaited<ReturnType<typeof listOpenProposals>>[number];

export const listOpenProposals = (db: Db) =>
  selectProposals(db)
    .where(eq(licenceProposals.state, 'open'))
    .orderBy(asc(licenceProposals.createdAt), asc(licenceProposals.id))
    .limit(MAX_LISTED);

export const findProposal = (db: Db, id: LicenceProposalId) =>
  selectProposals(db).where(eq(licenceProposals.id, id)).then(firstRow);

export const lockProposal = (tx: Db, id: LicenceProposalId) =>
  tx
    .select({ state: licenceProposals.state })
    .from(licenceProposals)
    .where(eq(licenceProposals.id, id))
    .for('update')
    .then(firstRow);

/** False if a proposal about the same subject is open. */
export const insertProposal = (tx: Db, proposal: typeof licenceProposals.$inferInsert): Promise<boolean> =>
  tx
    .insert(licenceProposals)
    .values(proposal)
    .onConflictDoNothing()
    .returning({ id: licenceProposals.id })
    .then((rows) => rows.length > 0);

export const setProposer = (tx: Db, id: LicenceProposalId, proposedBy: UserId) =>
  tx.update(licenceProposals).set({ proposedBy }).where(eq(licenceProposals.id, id));

export const closeProposal = (tx: Db, id: LicenceProposalId, state: 'confirmed' | 'withdrawn', settledBy: UserId) =>
  tx
    .update(licenceProposals)
    .set({ state, settledBy, settledAt: sql`now()` })
    .where(eq(licenceProposals.id, id));

/** A newer reading replaces one that nobody has adopted yet. */
export const withdrawReading = (tx: Db, subject: string) =>
  tx
    .update(licenceProposals)
    .set({ state: 'withdrawn', settledAt: sql`now()` })
    .where(
      and(
        eq(licenceProposals.subject, subject),
        eq(licenceProposals.state, 'open'),
        sql`${licenceProposals.proposedBy} is null`,
      ),
    );

/** Listed providers that claim a licence in a country with a register, of whom no register and no person knows one. */
export async function listUnseenClaims(db: Db): Promise<ClaimNotFound[]> {
  const { rows } = await db.execute(sql`
    select p.id, p.name, p.license_info as "licenseInfo" from ${providers} p
    where p.review_state = 'approved' and btrim(p.license_info) <> ''
      and p.countries && array(
        select g.country from ${licenceRegisters} g
        where exists (select from ${licenceChecks} k where k.register_id = g.id)
      )
      and not exists (select from ${licenceMatches} m where m.provider_id = p.id)
      and not exists (
        select from ${providerEvidence} e
        where e.provider_id = p.id and e.withdrawn_at is null and e.kind in ('licence', 'registration')
      )
    order by p.id limit ${MAX_LISTED}`);
  return rows as unknown as ClaimNotFound[];
}

// The worker

/** Claims a due register; a crashed worker's register is due again after the interval. */
export async function claimDueRegister(db: Db, intervalSeconds: number) {
  const { rows } = await db.execute<{ id: RegisterId }>(sql`
    update ${licenceRegisters} set next_run_at = now() + make_interval(secs => ${intervalSeconds})
    where id = (
      select id from ${licenceRegisters} where file_url is not null and next_run_at <= now()
      order by next_run_at limit 1 for update skip locked
    ) returning id`);
  const [claimed] = rows;
  if (!claimed) return undefined;
  return db.select().from(licenceRegisters).where(eq(licenceRegisters.id, claimed.id)).then(firstRow);
}

export const recordRun = (
  db: Db,
  id: RegisterId,
  run: Partial<Pick<typeof licenceRegisters.$inferInsert, 'etag' | 'lastModified' | 'bodyHash'>> & {
    fault: string | null;
    failures: number;
  },
) =>
  db
    .update(licenceRegisters)
    .set({ ...run, ...(run.fault === null && { lastReadAt: sql`now()` }) })
    .where(eq(licenceRegisters.id, id));
