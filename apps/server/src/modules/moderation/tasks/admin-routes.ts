import { downloadExport, getTask, previewBulk, startBulk, startExport } from '@hakiki/contract/tasks-admin';
import { handle, withHeaders } from '../../../platform/http/route.ts';
import type { TasksService } from './service.ts';

export const tasksAdminRoutes = ({ tasks }: { tasks: TasksService }) => [
  handle(startExport, ({ actor, body }) => tasks.startExport(actor, body)),
  handle(previewBulk, ({ actor, body }) => tasks.previewBulk(actor, body)),
  handle(startBulk, ({ actor, body, idempotency }) => tasks.startBulk(actor, body, idempotency)),
  handle(getTask, ({ actor, params }) => tasks.get(actor, params.id)),
  handle(downloadExport, async ({ actor, params }) => {
    const { name, bytes } = await tasks.download(actor, params.id);
    return withHeaders(bytes, [
      ['Content-Type', 'text/csv; charset=utf-8'],
      ['Content-Disposition', `attachment; filename="${name}"`],
    ]);
  }),
];
