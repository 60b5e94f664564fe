/** Long-running work of administrators, done by the worker: exports, bulk decisions, and decisions by sample. */
import type { UserId } from '@hakiki/contract/accounts';
import { type previewBulk, startBulk, type Task, TaskId } from '@hakiki/contract/tasks-admin';
import { taskRemarks, type TaskRemark, undoSeconds } from '@hakiki/contract/admin-values';
import type { AlertId } from '@hakiki/contract/alerts';
import type { BodyOf, ReplyOf } from '@hakiki/contract/endpoint';
import * as z from 'zod';
import { bindDeps } from '../../../platform/bind-deps.ts';
import { AppError, invalidInput, notFound } from '../../../platform/app-error.ts';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import { runIdempotent, type IdempotencyContext } from '../../../platform/idempotency/idempotency.ts';
import { defineJob, type JobHandler } from '../../../platform/jobs/job.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import type { KeyRotation } from '../../../platform/key-rotation.ts';
import type { AlertsService } from '../../reports/alerts/service.ts';
import { toAuditActor, type AuditService } from '../../audit/service.ts';
import type { CasesService } from '../cases/service.ts';
import type { IntakeService } from '../../intake/service.ts';
import { createExporters, type ListServices } from './exported-lists.ts';
import { createExports, ExportOrder } from './exports.ts';
import type { UnreadBatch, TriageService } from '../queue/service.ts';
import * as store from './store.ts';

const taskPayload = z.object({ taskId: TaskId });
const exportJob = defineJob({ name: 'tasks.export', payload: taskPayload });
const bulkJob = defineJob({ name: 'tasks.bulk', payload: taskPayload, concurrency: 2 });
const purgeTasksJob = defineJob({ name: 'tasks.forget', payload: z.object({}), schedule: '30 * * * *' });
const unreadJob = defineJob({ name: 'tasks.rest', payload: taskPayload, concurrency: 2 });

const MAX_UNFINISHED_TASKS = 5;
const MAX_TITLES = 20;

interface Deps extends ListServices {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  audit: AuditService;
  alerts: ListServices['alerts'] & Pick<AlertsService, 'decide'>;
  cases: Pick<CasesService, 'claims'>;
  intake: Pick<IntakeService, 'listOwnAmong'>;
  triage: ListServices['triage'] & Pick<TriageService, 'listUnread' | 'findLeadForUnread' | 'decideUnread'>;
  settings: Settings;
}

/** Later than the undo period, so that an undo of the first decision stops the task. */
const UNREAD_DELAY_SECONDS = undoSeconds.allowed + 5;
const UnreadOrder = z.object({ sampleId: z.uuid(), decision: z.enum(['approve', 'reject']), reason: z.string() });

type BulkOrder = BodyOf<typeof startBulk>;
type BulkSelection = Pick<BulkOrder, 'decision' | 'alerts'>;

const present = (row: store.TaskRow): Task => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  done: row.done,
  total: row.total,
  problems: row.problems.flatMap((problem) => {
    const why = taskRemarks.find((remark) => problem.startsWith(`${remark} `));
    return why ? [{ title: problem.slice(why.length + 1), why }] : [];
  }),
});
const statusOf = { approve: 'approved', reject: 'rejected' } as const;

export type TasksService = ReturnType<typeof createTasksService>;

type Context = ReturnType<typeof createContext>;

function createContext(deps: Deps) {
  const { database, settings } = deps;
  const exports = createExports({ database, exporters: createExporters(deps), settings });
  return { ...deps, exports };
}

async function findOrThrow({ database }: Context, { user }: UserActor, id: TaskId) {
  const task = await store.findByOwner(database.db, id, user.id);
  if (!task) throw notFound('TASK_NOT_FOUND');
  return task;
}

