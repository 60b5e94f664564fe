/** Changes of registers, laws and warnings: one person proposes, a second one confirms exactly what was shown. */
import { createHash } from 'node:crypto';
import type { ProviderId } from '@hakiki/contract/directory';
import type { BodyOf } from '@hakiki/contract/endpoint';
import type {
  addRegister,
  AdminRegister,
  LicenceProposal,
  LicenceProposalId,
  proposeMatch,
  proposeRegime,
  proposeWarning,
} from '@hakiki/contract/licences-admin';
import type { LicenceProposalKind } from '@hakiki/contract/licence-values';
import type { LicenceEntry, RegisterId } from '@hakiki/contract/licences';
import { toDay } from '../../platform/clock/clock.ts';
import { AppError, notFound } from '../../platform/app-error.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { type AuditService, toAuditActor } from '../audit/service.ts';
import * as adminStore from './admin-store.ts';
import { compareRegister, toDifferences } from './differences.ts';
import { parseRegister, type RegisterRow, UnreadableRegister } from './parse-register.ts';
import * as store from './store.ts';

interface Deps {
  database: Database;
  audit: AuditService;
}

interface FilePayload {
  registerId: RegisterId;
  asOf: string;
  rows: RegisterRow[];
}
type MatchPayload = BodyOf<typeof proposeMatch>;
type RegimePayload = BodyOf<typeof proposeRegime>;
type WarningPayload = BodyOf<typeof proposeWarning>;

const ofRegister = (id: RegisterId) => store.ofRegister(id);
const computeSha256 = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');

const listTasks = async ({ database: { db } }: Deps, actor: UserActor) => {
  const [registers, rows, unmatched, claims] = await Promise.all([
    adminStore.listAdminRegisters(db),
    adminStore.listOpenProposals(db),
    store.listEntries(db, store.isUnmatched, 50),
    adminStore.listUnseenClaims(db),
  ]);
  const proposals = await Promise.all(rows.map((row) => present(db, row, actor)));
  return { registers, proposals, unmatched, claims };
};

async function present(db: Db, row: adminStore.ProposalRow, actor: UserActor): Promise<LicenceProposal> {
  const { id, kind, country, title, payload, fileHash, proposedBy, proposedByEmail, createdAt } = row;
  const comparison = kind === 'file' ? await compareFile(db, payload as FilePayload) : undefined;
  const differences = comparison ? toDifferences(comparison) : [];
  return {
    id,
    kind,
    country,
    title,
    proposedBy: proposedByEmail,
    isOwn: proposedBy === actor.user.id,
    createdAt: createdAt.toISOString(),
    seen: computeSha256(JSON.stringify([id, payload, differences])),
    fileHash,
    unchanged: comparison?.unchanged ?? null,
    differences,
    fields:
      kind === 'file'
        ? []
        : Object.entries(payload as Record<string, string | string[] | boolean | null>).map(([name, value]) => ({
            name,
            value: Array.isArray(value) ? value.join(', ') : String(value ?? ''),
          })),
  };
}

const compareFile = async (db: Db, { registerId, rows }: FilePayload) =>
  compareRegister(await store.listEntries(db, ofRegister(registerId)), rows);

const saveRegister = ({ database, audit }: Deps, actor: UserActor, body: BodyOf<typeof addRegister>) =>
  database.transaction(async (tx): Promise<AdminRegister> => {
    const id = uuidv7<RegisterId>();
    await adminStore.insertRegister(tx, { ...body, id, fileUrl: body.fileUrl || null });
    await audit.record(tx, { actor: toAuditActor(actor), action: 'licence.register-added', subject: id });
    const [register] = await adminStore.listAdminRegisters(tx, id);
    return register!;
  });

interface Draft {
  kind: LicenceProposalKind;
  country: string;
  subject: string;
  title: string;
  payload: object;
  fileId?: string;
}

async function insertDraft({ audit }: Deps, tx: Db, actor: UserActor, draft: Draft): Promise<LicenceProposal> {
  const id = uuidv7<LicenceProposalId>();
  const isNew = await adminStore.insertProposal(tx, { ...draft, id, proposedBy: actor.user.id });
  if (!isNew) throw new AppError('ALREADY_PROPOSED');
  await audit.record(tx, {
    actor: toAuditActor(actor),
    action: 'licence.proposed',
    subject: id,
    detail: { kind: draft.kind },
  });
  return present(tx, (await adminStore.findProposal(tx, id))!, actor);
}

