/**
 * A moderator masks private data that became public, without waiting for a second person: in the text itself, in merged
 * content, in every earlier version and in the reasons of its history. The masked text stays encrypted until a second
 * person has confirmed or reverted the mask (decision 0039).
 */
import {
  countCovered,
  hasFormatOfKind,
  maskRules,
  type MaskSpan,
  type MaskSubject,
  maskableFields,
  applyMasks,
} from '@hakiki/contract/masks';
import type { applyMask, getMaskable, Mask, MaskId } from '@hakiki/contract/masks-admin';
import type { BodyOf, ReplyOf } from '@hakiki/contract/endpoint';
import { textLimits } from '@hakiki/contract/limits';
import { findPrivateMarks } from '@hakiki/contract/private-marks';
import type { PublicStatement } from '@hakiki/contract/public-statements';
import { defaultLanguage, type Language } from '@hakiki/contract/site';
import { bindDeps } from '../../../platform/bind-deps.ts';
import { AppError, notFound } from '../../../platform/app-error.ts';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import { createRotatingBox, type RotatingBox } from '../../../platform/sealing/secret-box.ts';
import { tryOpen, type KeyRotation, rotateRows } from '../../../platform/key-rotation.ts';
import { toAuditActor, type AuditService } from '../../audit/service.ts';
import { type DecisionsService, type MaskableEntity, maskReason, maskVersion } from '../workflow/service.ts';
import * as store from './store.ts';

/** The functions that a module provides so that its public texts can be masked. */
export interface MaskableModule {
  /** Locks the row until the end of the transaction. Returns undefined when it is not public. */
  lock: (tx: Db, id: string) => Promise<MaskableEntity | undefined>;
  /** Saves texts by field path, and updates everything derived from them. */
  write: (tx: Db, id: string, texts: Readonly<Record<string, string>>) => Promise<void>;
}

interface Deps {
  database: Database;
  audit: AuditService;
  decisions: Pick<DecisionsService, 'recordMask'>;
  modules: Record<MaskSubject, MaskableModule>;
  /** Existing export files still contain the unmasked text. */
  deleteExports: () => Promise<void>;
  settings: Pick<Settings, 'appSecret'>;
}

export type MasksService = ReturnType<typeof createMasksService>;

const normalize = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** A mask must not hide the company that a warning is about. */
const coversName = ({ words }: MaskSpan, names: readonly string[]): boolean =>
  names
    .map(normalize)
    .some((name) => name !== '' && (name.includes(normalize(words)) || normalize(words).includes(name)));

const formatKindCounts = (spans: readonly MaskSpan[]): string =>
  [...new Set(spans.map(({ kind }) => kind))]
    .map((kind) => `${kind} ${spans.filter((span) => span.kind === kind).length}`)
    .join(', ');

/** Returns the texts of a statement by field path; items of a list get an index. */
function listStatementTexts(statement: PublicStatement): Record<string, string> {
  const fields = statement as unknown as Record<string, unknown>;
  return Object.fromEntries(
    maskableFields.flatMap((field): [string, string][] => {
      const value = fields[field];
      if (Array.isArray(value)) return value.map((text, index) => [`${field}.${index}`, String(text)]);
      return typeof value === 'string' ? [[field, value]] : [];
    }),
  );
}
function replaceTexts(statement: PublicStatement, texts: Readonly<Record<string, string>>): PublicStatement {
  const changed = structuredClone(statement) as unknown as Record<string, unknown>;
  for (const [path, text] of Object.entries(texts)) {
    const [field = '', index] = path.split('.');
    if (index === undefined) changed[field] = text;
    else (changed[field] as string[])[Number(index)] = text;
  }
  return changed as unknown as PublicStatement;
}

type Context = ReturnType<typeof createContext>;

function createContext(deps: Deps) {
  const { settings } = deps;
  const spanBox = createRotatingBox(settings.appSecret, 'masks/spans');
  const textBox = createRotatingBox(settings.appSecret, 'masks/text');
  return { ...deps, spanBox, textBox };
}

interface RewriteInput {
  subject: MaskSubject;
  subjectId: string;
  language: Language;
  /** The spans that are masked in the stored texts, and those to mask now. */
  before: readonly MaskSpan[];
  after: readonly MaskSpan[];
}

const openSpans = ({ spanBox }: Context, { id, sealedSpans }: Pick<store.MaskRow, 'id' | 'sealedSpans'>): MaskSpan[] =>
  sealedSpans ? (JSON.parse(spanBox.open(sealedSpans, id).toString()) as MaskSpan[]) : [];

