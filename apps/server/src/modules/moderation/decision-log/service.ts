/** Serves the public log of decisions: pages, files, Merkle tiles and statistics. */
import {
  toFileLine,
  LOG_DAYS_LISTED,
  LOG_FILE_LINES,
  logDayCheckpointPath,
  logFilePath,
  type listLogLines,
  type LogIndex,
  type ListedLogLine,
  MAX_LOG_KEYS,
  type Transparency,
} from '@hakiki/contract/decision-log';
import { TRANSPARENCY_MONTHS } from '@hakiki/contract/decision-log-values';
import type { QueryOf } from '@hakiki/contract/endpoint';
import type { Database } from '../../../platform/db/database.ts';
import { emptyLogHead } from './line.ts';
import { TILE_WIDTH } from './merkle-tree.ts';
import { presentFigures } from './present.ts';
import * as store from './store.ts';
import { readEntryBundle, readTile } from './tree.ts';
import * as treeStore from './tree-store.ts';

export type DecisionLogService = ReturnType<typeof createDecisionLogService>;

const MAX_MONTHS_LISTED = 2000;

/** A full tile is requested without a width, so that each tile has only one URL. */
const toTileWidth = (partial: number | undefined): number | undefined =>
  partial === undefined ? TILE_WIDTH : partial < TILE_WIDTH ? partial : undefined;

export function createDecisionLogService({ database }: { database: Database }) {
  const findHead = async () => (await store.findHeadOfPage(database)) ?? emptyLogHead;

  return {
    async list({ search, ...query }: QueryOf<typeof listLogLines>): Promise<ListedLogLine[]> {
      const searched = search?.trim();
      const paths = searched ? await store.findPaths(database, searched) : undefined;
      const lines = await store.listLines(database, { ...query, paths });
      const findName = await store.listNames(database, lines);
      return lines.map((line) => ({ ...line, subjectName: findName(line) }));
    },

    async getIndex(): Promise<LogIndex> {
      const [{ number: lines, hash }, months, last, keys, days] = await Promise.all([
        findHead(),
        store.listMonths(database, MAX_MONTHS_LISTED),
        treeStore.findLastNote(database),
        treeStore.listKeys(database, MAX_LOG_KEYS),
        treeStore.listSignedDays(database, LOG_DAYS_LISTED),
      ]);
      const files = Array.from({ length: Math.ceil(lines / LOG_FILE_LINES) }, (_, index) => {
        const first = index * LOG_FILE_LINES + 1;
        const last = Math.min(first + LOG_FILE_LINES - 1, lines);
        return { path: logFilePath(first), first, last, isFull: last - first + 1 === LOG_FILE_LINES };
      });
      return {
        lines,
        head: lines > 0 ? hash : null,
        months,
        files,
        checkpoint: last?.note ?? null,
        keys,
        days: days.map(({ day, size }) => ({ day, size, path: logDayCheckpointPath(day) })),
      };
    },

    /** Returns a file and whether it is complete; undefined where no file starts. */
    async readFile(first: number): Promise<{ text: string; isFull: boolean } | undefined> {
      if ((first - 1) % LOG_FILE_LINES !== 0) return undefined;
      const lines = await store.listRange(database, first, LOG_FILE_LINES);
      if (lines.length === 0) return undefined;
      const text = lines.map((line) => `${toFileLine(line)}\n`).join('');
      return { text, isFull: lines.length === LOG_FILE_LINES };
    },

    /** The newest signed head; for a day, the last head of that day and whether it is final. */
    async readCheckpoint(day?: string): Promise<{ note: string; isFinal: boolean } | undefined> {
      if (day === undefined) {
        const last = await treeStore.findLastNote(database);
        return last && { note: last.note, isFinal: false };
      }
      const found = await treeStore.findNoteOfDay(database, day);
      return found && { note: found.note, isFinal: found.isOver };
    },

    /** Hashes of the tree over the lines, in tiles of c2sp.org/tlog-tiles; undefined beyond the end of the log. */
    async readTile(level: number, position: number, partialWidth?: number): Promise<Buffer | undefined> {
      const width = toTileWidth(partialWidth);
      return width ? readTile({ database, db: database.db }, level, position, width) : undefined;
    },
    /** The lines whose hashes are in a tile of level 0. */
    async readEntryBundle(position: number, partialWidth?: number): Promise<Buffer | undefined> {
      const width = toTileWidth(partialWidth);
      return width ? readEntryBundle(database, position, width) : undefined;
    },

    async getTransparency(): Promise<Transparency> {
      const [[allTime, ...months], removals] = await Promise.all([
        store.listFigures(database, TRANSPARENCY_MONTHS),
        store.listRemovals(database),
      ]);
      return {
        months: months.map((row) => presentFigures(row, removals)),
        allTime: presentFigures(allTime!, removals),
      };
    },
  };
}