/** A retry continues an interrupted task; a failed task stays failed, and its owner sees that. */
async function runTask(
  { database }: Context,
  taskId: TaskId,
  work: (task: NonNullable<Awaited<ReturnType<typeof store.startTask>>>) => Promise<void>,
) {
  const task = await store.startTask(database.db, taskId);
  if (!task) return;
  try {
    await work(task);
  } catch (error) {
    await store.finishTask(database.db, taskId, 'failed');
    throw error;
  }
  await store.finishTask(database.db, taskId, 'done');
}

const writeExport = (deps: Context, taskId: TaskId) =>
  runTask(deps, taskId, ({ order, createdBy }) =>
    deps.exports.write(taskId, ExportOrder.parse(order), { user: { id: createdBy } }),
  );

/** Decides one alert and saves the progress in the same transaction, so that a retry decides no alert twice. */
async function decideAt(
  deps: Context,
  taskId: TaskId,
  createdBy: UserId,
  index: number,
  order: BulkOrder,
): Promise<void> {
  const id = order.alerts[index]!;
  const decideAndRecord = (problem?: TaskRemark) =>
    deps.database.transaction(async (tx) => {
      const isAdmin = await store.lockAdmin(tx, createdBy);
      if ((await store.lockProgress(tx, taskId)) !== index) return;
      if (!isAdmin) throw new AppError('FORBIDDEN');
      const remark = problem ?? (await decideAlert(deps, tx, createdBy, id, order));
      if (remark) await store.addProblem(tx, taskId, await describe(tx, id, remark));
      await store.setProgress(tx, taskId, { done: index + 1 });
    });
  try {
    await decideAndRecord();
  } catch (error) {
    const remark = taskRemarks.find((known) => error instanceof AppError && error.code === known);
    if (!remark) throw error;
    await decideAndRecord(remark);
  }
}

const describe = async (tx: Db, id: AlertId, why: TaskRemark) => {
  const [alert] = await store.listAlerts(tx, [id]);
  return { title: alert?.title ?? id, why };
};

/** Returns JOINED when the alert was merged into a public one about the same scam. */
async function decideAlert(
  deps: Context,
  tx: Db,
  createdBy: UserId,
  id: AlertId,
  { decision, reason }: BulkOrder,
): Promise<TaskRemark | undefined> {
  await deps.alerts.decide(tx, { user: { id: createdBy } }, id, statusOf[decision], { reason });
  const [decided] = await store.listAlerts(tx, [id]);
  return decided?.status === 'merged' ? 'JOINED' : undefined;
}

const runBulk = (deps: Context, taskId: TaskId) =>
  runTask(deps, taskId, async ({ order: storedOrder, done, createdBy }) => {
    const order = startBulk.body.parse(storedOrder);
    for (let index = done; index < order.alerts.length; index += 1) {
      await decideAt(deps, taskId, createdBy, index, order);
    }
  });

/** Decides one report in its own transaction. */
async function decideUnread(
  ...args: Parameters<typeof decideUnreadInTransaction>
): Promise<boolean | 'CASE_CLAIMED' | 'OWN_REPORT'> {
  try {
    return await decideUnreadInTransaction(...args);
  } catch (error) {
    if (error instanceof AppError && (error.code === 'CASE_CLAIMED' || error.code === 'OWN_REPORT')) return error.code;
    throw error;
  }
}

const decideUnreadInTransaction = (
  deps: Context,
  taskId: TaskId,
  createdBy: UserId,
  done: number,
  filing: Awaited<ReturnType<TriageService['listUnread']>>[number],
  verdict: Parameters<TriageService['decideUnread']>[3],
): Promise<boolean> =>
  deps.database.transaction(async (tx) => {
    const isStaff = await store.lockStaff(tx, createdBy);
    if ((await store.lockProgress(tx, taskId)) !== done) throw new AppError('ALREADY_DECIDED');
    if (!isStaff) throw new AppError('FORBIDDEN');
    if (!(await deps.triage.decideUnread(tx, { user: { id: createdBy } }, filing, verdict))) return false;
    await store.setProgress(tx, taskId, { done: done + 1 });
    return true;
  });

/**
 * Fails when the decision on the sample's reference report was undone, its alert is no longer public, the case was
 * merged, or another moderator has claimed it.
 */
