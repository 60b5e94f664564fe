/** The published indicators as the site and the origin server show them, read from the folder of the worker. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenData } from '@hakiki/contract/open-data';
import { blindRangesPath, feedsPath, rangesPath } from '@hakiki/contract/open-data-values';
import { blindRanges, ranges } from './formats/ranges.ts';
import { PUBLIC_KEY_NAME } from './manifest.ts';
import { currentOf, readCurrent } from './release-folder.ts';
import { createTaxii } from './taxii.ts';
import type { PublishedSource } from './store.ts';

interface Deps {
  folder: string | undefined;
  publicUrl: string;
}

export interface PublishedContent {
  content: Buffer;
  contentType: string;
}

export type OpenDataService = ReturnType<typeof createOpenDataService>;

const HOUR_MS = 3_600_000;
const filePath = new RegExp(`^${feedsPath}/((?:[a-z0-9][a-z0-9_-]*/)*[a-z0-9][a-z0-9._-]*)$`);
const rangePath = new RegExp(`^${rangesPath}/([0-9a-f]{4})$`);
const blindRangePath = new RegExp(`^${blindRangesPath}/([0-9a-f]{2})$`);

const contentTypes: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  xml: 'application/rss+xml; charset=utf-8',
  gz: 'application/gzip',
  bin: 'application/octet-stream',
};
const textType = 'text/plain; charset=utf-8';

export function createOpenDataService({ folder, publicUrl }: Deps) {
  return {
    taxii: createTaxii({ folder, publicUrl }),

    async getOverview(): Promise<OpenData> {
      const release = folder && (await readCurrent(folder));
      if (!release) return { release: null };
      const { sequence, generatedAt, expiresAt, delay, errors, files } = release.manifest;
      const keyFile = await readFile(join(release.path, PUBLIC_KEY_NAME), 'utf8');
      const { sources } = JSON.parse(await readFile(join(release.path, 'sources.json'), 'utf8')) as {
        sources: PublishedSource[];
      };
      const publicKey = keyFile.split('\n')[1] ?? '';
      return { release: { sequence, generatedAt, expiresAt, delay, errors, files, publicKey, sources } };
    },

    /** Whether the path is one of a published file. */
    isFile: (path: string): boolean =>
      folder !== undefined && [filePath, rangePath, blindRangePath].some((pattern) => pattern.test(path)),

    /** For a machine whose edge does not have the folder. */
    async readFile(path: string): Promise<PublishedContent | undefined> {
      if (!folder) return undefined;
      const [, name] = filePath.exec(path) ?? [];
      const [, range] = rangePath.exec(path) ?? [];
      const [, blindRange] = blindRangePath.exec(path) ?? [];
      const location = name
        ? join(currentOf(folder), name)
        : range
          ? join(folder, ranges.name, range)
          : blindRange && join(folder, blindRanges.name, blindRange);
      if (!location) return undefined;
      try {
        const content = await readFile(location);
        const extension = name?.split('.').at(-1) ?? 'bin';
        return { content, contentType: contentTypes[extension] ?? textType };
      } catch {
        return undefined;
      }
    },

    /** Hours since the newest release; without one, since the folder was created. Undefined if nothing is published. */
    async measureAgeHours(now = new Date()): Promise<number | undefined> {
      if (!folder) return undefined;
      const release = await readCurrent(folder);
      const since = release
        ? new Date(release.manifest.generatedAt)
        : await stat(folder).then(
            ({ birthtime }) => birthtime,
            () => new Date(0),
          );
      return (now.getTime() - since.getTime()) / HOUR_MS;
    },
  };
}
