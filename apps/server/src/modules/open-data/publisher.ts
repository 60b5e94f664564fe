/**
 * Publishes the indicators as files, within seconds of a change. A release is what the database says at one moment,
 * compared with the release before; so it does not matter when or how often a worker was stopped.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RANGE_SLOT_BYTES } from '@hakiki/contract/open-data-values';
import type { Database, Db } from '../../platform/db/database.ts';
import { startPollingLoop } from '../../platform/jobs/polling-loop.ts';
import type { Log } from '../../platform/log/log.ts';
import { parseSigningKey, type SigningKey } from '../../platform/signing/signed-note.ts';
import type { IndicatorsService } from '../indicators/service.ts';
import { toBatch } from './batch.ts';
import { type BlindIndicators, MAX_TAGS_PER_RELEASE, tagHidden, writeBlindRanges } from './blind-ranges.ts';
import { type Entry, toTier } from './entry.ts';
import { createFilterWriter, createMispWriter, createStixWriter } from './exchange-writers.ts';
import { blindRanges, computeSlots, ranges as rangeLayout, type RangeLayout } from './formats/ranges.ts';
import {
  type Manifest,
  MANIFEST_NAME,
  type ManifestFile,
  PUBLIC_KEY_NAME,
  SIGNATURE_NAME,
  VALID_HOURS,
} from './manifest.ts';
import { createSignature, formatPublicKey } from '../../platform/signing/minisign.ts';
import { createOutputFile, type WrittenFile } from './output-file.ts';
import {
  clearUnreleased,
  createRangeWriter,
  findIntactSlots,
  markUnreleased,
  RangeOverflowError,
} from './range-folder.ts';
import {
  finishRelease,
  linkFiles,
  type Progress,
  readCurrent,
  type Release,
  removeOldReleases,
  startRelease,
  STATE_NAME,
  writeDurably,
  writeProgress,
} from './release-folder.ts';
import { createComparison, encodeRecords, type Step } from './state-file.ts';
import * as store from './store.ts';
import { OPEN_LICENCE, type ReleaseInfo, type Writer } from './writer.ts';
import { createChangesWriter, createFeedWriter, createHostListWriter, createRecordWriter } from './writers.ts';

const INTERVAL_MS = 10_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Half of the time for which a manifest is valid. */
const RENEW_MS = (VALID_HOURS / 2) * HOUR_MS;
/** Files of daily changes that are served. */
const CHANGE_DAYS = 30;
const MAX_DELAYS = 1000;
/** Over which the share of wrong entries is printed. */
const ERROR_DAYS = 90;

/** For tests, which stop there as a kill would. */
export const publishingSteps = ['started', 'written', 'ranges', 'signed', 'released', 'cleaned'] as const;
export type PublishingStep = (typeof publishingSteps)[number];

interface Deps {
  database: Database;
  indicators: Pick<IndicatorsService, 'findSettledSequence'> & BlindIndicators;
  folder: string;
  signingKey: string;
  publicUrl: string;
  /** Tests stop here, as a kill would. */
  onStep?: (step: PublishingStep) => void;
}

interface Context extends Deps {
  key: SigningKey;
  now: Date;
  before: Release | undefined;
  sequence: number;
}

const isDue = async ({ database }: Deps, before: Release | undefined, now: Date): Promise<boolean> =>
  !before ||
  now.getTime() - new Date(before.manifest.generatedAt).getTime() >= RENEW_MS ||
  (await store.hasChangesAfter(database.db, before.progress.position)) ||
  (await store.readRules(database.db)) !== before.progress.rules;

export function createPublisher(deps: Deps) {
  /** The slots of the range files; looked at once, because later only this process writes them. */
  let intactSlots: number | undefined;
  let mayLackTags = true;

  /** Publishes if something has changed or the manifest must be renewed. Returns the new manifest. */
  async function publish(now = new Date()): Promise<Manifest | undefined> {
    const before = await readCurrent(deps.folder);
    const hasChanges = await isDue(deps, before, now);
    const tagged = hasChanges || mayLackTags ? await tagHidden(deps.database, deps.indicators) : 0;
    mayLackTags = tagged >= MAX_TAGS_PER_RELEASE;
    if (!hasChanges && tagged === 0) return undefined;
    const key = parseSigningKey(deps.signingKey);
    // Seconds since 1970, so that the number also grows after the folder was lost.
    const sequence = Math.max((before?.manifest.sequence ?? 0) + 1, Math.floor(now.getTime() / 1000));
    const context = { ...deps, key, now, before, sequence };
    const slots = before && (intactSlots ?? (await findIntactSlots(deps.folder)));
    // Until the release is complete, another attempt looks again.
    intactSlots = undefined;
    const manifest = await createRelease(context, slots).catch((error: unknown) => {
      if (error instanceof RangeOverflowError) return createRelease(context, undefined);
      throw error;
    });
    intactSlots = manifest.ranges.bytes / RANGE_SLOT_BYTES;
    return manifest;
  }

  return { publish };
}