const present = (deps: Context, row: store.MaskRow, viewer: UserActor): Mask => ({
  id: row.id,
  subject: row.subject,
  subjectId: row.subjectId,
  title: row.subjectTitle,
  spans: openSpans(deps, row),
  state: row.state,
  maskedBy: row.maskedByEmail,
  isOwn: row.maskedBy === viewer.user.id,
  createdAt: row.createdAt.toISOString(),
  dueAt: row.dueAt.toISOString(),
  isOverdue: row.isOverdue,
});

async function lockOrThrow({ modules }: Context, tx: Db, subject: MaskSubject, id: string): Promise<MaskableEntity> {
  const entity = await modules[subject].lock(tx, id);
  if (!entity) throw notFound('PUBLIC_TEXT_NOT_FOUND');
  return entity;
}

/** Returns a function that maps a text to its unmasked original; an edited text is returned unchanged. */
async function createUnmask(
  { textBox }: Context,
  tx: Db,
  subjectId: string,
  before: readonly MaskSpan[],
  language: Language,
) {
  const rows = await store.listTexts(tx, subjectId);
  const originals = new Map(rows.map(({ id, place, sealedText }) => [place, textBox.open(sealedText, id).toString()]));
  return (path: string, text: string): string => {
    const original = originals.get(path);
    return original !== undefined && applyMasks(original, before, language) === text ? original : text;
  };
}

/** Rewrites every text about the subject from its unmasked original. Returns the number of changed texts. */
async function rewriteTexts(
  deps: Context,
  tx: Db,
  entity: MaskableEntity,
  { subject, subjectId, language, before, after }: RewriteInput,
) {
  const unmask = await createUnmask(deps, tx, subjectId, before, language);
  let count = 0;
  const maskText = async (path: string, text: string): Promise<string> => {
    const unmasked = unmask(path, text);
    const masked = applyMasks(unmasked, after, language);
    if (masked === text) return text;
    count += 1;
    const id = uuidv7();
    if (after.length > 0) {
      await store.upsertText(tx, {
        id,
        subjectId,
        place: path,
        sealedText: deps.textBox.seal(Buffer.from(unmasked), id),
      });
    }
    return masked;
  };
  const maskTexts = async (prefix: string, texts: Readonly<Record<string, string>>) => {
    const changed: Record<string, string> = {};
    for (const [path, text] of Object.entries(texts)) {
      const masked = await maskText(`${prefix}:${path}`, text);
      if (masked !== text) changed[path] = masked;
    }
    return changed;
  };

  const changed = await maskTexts('row', entity.texts);
  if (Object.keys(changed).length > 0) await deps.modules[subject].write(tx, subjectId, changed);
  // Must run after the write above, which has added the previous text to the versions.
  for (const { id, statement, successor } of await store.listVersions(tx, subjectId)) {
    const statementChanges = await maskTexts(`version ${id}`, listStatementTexts(statement));
    const successorChanges = successor ? await maskTexts(`successor ${id}`, listStatementTexts(successor)) : {};
    if (Object.keys({ ...statementChanges, ...successorChanges }).length === 0) continue;
    await maskVersion(tx, id, {
      statement: replaceTexts(statement, statementChanges),
      successor: successor && replaceTexts(successor, successorChanges),
    });
  }
  for (const { id, reason } of await store.listReasons(tx, subjectId)) {
    const masked = await maskText(`reason ${id}`, reason!);
    if (masked !== reason) await maskReason(tx, id, masked);
  }
  if (after.length === 0) await store.deleteTexts(tx, subjectId);
  return count;
}

/** Rejects masks that are long, not private, cover a company name, or hide most of a text with earlier masks. */
async function assertSmall(
  deps: Context,
  tx: Db,
  entity: MaskableEntity,
  {
    subjectId,
    spans,
    activeMasks,
    language,
  }: { subjectId: string; spans: readonly MaskSpan[]; activeMasks: readonly store.MaskRow[]; language: Language },
): Promise<void> {
  if (!spans.every(hasFormatOfKind) || spans.some((span) => coversName(span, entity.names))) {
    throw new AppError('MASK_TOO_LARGE');
  }
  const unmask = await createUnmask(
    deps,
    tx,
    subjectId,
    activeMasks.flatMap((arg0) => openSpans(deps, arg0)),
    language,
  );
  const unconfirmed = [
    ...activeMasks.filter(({ state }) => state === 'open').flatMap((arg0) => openSpans(deps, arg0)),
    ...spans,
  ];
  for (const [path, text] of Object.entries(entity.texts)) {
    if (applyMasks(text, spans, language) === text) continue;
    const unmasked = unmask(`row:${path}`, text);
    if (countCovered(unmasked, unconfirmed) > unmasked.length * maskRules.share) throw new AppError('MASK_TOO_LARGE');
  }
}