const runUnread = (deps: Context, taskId: TaskId) =>
  runTask(deps, taskId, async ({ order, done: before, total, createdBy }) => {
    const { sampleId, decision, reason } = UnreadOrder.parse(order);
    let done = before;
    let page = await deps.triage.listUnread(sampleId);
    for (; page.length > 0; page = await deps.triage.listUnread(sampleId, page.at(-1))) {
      const found = await deps.triage.findLeadForUnread(sampleId, decision);
      if (!found) return store.finishTask(deps.database.db, taskId, 'failed').then(() => {});
      for (const filing of page) {
        const outcome = await decideUnread(deps, taskId, createdBy, done, filing, { decision, reason, ...found });
        if (typeof outcome === 'string') await store.addProblem(deps.database.db, taskId, { title: '', why: outcome });
        if (outcome === 'CASE_CLAIMED') {
          return store.finishTask(deps.database.db, taskId, 'failed').then(() => {});
        }
        // The moderator's own reports stay pending.
        if (outcome === true) done += 1;
      }
    }
    // The sample is deleted together with its case.
    if (done < (total ?? 0) && !(await deps.triage.findLeadForUnread(sampleId, decision)))
      return store.finishTask(deps.database.db, taskId, 'failed').then(() => {});
    await store.setProgress(deps.database.db, taskId, { done, total: done });
  });

async function startUnread(
  { audit, queue }: Context,
  tx: Db,
  actor: UserActor,
  { caseId, sampleId, decision, reason, restCount }: UnreadBatch,
): Promise<Task> {
  const order: z.infer<typeof UnreadOrder> = { sampleId, decision, reason };
  const task = await store.insertTask(tx, { kind: 'rest', order, total: restCount, createdBy: actor.user.id });
  await audit.record(tx, {
    actor: toAuditActor(actor),
    action: 'bulk.started',
    subject: task.id,
    reason,
    detail: { decision, case: caseId, sample: sampleId, reports: restCount },
  });
  await queue.enqueue(tx, unreadJob, { taskId: task.id }, { afterSeconds: UNREAD_DELAY_SECONDS });
  return present(task);
}

const startExport = (
  { audit, database, exports, queue }: Context,
  actor: UserActor,
  order: ExportOrder,
): Promise<Task> => {
  exports.check(order);
  return database.transaction(async (tx) => {
    await store.lockUser(tx, actor.user.id);
    if ((await store.countUnfinished(tx, actor.user.id)) >= MAX_UNFINISHED_TASKS) throw new AppError('RATE_LIMITED');
    const task = await store.insertTask(tx, { kind: 'export', order, createdBy: actor.user.id });
    await audit.record(tx, {
      actor: toAuditActor(actor),
      action: 'export.started',
      subject: task.id,
      // No search text: it may contain a name, and audit entries are permanent.
      detail: { list: order.list },
    });
    await queue.enqueue(tx, exportJob, { taskId: task.id });
    return present(task);
  });
};

async function previewBulkTask(
  deps: Context,
  { user }: UserActor,
  { alerts: ids }: BulkSelection,
): Promise<ReplyOf<typeof previewBulk>> {
  const alerts = await store.listAlerts(deps.database.db, [...new Set(ids)]);
  const pending = alerts.filter(({ status }) => status === 'pending');
  const [claimedIds, notShownIds, ownIds] = await Promise.all([
    deps.cases.claims.listClaimedByOthers(deps.database.db, user.id, ids),
    deps.cases.claims.listNotShown(deps.database.db, user.id, ids),
    deps.intake.listOwnAmong(deps.database.db, ids, [user.id]),
  ]);
  const findSkipReason = (id: AlertId): TaskRemark | undefined => {
    if (ownIds.includes(id)) return 'OWN_REPORT';
    if (notShownIds.includes(id)) return 'FILING_NOT_SHOWN';
    return claimedIds.includes(id) ? 'CASE_CLAIMED' : undefined;
  };
  const left = pending.flatMap(({ id, title }) => {
    const why = findSkipReason(id);
    return why ? [{ title, why }] : [];
  });
  const decided = pending.filter(({ id }) => !findSkipReason(id));
  return {
    affected: decided.length,
    skipped: new Set(ids).size - pending.length,
    titles: decided.slice(0, MAX_TITLES).map(({ title }) => title),
    left: left.slice(0, MAX_TITLES),
  };
}