async function createRelease(context: Context, intactSlots: number | undefined): Promise<Manifest> {
  const { database, indicators, folder, before, onStep } = context;
  // A transaction that is still open can add rows before this position. Then the next release looks again.
  const position = (await indicators.findSettledSequence(database)) ?? before?.progress.position ?? 0;
  const release = await database.transaction(async (tx) => {
    await store.beginSnapshot(tx);
    const path = await startRelease(folder, context.sequence);
    onStep?.('started');
    return writeRelease(context, tx, path, intactSlots);
  });
  onStep?.('ranges');
  const { path, files, slots, blindSlots, errors, rules } = release;
  const progress = { position, rules, delays: await computeDelays(context) };
  const manifest = toManifest(context, { files, slots, blindSlots, errors, delays: progress.delays });
  await signRelease(context, path, manifest);
  await writeProgress(path, progress);
  onStep?.('signed');
  await finishRelease(folder, path, context.sequence);
  await clearUnreleased(folder);
  onStep?.('released');
  await removeOldReleases(folder);
  onStep?.('cleaned');
  return manifest;
}

async function writeRelease(context: Context, tx: Db, path: string, intactSlots: number | undefined) {
  const { folder, before, onStep, publicUrl, now, sequence } = context;
  const info: ReleaseInfo = { folder: path, generatedAt: now, publicUrl, sequence };
  await markUnreleased(folder);
  const slots = intactSlots ?? computeSlots((await store.countByPrefix(tx)).most);
  const ranges = await createRangeWriter({
    layout: rangeLayout,
    folder,
    slots,
    newFolder: intactSlots ? undefined : `ranges-${slots}-${sequence}`,
  });
  const earlierChanges = findChangeFiles(context);
  const state = await createOutputFile(path, STATE_NAME);
  const writers = await createWriters(context, info);
  const findUnsafe = createSafeHostCheck(await store.listSafeHosts(tx));
  const comparison = createComparison(
    before ? await readFile(join(before.path, STATE_NAME)) : Buffer.alloc(0),
    now.getTime(),
  );

  async function writeSteps(steps: readonly Step[], ownFile: readonly Entry[]): Promise<void> {
    const batch = await toBatch(tx, steps, ownFile, now);
    await ranges.add(
      steps.map(({ record: { key }, entry, change }) => ({ key, entry, isChanged: change !== undefined })),
    );
    for (const writer of writers) await writer.write(batch);
    await state.write(encodeRecords(batch.records));
  }

  for await (const rows of store.streamPublishable(tx)) {
    const entries = rows.filter((row) => !findUnsafe(row)).map(toEntry);
    const listed = entries.filter(({ needsOwnFile }) => !needsOwnFile);
    await writeSteps(
      comparison.push(listed),
      entries.filter(({ needsOwnFile }) => needsOwnFile),
    );
  }
  await writeSteps(comparison.finish(), []);
  await state.close();
  const blind = await writeBlindRanges(tx, context.indicators, folder, sequence);
  const written = (await Promise.all(writers.map((writer) => writer.finish()))).flat();
  const links = [
    await writeLinks(tx, path, 'links.jsonl.gz', false),
    await writeLinks(tx, path, 'gpl3/links.jsonl.gz', true),
  ];
  const sources = await writeSources(tx, path);
  if (before) await linkFiles(before.path, path, earlierChanges);
  onStep?.('written');
  await ranges.finish();
  await blind.finish();
  const files = [...[...written, ...links, sources].map(withLicence), ...earlierChanges];
  const errors = {
    listed: written.find(({ name }) => name === 'indicators.jsonl.gz')?.entries ?? 0,
    overruled: await store.countOverruled(tx, new Date(now.getTime() - ERROR_DAYS * DAY_MS)),
    days: ERROR_DAYS,
  };
  return { path, files, slots, blindSlots: blind.slots, errors, rules: await store.readRules(tx) };
}

const toEntry = (row: store.PublishableRow): Entry => ({ ...row, tier: toTier(row.tier + 1) });

async function createWriters(context: Context, info: ReleaseInfo): Promise<Writer[]> {
  return [
    await createHostListWriter(info),
    await createRecordWriter(info),
    await createChangesWriter(info, await readTodaysChanges(context)),
    await createFeedWriter(info),
    await createStixWriter(info),
    await createMispWriter(info),
    await createFilterWriter(info),
  ];
}