const recordDecision = async (
  { decisions, modules }: Context,
  tx: Db,
  actor: UserActor,
  before: MaskableEntity,
  row: Pick<store.MaskRow, 'id' | 'subject' | 'subjectId'>,
  isReverted: boolean,
) => {
  const after = await modules[row.subject].lock(tx, row.subjectId);
  await decisions.recordMask(tx, {
    actor,
    subject: row.subject,
    subjectId: row.subjectId,
    status: before.status,
    ...(before.publicSnapshot &&
      after?.publicSnapshot && { publicSnapshots: { before: before.publicSnapshot, after: after.publicSnapshot } }),
    mask: { id: row.id, isReverted },
  });
  return after;
};

async function apply(
  deps: Context,
  tx: Db,
  actor: UserActor,
  { subject, subjectId, spans }: BodyOf<typeof applyMask>,
): Promise<MaskId> {
  const entity = await lockOrThrow(deps, tx, subject, subjectId);
  if (await store.hasBlockingOverdueMask(tx, actor.user.id)) throw new AppError('MASKS_OVERDUE');
  if (spans.length === 0) throw new AppError('NOTHING_TO_MASK');
  const activeMasks = await store.listActive(tx, subjectId);
  const language =
    activeMasks[0]?.language ?? entity.language ?? (await store.findFilingLanguage(tx, subjectId)) ?? defaultLanguage;
  if ((await store.countOpenSpans(tx, subjectId, actor.user.id)) + spans.length > maskRules.openSpans) {
    throw new AppError('MASK_TOO_LARGE');
  }
  await assertSmall(deps, tx, entity, { subjectId, spans, activeMasks, language });
  const id = uuidv7<MaskId>();
  const sealedSpans = deps.spanBox.seal(Buffer.from(JSON.stringify(spans)), id);
  const mask = { id, subject, subjectId, subjectTitle: '', language, sealedSpans, spanCount: spans.length };
  await store.insertMask(tx, { ...mask, maskedBy: actor.user.id });
  const before = activeMasks.flatMap((arg0) => openSpans(deps, arg0));
  const count = await rewriteTexts(deps, tx, entity, {
    subject,
    subjectId,
    language,
    before,
    after: [...before, ...spans],
  });
  if (count === 0) throw new AppError('NOTHING_TO_MASK');
  const after = await recordDecision(deps, tx, actor, entity, mask, false);
  await store.setTitle(tx, id, (after ?? entity).title.slice(0, textLimits.title));
  const detail = { mask: id, kinds: formatKindCounts(spans), texts: count };
  await deps.audit.record(tx, { actor: toAuditActor(actor), action: 'mask.applied', subject: subjectId, detail });
  return id;
}

/** Only another person than the author of the mask may confirm or revert it. */
async function lockOpenMask(tx: Db, actor: UserActor, id: MaskId): Promise<store.MaskRow> {
  const found = await store.findMask(tx, id);
  if (!found) throw notFound('MASK_NOT_FOUND');
  if (found.maskedBy === actor.user.id) throw new AppError('OWN_MASK');
  if ((await store.lockMask(tx, id))?.state !== 'open') throw new AppError('ALREADY_DECIDED');
  return found;
}

const createKeyRotation = (
  { database }: Context,
  what: string,
  box: RotatingBox,
  rows: typeof store.listSealedTexts | typeof store.listSealedSpans,
  reseal: typeof store.resealText,
): KeyRotation => ({
  what,
  ends: 'renewed',
  rotate: (renews) =>
    rotateRows(
      {
        readPage: (after) => rows(database.db, after) as Promise<{ id: string; sealed: Buffer | null }[]>,
        checkRow: ({ id, sealed }) => {
          if (!sealed || !box.isOlder(sealed)) return 'current';
          return tryOpen(() => box.open(sealed, id)) === undefined ? 'lost' : 'older';
        },
        renew: async ({ id, sealed }) =>
          (await reseal(database.db, id, sealed!, box.seal(box.open(sealed!, id), id))) ? 'renewed' : 'left',
      },
      renews,
    ),
});

const list = async (deps: Context, actor: UserActor): Promise<Mask[]> =>
  (await store.listOpen(deps.database.db)).map((row) => present(deps, row, actor));

