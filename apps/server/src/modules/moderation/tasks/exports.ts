/**
 * Writes a list as CSV in parts, so that the worker never holds all of it in memory. Each part is encrypted, so that
 * the storage provider cannot read it.
 */
import type { TaskId } from '@hakiki/contract/tasks-admin';
import { exportedLists } from '@hakiki/contract/admin-values';
import * as z from 'zod';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Database } from '../../../platform/db/database.ts';
import { createRotatingBox } from '../../../platform/sealing/secret-box.ts';
import { openStorage } from '../../../platform/storage/open-storage.ts';
import { BYTE_ORDER_MARK, toCsvLine } from '../../../platform/csv.ts';
import type { Exporter } from './exported-lists.ts';
import * as store from './store.ts';

export const ExportOrder = z.object({ list: z.enum(exportedLists), query: z.string() });
export type ExportOrder = z.infer<typeof ExportOrder>;

const exportSizes = {
  partRows: 1000,
  /** The file is loaded into memory for the download. */
  rows: 100_000,
  bytes: 32 * 1024 * 1024,
} as const;
type Sizes = { [Name in keyof typeof exportSizes]: number };

interface Deps {
  database: Database;
  exporters: Record<ExportOrder['list'], Exporter>;
  settings: Pick<Settings, 'appSecret' | 'evidence'>;
  sizes?: Sizes;
}

export function createExports({ database, exporters, settings, sizes = exportSizes }: Deps) {
  const storage = openStorage(settings.evidence);
  const box = createRotatingBox(settings.appSecret, 'tasks/export');
  const fileName = (taskId: string, part: number) => `export-${part}-${taskId}`;
  const encryptionContext = (taskId: string, part: number) => `${taskId}/${part}`;
  /** All but the last part are full. There is always one, with the column names. */
  const countParts = (rows: number) => Math.max(1, Math.ceil(rows / sizes.partRows));

  return {
    check: ({ list, query }: ExportOrder) => exporters[list].check(query),

    /** Starts from the beginning, also on a retry. */
    async write(taskId: TaskId, { list, query }: ExportOrder, reader: { user: { id: string } }): Promise<void> {
      const { columns, read } = exporters[list];
      let [part, done, bytes, total] = [0, 0, 0, 0];
      const readOptions = { reader, batchSize: sizes.partRows, maxRows: sizes.rows };
      for await (const batch of read(query, readOptions)) {
        const header = part === 0 ? BYTE_ORDER_MARK + toCsvLine(columns) : '';
        const content = Buffer.from(header + batch.lines.map(toCsvLine).join(''));
        await storage.put(fileName(taskId, part), box.seal(content, encryptionContext(taskId, part)));
        part += 1;
        done += batch.lines.length;
        bytes += content.length;
        total = Math.max(done, total || batch.total);
        await store.setProgress(database.db, taskId, { done, total });
        if (done >= sizes.rows || bytes >= sizes.bytes) {
          await store.addProblem(database.db, taskId, { title: '', why: 'CUT_SHORT' });
          break;
        }
      }
    },

    async read(taskId: string, rows: number): Promise<Uint8Array<ArrayBuffer>> {
      const parts: Buffer[] = [];
      for (let part = 0; part < countParts(rows); part += 1) {
        const sealed = await storage.get(fileName(taskId, part));
        if (!sealed) throw new Error(`The file ${fileName(taskId, part)} is missing in the storage.`);
        parts.push(box.open(sealed, encryptionContext(taskId, part)));
      }
      return new Uint8Array(Buffer.concat(parts));
    },

    /** True when its parts are encrypted with an earlier secret. */
    async usesOldSecret(taskId: string): Promise<boolean> {
      const sealed = await storage.get(fileName(taskId, 0));
      return sealed !== undefined && box.isOlder(sealed);
    },

    /** Also deletes the next part, which may have been written before the progress was saved. */
    async deleteFiles(taskId: string, rows: number): Promise<void> {
      for (let part = 0; part <= countParts(rows); part += 1) await storage.delete(fileName(taskId, part));
    },
  };
}
