/** The public log of decisions as people read it: in pages, in files, and added up. */
import {
  lineText,
  LOG_FILE_LINES,
  logFilePath,
  type listLogLines,
  type LogIndex,
  type LogLine,
  type Transparency,
} from '@hakiki/contract/decision-log';
import { TRANSPARENCY_MONTHS } from '@hakiki/contract/decision-log-values';
import type { QueryOf } from '@hakiki/contract/endpoint';
import type { Database } from '../../platform/db/database.ts';
import { logBeginning } from './line.ts';
import { presentFigures } from './present.ts';
import * as store from './store.ts';

export type DecisionLogService = ReturnType<typeof createDecisionLogService>;

const MONTHS_LISTED = 2000;

export function createDecisionLogService({ database }: { database: Database }) {
  const findHead = async () => (await store.findHead(database.db)) ?? logBeginning;

  return {
    list: (query: QueryOf<typeof listLogLines>): Promise<LogLine[]> => store.listLines(database, query),

    async getIndex(): Promise<LogIndex> {
      const [{ number: lines, hash }, months] = await Promise.all([
        findHead(),
        store.listMonths(database, MONTHS_LISTED),
      ]);
      const files = Array.from({ length: Math.ceil(lines / LOG_FILE_LINES) }, (_, place) => {
        const first = place * LOG_FILE_LINES + 1;
        const last = Math.min(first + LOG_FILE_LINES - 1, lines);
        return { path: logFilePath(first), first, last, isFull: last - first + 1 === LOG_FILE_LINES };
      });
      return { lines, head: lines > 0 ? hash : null, months, files };
    },

    /** A file's text, and whether it stays as it is; nothing where no file begins. */
    async readFile(first: number): Promise<{ text: string; isFull: boolean } | undefined> {
      if ((first - 1) % LOG_FILE_LINES !== 0) return undefined;
      const lines = await store.listStretch(database, first, LOG_FILE_LINES);
      if (lines.length === 0) return undefined;
      const text = lines.map((line) => `${lineText(line)}\n`).join('');
      return { text, isFull: lines.length === LOG_FILE_LINES };
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