/** Returns the public texts that can be masked. */
const listTexts = (deps: Context, subject: MaskSubject, subjectId: string): Promise<ReplyOf<typeof getMaskable>> =>
  deps.database.transaction(async (tx) => {
    const { title, texts, names } = await lockOrThrow(deps, tx, subject, subjectId);
    const ownTexts = Object.entries(texts).filter(([path]) => !path.startsWith('merged'));
    return {
      subject,
      subjectId,
      title: title.slice(0, textLimits.title),
      texts: ownTexts.map(([field, text]) => ({
        field: field.split('.')[0]!,
        text,
        marks: findPrivateMarks(text, names),
      })),
    };
  });

async function maskSpans(deps: Context, actor: UserActor, input: BodyOf<typeof applyMask>): Promise<Mask> {
  const id = await deps.database.transaction((tx) => apply(deps, tx, actor, input));
  await deps.deleteExports();
  return present(deps, (await store.findMask(deps.database.db, id))!, actor);
}

const confirm = (deps: Context, actor: UserActor, id: MaskId): Promise<Mask> =>
  deps.database.transaction(async (tx) => {
    const { subjectId } = await lockOpenMask(tx, actor, id);
    await store.closeMask(tx, id, 'confirmed', actor.user.id);
    await deps.audit.record(tx, {
      actor: toAuditActor(actor),
      action: 'mask.confirmed',
      subject: subjectId,
      detail: { mask: id },
    });
    return present(deps, (await store.findMask(tx, id))!, actor);
  });

/** Restores the masked text where it is still masked; a text that was edited since stays as it is. */
const revert = (deps: Context, actor: UserActor, id: MaskId): Promise<Mask> =>
  deps.database.transaction(async (tx) => {
    const knownMask = await store.findMask(tx, id);
    if (!knownMask) throw notFound('MASK_NOT_FOUND');
    // Same lock order as when the mask was applied: the entity, then the mask.
    const entity = await deps.modules[knownMask.subject].lock(tx, knownMask.subjectId);
    const row = await lockOpenMask(tx, actor, id);
    const activeMasks = await store.listActive(tx, row.subjectId);
    const { subject, subjectId, language } = row;
    await store.closeMask(tx, id, 'reverted', actor.user.id);
    if (entity) {
      const before = activeMasks.flatMap((arg0) => openSpans(deps, arg0));
      const after = activeMasks.filter((mask) => mask.id !== id).flatMap((arg0) => openSpans(deps, arg0));
      await rewriteTexts(deps, tx, entity, { subject, subjectId, language, before, after });
      await recordDecision(deps, tx, actor, entity, row, true);
    }
    await deps.audit.record(tx, {
      actor: toAuditActor(actor),
      action: 'mask.reverted',
      subject: subjectId,
      detail: { mask: id },
    });
    return present(deps, (await store.findMask(tx, id))!, actor);
  });

const countOverdue = ({ database }: Context) => store.countOverdue(database.db);

/** Deletes the original text of confirmed masks permanently. Returns the number of masks. */
async function purgeExpired(deps: Context): Promise<number> {
  const due = await store.listPurgeable(deps.database.db);
  for (const { id, subjectId } of due) {
    await deps.database.transaction(async (tx) => {
      const activeMasks = await store.listActive(tx, subjectId);
      const ownMask = activeMasks.find((mask) => mask.id === id);
      if (!ownMask) return;
      const spans = openSpans(deps, ownMask);
      for (const text of await store.listTexts(tx, subjectId)) {
        const masked = applyMasks(deps.textBox.open(text.sealedText, text.id).toString(), spans, ownMask.language);
        await store.upsertText(tx, { ...text, sealedText: deps.textBox.seal(Buffer.from(masked), text.id) });
      }
      if (activeMasks.length === 1) await store.deleteTexts(tx, subjectId);
      await store.clearSpans(tx, id);
    });
  }
  return due.length;
}

export function createMasksService(deps: Deps) {
  const context = createContext(deps);
  return {
    ...bindDeps(context, { list, listTexts, apply: maskSpans, confirm, revert, countOverdue, purgeExpired }),
    keyRotations: [
      createKeyRotation(context, 'masked words', context.spanBox, store.listSealedSpans, store.resealSpans),
      createKeyRotation(
        context,
        'texts before they were masked',
        context.textBox,
        store.listSealedTexts,
        store.resealText,
      ),
    ] satisfies KeyRotation[],
  };
}
