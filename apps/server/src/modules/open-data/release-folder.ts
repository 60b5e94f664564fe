/**
 * The folder of published files: `releases/<sequence>` holds one release each, and `current` points to the newest
 * complete one. A release is written under another name, so that no incomplete one is ever read, and a worker that was
 * stopped begins again from the last complete release.
 */
import { link, mkdir, open, readdir, readFile, readlink, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { MANIFEST_NAME, Manifest, type ManifestFile } from './manifest.ts';
import { pointTo } from './range-folder.ts';

/** Downloads of the release before may still run. */
const RELEASES_KEPT = 3;
export const STATE_NAME = '.state';
const PROGRESS_NAME = '.progress.json';

/** Where the next release continues. */
const Progress = z.object({
  /** The last row of `indicator_changes` that is contained. */
  position: z.int(),
  /** Fingerprint of the sources' licences and of the safelist. */
  rules: z.string(),
  /** Seconds from change to file, of the last changes. */
  delays: z.array(z.number()),
});
export type Progress = z.infer<typeof Progress>;

export interface Release {
  path: string;
  manifest: Manifest;
  progress: Progress;
}

const releasesOf = (folder: string) => join(folder, 'releases');
export const currentOf = (folder: string) => join(folder, 'current');

/** Undefined before the first release, and if the newest one cannot be read. */
export async function readCurrent(folder: string): Promise<Release | undefined> {
  try {
    const path = join(folder, await readlink(currentOf(folder)));
    const manifest = Manifest.parse(JSON.parse(await readFile(join(path, MANIFEST_NAME), 'utf8')));
    const progress = Progress.parse(JSON.parse(await readFile(join(path, PROGRESS_NAME), 'utf8')));
    return { path, manifest, progress };
  } catch {
    return undefined;
  }
}

/** An empty folder for a release that is not published yet. */
export async function startRelease(folder: string, sequence: number): Promise<string> {
  await mkdir(releasesOf(folder), { recursive: true });
  for (const name of await readdir(releasesOf(folder))) {
    if (name.endsWith('.part')) await rm(join(releasesOf(folder), name), { recursive: true });
  }
  const path = join(releasesOf(folder), `${sequence}.part`);
  await mkdir(path);
  return path;
}

/** Takes over files of the release before that have not changed. */
export async function linkFiles(from: string, to: string, files: readonly ManifestFile[]): Promise<void> {
  for (const { name } of files) {
    await mkdir(join(to, name, '..'), { recursive: true });
    await link(join(from, name), join(to, name));
  }
}

export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o644);
  await file.writeFile(content);
  await file.sync();
  await file.close();
}

export const writeProgress = (path: string, progress: Progress): Promise<void> =>
  writeDurably(join(path, PROGRESS_NAME), JSON.stringify(progress));

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync();
  await handle.close();
}

/** From here on everybody gets the new release. */
export async function finishRelease(folder: string, path: string, sequence: number): Promise<void> {
  await syncFolder(path);
  await rm(join(releasesOf(folder), String(sequence)), { recursive: true, force: true });
  await rename(path, join(releasesOf(folder), String(sequence)));
  await syncFolder(releasesOf(folder));
  await pointTo(folder, 'current', join('releases', String(sequence)));
  await syncFolder(folder);
}

export async function removeOldReleases(folder: string): Promise<void> {
  const sequences = (await readdir(releasesOf(folder))).map(Number).filter(Number.isSafeInteger);
  for (const sequence of sequences.toSorted((one, other) => other - one).slice(RELEASES_KEPT)) {
    await rm(join(releasesOf(folder), String(sequence)), { recursive: true });
  }
}