const upload = (deps: Deps, actor: UserActor, registerId: RegisterId, asOf: string, content: Uint8Array) =>
  deps.database.transaction(async (tx) => {
    const register = await adminStore.lockRegister(tx, registerId);
    if (!register) throw notFound('REGISTER_NOT_FOUND');
    const rows = parseUpload(register.format, content);
    await adminStore.withdrawReading(tx, registerId);
    const fileId = uuidv7();
    await adminStore.insertFile(tx, {
      id: fileId,
      registerId,
      content: Buffer.from(content),
      sha256: computeSha256(content),
      asOf,
      isUploaded: true,
    });
    return insertDraft(deps, tx, actor, {
      kind: 'file',
      country: register.country,
      subject: registerId,
      title: register.name,
      payload: { registerId, asOf, rows } satisfies FilePayload,
      fileId,
    });
  });

async function getFile({ database: { db } }: Deps, hash: string) {
  const file = await adminStore.findFile(db, hash);
  if (!file) throw notFound('REGISTER_NOT_FOUND');
  return { name: `${hash}.${file.format}`, bytes: new Uint8Array(file.content) };
}

function parseUpload(...args: Parameters<typeof parseRegister>): RegisterRow[] {
  try {
    return parseRegister(...args);
  } catch (error) {
    if (error instanceof UnreadableRegister) throw new AppError('REGISTER_FILE_REFUSED', { cause: error });
    throw error;
  }
}

async function assertProvider(tx: Db, id: ProviderId | null): Promise<void> {
  if (id !== null && !(await adminStore.findProviderName(tx, id))) throw notFound('PROVIDER_NOT_FOUND');
}

async function getEntry(tx: Db, registerId: RegisterId, key: string): Promise<LicenceEntry> {
  const [entry] = await store.listEntries(tx, store.isEntry(registerId, key), 1);
  if (!entry) throw notFound('REGISTER_NOT_FOUND');
  return entry;
}

const saveMatch = (deps: Deps, actor: UserActor, payload: MatchPayload) =>
  deps.database.transaction(async (tx) => {
    const { registerId, key, providerId } = payload;
    const { holder, register } = await getEntry(tx, registerId, key);
    await assertProvider(tx, providerId);
    const name = providerId && (await adminStore.findProviderName(tx, providerId))?.name;
    return insertDraft(deps, tx, actor, {
      kind: 'match',
      country: register.country,
      subject: `${registerId} ${key}`,
      title: `${holder} = ${name ?? '–'}`,
      payload,
    });
  });

const saveRegime = (deps: Deps, actor: UserActor, payload: RegimePayload) =>
  deps.database.transaction((tx) =>
    insertDraft(deps, tx, actor, {
      kind: 'regime',
      country: payload.country,
      subject: `regime ${payload.country}`,
      title: payload.instrument,
      payload,
    }),
  );

const saveWarning = (deps: Deps, actor: UserActor, payload: WarningPayload) =>
  deps.database.transaction(async (tx) => {
    await assertProvider(tx, payload.providerId);
    return insertDraft(deps, tx, actor, {
      kind: 'warning',
      country: payload.country,
      subject: `warning ${payload.country} ${payload.url}`,
      title: payload.title,
      payload,
    });
  });

async function lockOpen(tx: Db, id: LicenceProposalId): Promise<adminStore.ProposalRow> {
  const locked = await adminStore.lockProposal(tx, id);
  if (!locked) throw notFound('PROPOSAL_NOT_FOUND');
  if (locked.state !== 'open') throw new AppError('ALREADY_DECIDED');
  return (await adminStore.findProposal(tx, id))!;
}

/** A file that the worker has read has no proposer yet: the first person adopts it, the second one confirms. */
const confirm = (deps: Deps, actor: UserActor, id: LicenceProposalId, seen: string) =>
  deps.database.transaction(async (tx) => {
    const row = await lockOpen(tx, id);
    if (row.proposedBy === actor.user.id) throw new AppError('OWN_PROPOSAL');
    if (row.kind === 'file') await adminStore.lockRegister(tx, (row.payload as FilePayload).registerId);
    if ((await present(tx, row, actor)).seen !== seen) throw new AppError('PROPOSAL_OVERTAKEN');
    const isAdopted = row.proposedBy === null && row.kind === 'file';
    if (isAdopted) await adminStore.setProposer(tx, id, actor.user.id);
    else {
      await adminStore.closeProposal(tx, id, 'confirmed', actor.user.id);
      await apply(tx, row);
    }
    await deps.audit.record(tx, {
      actor: toAuditActor(actor),
      action: isAdopted ? 'licence.proposed' : 'licence.confirmed',
      subject: id,
      detail: { kind: row.kind },
    });
    return { id };
  });