/** A list that blocks a host also blocks its subdomains. */
function createSafeHostCheck(safeHosts: readonly string[]) {
  const parents = new Set(
    safeHosts.flatMap((host) => {
      const labels = host.split('.');
      return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
    }),
  );
  return ({ kind, value }: Pick<store.PublishableRow, 'kind' | 'value'>) => kind === 'website' && parents.has(value);
}

const toChangesName = (day: Date): string => `changes/${day.toISOString().slice(0, 10)}.jsonl`;

/** The files of earlier days that stay. */
function findChangeFiles({ before, now }: Context): ManifestFile[] {
  const first = toChangesName(new Date(now.getTime() - CHANGE_DAYS * DAY_MS));
  const today = toChangesName(now);
  return (before?.manifest.files ?? []).filter(
    ({ name }) => name.startsWith('changes/') && name >= first && name < today,
  );
}

async function readTodaysChanges({ before, now }: Context): Promise<{ content: Buffer; entries: number }> {
  const file = before?.manifest.files.find(({ name }) => name === toChangesName(now));
  return before && file
    ? { content: await readFile(join(before.path, file.name)), entries: file.entries }
    : { content: Buffer.alloc(0), entries: 0 };
}

/** The items that share a wallet or another trace: under the open licence, or from a list that needs its own file. */
async function writeLinks(tx: Db, path: string, name: string, needsOwnFile: boolean): Promise<WrittenFile> {
  const output = await createOutputFile(path, name);
  for await (const links of store.streamLinks(tx, needsOwnFile))
    await output.write(links.map((link) => `${JSON.stringify(link)}\n`).join(''), links.length);
  return output.close();
}

async function writeSources(tx: Db, path: string): Promise<WrittenFile> {
  const sources = await store.listPublishedSources(tx);
  const output = await createOutputFile(path, 'sources.json');
  await output.write(JSON.stringify({ licence: OPEN_LICENCE, sources }), sources.length);
  return output.close();
}

const withLicence = (file: WrittenFile): ManifestFile => ({
  ...file,
  licence: file.name.startsWith('gpl3/') ? 'GPL-3.0' : OPEN_LICENCE,
});

/** Not for the first release: what was there before had no file to be in. */
async function computeDelays({ database, before }: Context): Promise<number[]> {
  if (!before) return [];
  const times = await store.listChangeTimes(database.db, before.progress.position);
  const delays = times.map((at) => Math.max(0, Math.round((Date.now() - at.getTime()) / 1000)));
  return [...delays, ...before.progress.delays].slice(0, MAX_DELAYS);
}

const describeRanges = ({ prefixBytes }: RangeLayout, slots: number) => ({
  bits: 8 * prefixBytes,
  bytes: slots * RANGE_SLOT_BYTES,
});

function toManifest(
  { now, sequence }: Context,
  {
    files,
    slots,
    blindSlots,
    errors,
    delays,
  }: {
    files: ManifestFile[];
    slots: number;
    blindSlots: number;
    errors: Manifest['errors'];
    delays: Progress['delays'];
  },
): Manifest {
  const sorted = delays.toSorted((one, other) => one - other);
  return {
    version: 1,
    sequence,
    generatedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + VALID_HOURS * HOUR_MS).toISOString(),
    delay: {
      changes: delays.length,
      medianSeconds: sorted[Math.floor(sorted.length / 2)] ?? null,
      maxSeconds: sorted.at(-1) ?? null,
    },
    errors,
    ranges: describeRanges(rangeLayout, slots),
    blindRanges: describeRanges(blindRanges, blindSlots),
    files: files.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  };
}

async function signRelease({ key, sequence }: Context, path: string, manifest: Manifest): Promise<void> {
  const content = Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`);
  const comment = `sequence:${sequence} expires:${manifest.expiresAt}`;
  await writeDurably(join(path, MANIFEST_NAME), content);
  await writeDurably(join(path, SIGNATURE_NAME), createSignature(content, key, comment));
  await writeDurably(
    join(path, PUBLIC_KEY_NAME),
    `untrusted comment: public key of Hakiki open data\n${formatPublicKey(key)}\n`,
  );
}

export function startPublishing({ log, ...deps }: Deps & { log: Log }) {
  const publisher = createPublisher(deps);
  return startPollingLoop({ intervalMs: INTERVAL_MS, log, errorMessage: 'publishing open data failed' }, async () => {
    const manifest = await publisher.publish();
    if (manifest) log.info(`open data published: release ${manifest.sequence}`);
  });
}
