/**
 * The folder of range files, which a link such as `ranges` points to. A change replaces single files; a change of their
 * length builds a new folder and then moves the link.
 */
import { existsSync, linkSync, statSync } from 'node:fs';
import { mkdir, open, readdir, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { RANGE_SLOT_BYTES } from '@hakiki/contract/open-data-values';
import { replaceFile } from '../../platform/storage/replace-file.ts';
import {
  countFiles,
  createRangeFile,
  type RangeEntry,
  type RangeLayout,
  ranges,
  toPrefix,
  toRangeName,
} from './formats/ranges.ts';

const MAX_OPEN_FILES = 64;
const FILES_BETWEEN_PAUSES = 1000;
/** Below the limit of every common file system. */
const MAX_LINKS = 1000;

/** Moves a link atomically. */
export async function pointTo(folder: string, link: string, target: string): Promise<void> {
  const temporaryLink = join(folder, `${link}.part`);
  await rm(temporaryLink, { force: true });
  await symlink(target, temporaryLink);
  await rename(temporaryLink, join(folder, link));
}

const readTarget = (folder: string): Promise<string | undefined> =>
  readlink(join(folder, ranges.name)).catch(() => undefined);

const UNRELEASED = '.ranges-unreleased';

/**
 * Call it before range files are replaced. A release that is not completed leaves entries in them that the next one
 * would not know of, so that it must write all of them again.
 */
export async function markUnreleased(folder: string): Promise<void> {
  const file = await open(join(folder, UNRELEASED), 'w', 0o600);
  await file.sync();
  await file.close();
}
export const clearUnreleased = (folder: string): Promise<void> => rm(join(folder, UNRELEASED), { force: true });

/** The slots of every file; undefined if one is missing, was cut short, as after a power cut, or is of no release. */
export async function findIntactSlots(folder: string): Promise<number | undefined> {
  if (existsSync(join(folder, UNRELEASED))) return undefined;
  const target = await readTarget(folder);
  const slots = Number(/^ranges-(\d+)-/.exec(target ?? '')?.[1]);
  if (!target || !slots) return undefined;
  const names = await readdir(join(folder, target)).catch(() => []);
  if (names.length < countFiles(ranges)) return undefined;
  for (let prefix = 0; prefix < countFiles(ranges); prefix += 1) {
    const found = statSync(join(folder, target, toRangeName(ranges, prefix)), { throwIfNoEntry: false });
    if (found?.size !== slots * RANGE_SLOT_BYTES) return undefined;
    if (prefix % FILES_BETWEEN_PAUSES === 0) await setImmediate();
  }
  return slots;
}

export class RangeOverflowError extends Error {}

interface RangeWriterOptions {
  layout: RangeLayout;
  folder: string;
  slots: number;
  /** Writes all files into a new folder with this name; otherwise only those that changed. */
  newFolder: string | undefined;
}

interface RangeStep {
  key: Buffer;
  /** Undefined if it is not listed now. */
  entry: RangeEntry | undefined;
  isChanged: boolean;
}

export async function createRangeWriter({ layout, folder, slots, newFolder }: RangeWriterOptions) {
  const target = join(folder, newFolder ?? layout.name);
  if (newFolder) {
    await rm(target, { recursive: true, force: true });
    await mkdir(target, { recursive: true });
  }
  let prefix = 0;
  let entries: RangeEntry[] = [];
  let isTouched = false;
  let pending: { name: string; content: Buffer }[] = [];
  let written = 0;
  let emptyFile: { name: string; uses: number } | undefined;

  async function flush(): Promise<void> {
    await Promise.all(
      pending.map(({ name, content }) =>
        // The new folder is not served yet.
        newFolder
          ? writeFile(join(target, name), content, { mode: 0o644 })
          : replaceFile(join(target, name), content, 0o644),
      ),
    );
    written += pending.length;
    pending = [];
  }

  /** Empty files are the same, so a new installation needs one on the disk. Files are replaced, never written into. */
  async function addEmptyFile(name: string): Promise<void> {
    written += 1;
    if (emptyFile && emptyFile.uses < MAX_LINKS) {
      emptyFile.uses += 1;
      // Sixty thousand calls: synchronous ones are ten times faster, and there is a pause after each thousand.
      linkSync(join(target, emptyFile.name), join(target, name));
      return;
    }
    emptyFile = { name, uses: 1 };
    await writeFile(join(target, name), createRangeFile(layout, [], slots), { mode: 0o644 });
  }

  async function endPrefix(): Promise<void> {
    if (newFolder && entries.length === 0) await addEmptyFile(toRangeName(layout, prefix));
    else if (newFolder || isTouched) {
      if (entries.length > slots) throw new RangeOverflowError();
      pending.push({ name: toRangeName(layout, prefix), content: createRangeFile(layout, entries, slots) });
      if (pending.length === MAX_OPEN_FILES) await flush();
    }
    prefix += 1;
    entries = [];
    isTouched = false;
  }

  return {
    /** In the order of the keys. Waits only for files: of millions of keys, each wait would count. */
    async add(steps: Iterable<RangeStep>): Promise<void> {
      for (const { key, entry, isChanged } of steps) {
        const wanted = toPrefix(layout, key);
        while (prefix < wanted) await endPrefix();
        if (entry) entries.push(entry);
        isTouched ||= isChanged;
      }
    },
    /** Returns the number of files that were written. */
    async finish(): Promise<number> {
      while (prefix < countFiles(layout)) await endPrefix();
      await flush();
      if (newFolder) {
        await pointTo(folder, layout.name, newFolder);
        for (const name of await readdir(folder)) {
          if (new RegExp(`^${layout.name}-\\d`).test(name) && name !== newFolder)
            await rm(join(folder, name), { recursive: true });
        }
      }
      return written;
    },
  };
}