const withdraw = (deps: Deps, actor: UserActor, id: LicenceProposalId) =>
  deps.database.transaction(async (tx) => {
    await lockOpen(tx, id);
    await adminStore.closeProposal(tx, id, 'withdrawn', actor.user.id);
    await deps.audit.record(tx, { actor: toAuditActor(actor), action: 'licence.withdrawn', subject: id });
    return { id };
  });

/** Writes the rows of a confirmed proposal, and what the public reads about the change. */
async function apply(tx: Db, row: adminStore.ProposalRow): Promise<void> {
  switch (row.kind) {
    case 'file':
      return applyFile(tx, row.payload as FilePayload, row.fileId!);
    case 'match':
      return applyMatch(tx, row.payload as MatchPayload);
    case 'regime':
      return applyRegime(tx, row.payload as RegimePayload, row.createdAt);
    case 'warning':
      return applyWarning(tx, row.payload as WarningPayload, row.createdAt);
  }
}

/** Also for a file of the worker that changes nothing. */
export async function applyFile(tx: Db, payload: FilePayload, fileId: string): Promise<void> {
  const { registerId, asOf } = payload;
  const { changed } = await compareFile(tx, payload);
  await adminStore.insertCheck(tx, { registerId, fileId, asOf, checkedOn: toDay(new Date()) });
  if (changed.length === 0) return;
  const [register] = await adminStore.listAdminRegisters(tx, registerId);
  await adminStore.insertEntries(
    tx,
    changed.map(({ after: { key, holder, number, scope, state, grantedOn, endsOn } }) => ({
      registerId,
      entryKey: key,
      fileId,
      ...{ holder, number, scope, state, grantedOn, endsOn },
    })),
  );
  await adminStore.insertChanges(
    tx,
    changed.map(({ before, after }) => ({
      id: uuidv7(),
      kind: 'licence' as const,
      country: register!.country,
      source: register!.name,
      sourceUrl: register!.url,
      subject: after.holder,
      fromState: before?.state ?? null,
      toState: after.state,
      providerId: before?.provider?.id ?? null,
    })),
  );
}

async function applyMatch(tx: Db, { registerId, key, providerId }: MatchPayload): Promise<void> {
  const { register, holder, state, provider } = await getEntry(tx, registerId, key);
  await adminStore.insertMatch(tx, { registerId, entryKey: key, providerId });
  await adminStore.insertChanges(tx, [
    {
      id: uuidv7(),
      kind: 'licence',
      country: register.country,
      source: register.name,
      sourceUrl: register.url,
      subject: holder,
      fromState: provider ? state : null,
      toState: providerId ? state : null,
      providerId: providerId ?? provider?.id ?? null,
    },
  ]);
}

async function applyRegime(tx: Db, { since, asOf, ...regime }: RegimePayload, readAt: Date): Promise<void> {
  const [before] = await store.listRegimes(tx, regime.country);
  const checkedOn = readAt.toISOString().slice(0, 10);
  await adminStore.insertRegime(tx, { ...regime, since: since || null, asOf: asOf || null, checkedOn });
  await adminStore.insertChanges(tx, [
    {
      id: uuidv7(),
      kind: 'regime',
      country: regime.country,
      source: regime.sourceName,
      sourceUrl: regime.sourceUrl,
      fromState: before?.regime ?? null,
      toState: regime.regime,
    },
  ]);
}

async function applyWarning(tx: Db, warning: WarningPayload, readAt: Date): Promise<void> {
  const { status, ...told } = warning;
  const { country, authority, title, url, providerId } = told;
  const isLifted = status === 'lifted';
  await adminStore.insertWarning(tx, { ...told, isLifted, checkedOn: readAt.toISOString().slice(0, 10) });
  await adminStore.insertChanges(tx, [
    {
      id: uuidv7(),
      kind: 'warning',
      country,
      source: authority,
      sourceUrl: url,
      subject: title,
      fromState: isLifted ? 'warned' : null,
      toState: isLifted ? null : 'warned',
      providerId,
    },
  ]);
}

/** Work that waits for a person: proposals of others, and claims that no register knows. */
const countWaiting = async (deps: Deps, actor: UserActor): Promise<number> => {
  const { proposals, claims } = await listTasks(deps, actor);
  return proposals.filter(({ isOwn }) => !isOwn).length + claims.length;
};

export const createLicenceProposals = (deps: Deps) =>
  bindDeps(deps, {
    listTasks,
    saveRegister,
    upload,
    getFile,
    saveMatch,
    saveRegime,
    saveWarning,
    confirm,
    withdraw,
    countWaiting,
  });