function startBulkTask(
  { audit, database, queue }: Context,
  actor: UserActor,
  { alerts, ...input }: BulkOrder,
  repeat: IdempotencyContext | undefined,
): Promise<Task> {
  if (alerts.length === 0) throw invalidInput({ alerts: 'ALERTS_REQUIRED' });
  const order: BulkOrder = { ...input, alerts: [...new Set(alerts)] };
  return database.transaction((tx) =>
    runIdempotent(tx, repeat, async () => {
      const task = await store.insertTask(tx, {
        kind: 'bulk',
        order,
        total: order.alerts.length,
        createdBy: actor.user.id,
      });
      await audit.record(tx, {
        actor: toAuditActor(actor),
        action: 'bulk.started',
        subject: task.id,
        reason: order.reason,
        detail: { decision: order.decision, alerts: order.alerts.length },
      });
      await queue.enqueue(tx, bulkJob, { taskId: task.id });
      return present(task);
    }),
  );
}

async function get(deps: Context, actor: UserActor, id: TaskId): Promise<Task> {
  const { order: _, createdAt: __, ...task } = await findOrThrow(deps, actor, id);
  return present(task);
}

async function download(
  deps: Context,
  actor: UserActor,
  id: TaskId,
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  const { kind, state, order, done, createdAt } = await findOrThrow(deps, actor, id);
  if (kind !== 'export' || state !== 'done') throw notFound('TASK_NOT_FOUND');
  const { list } = ExportOrder.parse(order);
  const bytes = await deps.exports.read(id, done);
  await deps.audit.record(deps.database.db, {
    actor: toAuditActor(actor),
    action: 'export.downloaded',
    subject: id,
    detail: { list, rows: done },
  });
  return { name: `hakiki-${list}-${createdAt.toISOString().slice(0, 10)}.csv`, bytes };
}

/** Finished files may contain text that is masked now; administrators can export again. */
async function deleteExports({ database, exports }: Context): Promise<void> {
  for (const { id, done } of await store.listFinishedExports(database.db)) {
    await exports.deleteFiles(id, done);
    await store.deleteTask(database.db, id);
  }
}

const jobs = (deps: Context): JobHandler[] => [
  exportJob.withHandler(({ taskId }) => writeExport(deps, taskId)),
  bulkJob.withHandler(({ taskId }) => runBulk(deps, taskId)),
  unreadJob.withHandler(({ taskId }) => runUnread(deps, taskId)),
  purgeTasksJob.withHandler(async () => {
    // Delete the files first, so that none is left without its task.
    for (const { id, kind, done } of await store.listExpired(deps.database.db)) {
      if (kind === 'export') await deps.exports.deleteFiles(id, done);
      await store.deleteTask(deps.database.db, id);
    }
  }),
];

export function createTasksService(deps: Deps) {
  const context = createContext(deps);
  return {
    ...bindDeps(context, {
      startUnreadTask: startUnread,
      startExport,
      previewBulk: previewBulkTask,
      startBulk: startBulkTask,
      get,
      download,
      deleteExports,
      jobs,
    }),
    keyRotations: [
      {
        what: 'exports that can be downloaded',
        ends: 'expires',
        rotate: async () => {
          const walked = { left: 0, renewed: 0, lost: 0 };
          for (let after: TaskId | undefined; ;) {
            const page = await store.listExports(context.database.db, after);
            for (const { id } of page) if (await context.exports.usesOldSecret(id)) walked.left += 1;
            after = page.at(-1)?.id;
            if (!after) return walked;
          }
        },
      },
    ] satisfies KeyRotation[],
  };
}
