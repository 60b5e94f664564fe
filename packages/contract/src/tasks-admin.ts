/** Long-running tasks: exports and bulk actions. */
import * as z from 'zod/mini';
import { exportedLists, taskKinds, taskRemarks, taskStates } from './admin-values.ts';
import { AlertId } from './alerts.ts';
import { endpoint } from './endpoint.ts';
import { textLimits } from './limits.ts';
import { id, list, required, text } from './schema.ts';
import { queueReadDefaults, staffReadDefaults, staffCommonErrors, staffWriteDefaults } from './staff.ts';

export const TaskId = id<'TaskId'>();
export type TaskId = z.infer<typeof TaskId>;

export const Task = z.object({
  id: TaskId,
  kind: z.enum(taskKinds),
  state: z.enum(taskStates),
  done: z.int(),
  total: z.nullable(z.int()),
  /** Items that failed or had an unexpected result. */
  problems: list(z.object({ title: text(textLimits.title), why: z.enum(taskRemarks) }), 20),
});
export type Task = z.infer<typeof Task>;

export const startExport = endpoint({
  ...staffWriteDefaults,
  method: 'POST',
  path: '/api/admin/exports',
  stepUp: true,
  summary: 'Writes a filtered list as CSV, as a job.',
  body: z.object({ list: z.enum(exportedLists), query: text(500) }),
  reply: Task,
  status: 201,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'STEP_UP_REQUIRED', 'RATE_LIMITED'],
});

/** `left` names the skipped items and the reasons, up to its limit. */
export const BulkPreview = z.object({
  affected: z.int(),
  skipped: z.int(),
  titles: list(text(textLimits.title), 20),
  left: list(z.object({ title: text(textLimits.title), why: z.enum(taskRemarks) }), 20),
});

export const previewBulk = endpoint({
  ...staffWriteDefaults,
  method: 'POST',
  path: '/api/admin/bulk/preview',
  summary: 'Previews a bulk action without applying it.',
  body: z.object({ decision: z.enum(['approve', 'reject']), alerts: list(AlertId, 200) }),
  reply: BulkPreview,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'RATE_LIMITED'],
});

export const startBulk = endpoint({
  ...staffWriteDefaults,
  method: 'POST',
  path: '/api/admin/bulk',
  stepUp: true,
  summary: 'Approves or rejects many pending alerts, one recorded decision each, as a job.',
  body: z.object({
    decision: z.enum(['approve', 'reject']),
    alerts: list(AlertId, 200),
    reason: required('REASON_REQUIRED', textLimits.text),
  }),
  reply: Task,
  status: 201,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'STEP_UP_REQUIRED', 'KEY_REUSED', 'RATE_LIMITED'],
  idempotencyKey: true,
});

export const getTask = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/tasks/:id',
  isPolled: true,
  summary: 'The progress of a task of the caller.',
  params: z.object({ id: TaskId }),
  reply: Task,
  errors: [...staffCommonErrors, 'TASK_NOT_FOUND'],
});

export const downloadExport = endpoint({
  ...staffReadDefaults,
  cache: 'never',
  path: '/api/admin/tasks/:id/file',
  summary: 'The finished export, for the administrator who asked for it.',
  params: z.object({ id: TaskId }),
  reply: z.instanceof(Uint8Array<ArrayBuffer>),
  isDownload: true,
  errors: [...staffCommonErrors, 'TASK_NOT_FOUND'],
});

export const taskAdminEndpoints = [startExport, previewBulk, startBulk, getTask, downloadExport] as const;
