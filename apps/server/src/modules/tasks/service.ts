/** Long-running work of administrators, done by the worker: exports, bulk decisions, and decisions by sample. */
import type { UserId } from '@hakiki/contract/accounts';
import { type previewBulk, startBulk, type Task, TaskId } from '@hakiki/contract/tasks-admin';
import { taskRemarks, type TaskRemark, undoSeconds } from '@hakiki/contract/admin-values';
import type { AlertId } from '@hakiki/contract/alerts';
import type { BodyOf, ReplyOf } from '@hakiki/contract/endpoint';
import * as z from 'zod';
import { AppError, invalid, notFound } from '../../platform/app-error.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { once, type Repeat } from '../../platform/idempotency/idempotency.ts';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { UnderSecret } from '../../platform/under-secret.ts';
import type { AlertsService } from '../alerts/service.ts';
import { actorOf, type AuditService } from '../audit/service.ts';
import type { CasesService } from '../cases/service.ts';
import type { FilingsService } from '../filings/service.ts';
import { createExporters, type Rooms } from './exported-lists.ts';
import { createExports, ExportOrder } from './exports.ts';
import type { Rest, TriageService } from '../triage/service.ts';
import * as store from './store.ts';

const carried = z.object({ taskId: TaskId });
const exportJob = defineJob({ name: 'tasks.export', payload: carried });
const bulkJob = defineJob({ name: 'tasks.bulk', payload: carried, atOnce: 2 });
const forgetJob = defineJob({ name: 'tasks.forget', payload: z.object({}), schedule: '30 * * * *' });
const restJob = defineJob({ name: 'tasks.rest', payload: carried, atOnce: 2 });
export const taskJobs = [exportJob, bulkJob, restJob];

const UNFINISHED_AT_ONCE = 5;
const TITLES_SHOWN = 20;

interface Needs extends Rooms {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  audit: AuditService;
  alerts: Rooms['alerts'] & Pick<AlertsService, 'decide'>;
  cases: Pick<CasesService, 'claims'>;
  filings: Pick<FilingsService, 'listOwnAmong'>;
  triage: Rooms['triage'] & Pick<TriageService, 'listRest' | 'findRestLead' | 'decideUnread'>;
  settings: Settings;
}

/** Later than the undo period, so that an undo of the first decision stops the task. */
const REST_AFTER_SECONDS = undoSeconds.allowed + 5;
const RestOrder = z.object({ sampleId: z.uuid(), decision: z.enum(['approve', 'reject']), reason: z.string() });

type BulkOrder = BodyOf<typeof startBulk>;
type Chosen = Pick<BulkOrder, 'decision' | 'alerts'>;

const present = (row: store.TaskRow): Task => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  done: row.done,
  total: row.total,
  problems: row.problems.flatMap((problem) => {
    const why = taskRemarks.find((one) => problem.startsWith(`${one} `));
    return why ? [{ title: problem.slice(why.length + 1), why }] : [];
  }),
});
const statusOf = { approve: 'approved', reject: 'rejected' } as const;

export type TasksService = ReturnType<typeof createTasksService>;

export function createTasksService({ database, queue, audit, settings, ...modules }: Needs) {
  const exports = createExports({ database, exporters: createExporters(modules), settings });

  async function find({ user }: UserActor, id: TaskId) {
    const task = await store.findOf(database.db, id, user.id);
    if (!task) throw notFound('TASK_NOT_FOUND');
    return task;
  }

  /** A retry continues an interrupted task; a failed task stays failed, and its owner sees that. */
  async function run(
    taskId: TaskId,
    work: (task: NonNullable<Awaited<ReturnType<typeof store.begin>>>) => Promise<void>,
  ) {
    const task = await store.begin(database.db, taskId);
    if (!task) return;
    try {
      await work(task);
    } catch (error) {
      await store.finish(database.db, taskId, 'failed');
      throw error;
    }
    await store.finish(database.db, taskId, 'done');
  }

  const writeExport = (taskId: TaskId) =>
    run(taskId, ({ order, createdBy }) => exports.write(taskId, ExportOrder.parse(order), { user: { id: createdBy } }));

  /** Decides one alert and saves the progress in the same transaction, so that a retry decides no alert twice. */
  async function decideNext(taskId: TaskId, createdBy: UserId, place: number, order: BulkOrder): Promise<void> {
    const id = order.alerts[place]!;
    const note = (problem?: TaskRemark) =>
      database.transaction(async (tx) => {
        const isAdmin = await store.holdAdmin(tx, createdBy);
        if ((await store.lockDone(tx, taskId)) !== place) return;
        if (!isAdmin) throw new AppError('FORBIDDEN');
        const remark = problem ?? (await decideOne(tx, createdBy, id, order));
        if (remark) await store.addProblem(tx, taskId, await describe(tx, id, remark));
        await store.setProgress(tx, taskId, { done: place + 1 });
      });
    try {
      await note();
    } catch (error) {
      const remark = taskRemarks.find((one) => error instanceof AppError && error.code === one);
      if (!remark) throw error;
      await note(remark);
    }
  }

  const describe = async (tx: Db, id: AlertId, why: TaskRemark) => {
    const [alert] = await store.listAlerts(tx, [id]);
    return { title: alert?.title ?? id, why };
  };

  /** Returns JOINED when the alert was merged into a public one about the same scam. */
  async function decideOne(
    tx: Db,
    createdBy: UserId,
    id: AlertId,
    { decision, reason }: BulkOrder,
  ): Promise<TaskRemark | undefined> {
    await modules.alerts.decide(tx, { user: { id: createdBy } }, id, statusOf[decision], { reason });
    const [decided] = await store.listAlerts(tx, [id]);
    return decided?.status === 'merged' ? 'JOINED' : undefined;
  }

  const actOnMany = (taskId: TaskId) =>
    run(taskId, async ({ order: given, done, createdBy }) => {
      const order = startBulk.body.parse(given);
      for (let place = done; place < order.alerts.length; place += 1) {
        await decideNext(taskId, createdBy, place, order);
      }
    });

  /** Decides one report in its own transaction. */
  async function decideUnread(
    ...given: Parameters<typeof attemptUnread>
  ): Promise<boolean | 'CASE_CLAIMED' | 'OWN_REPORT'> {
    try {
      return await attemptUnread(...given);
    } catch (error) {
      if (error instanceof AppError && (error.code === 'CASE_CLAIMED' || error.code === 'OWN_REPORT'))
        return error.code;
      throw error;
    }
  }

  const attemptUnread = (
    taskId: TaskId,
    createdBy: UserId,
    done: number,
    filing: Awaited<ReturnType<TriageService['listRest']>>[number],
    verdict: Parameters<TriageService['decideUnread']>[3],
  ): Promise<boolean> =>
    database.transaction(async (tx) => {
      const isStaff = await store.holdStaff(tx, createdBy);
      if ((await store.lockDone(tx, taskId)) !== done) throw new AppError('ALREADY_DECIDED');
      if (!isStaff) throw new AppError('FORBIDDEN');
      if (!(await modules.triage.decideUnread(tx, { user: { id: createdBy } }, filing, verdict))) return false;
      await store.setProgress(tx, taskId, { done: done + 1 });
      return true;
    });

  /**
   * Fails when the decision on the sample's reference report was undone, its alert is no longer public, the case was
   * merged, or another moderator has claimed it.
   */
  const workOffRest = (taskId: TaskId) =>
    run(taskId, async ({ order, done: before, total, createdBy }) => {
      const { sampleId, decision, reason } = RestOrder.parse(order);
      let done = before;
      let page = await modules.triage.listRest(sampleId);
      for (; page.length > 0; page = await modules.triage.listRest(sampleId, page.at(-1))) {
        const found = await modules.triage.findRestLead(sampleId, decision);
        if (!found) return store.finish(database.db, taskId, 'failed').then(() => {});
        for (const filing of page) {
          const outcome = await decideUnread(taskId, createdBy, done, filing, { decision, reason, ...found });
          if (typeof outcome === 'string') await store.addProblem(database.db, taskId, { title: '', why: outcome });
          if (outcome === 'CASE_CLAIMED') {
            return store.finish(database.db, taskId, 'failed').then(() => {});
          }
          // The moderator's own reports stay pending.
          if (outcome === true) done += 1;
        }
      }
      // The sample is deleted together with its case.
      if (done < (total ?? 0) && !(await modules.triage.findRestLead(sampleId, decision)))
        return store.finish(database.db, taskId, 'failed').then(() => {});
      await store.setProgress(database.db, taskId, { done, total: done });
    });

  return {
    async startRest(tx: Db, actor: UserActor, { caseId, sampleId, decision, reason, restCount }: Rest): Promise<Task> {
      const order: z.infer<typeof RestOrder> = { sampleId, decision, reason };
      const task = await store.insertTask(tx, { kind: 'rest', order, total: restCount, createdBy: actor.user.id });
      await audit.record(tx, {
        actor: actorOf(actor),
        action: 'bulk.started',
        subject: task.id,
        reason,
        detail: { decision, case: caseId, sample: sampleId, reports: restCount },
      });
      await queue.enqueue(tx, restJob, { taskId: task.id }, { afterSeconds: REST_AFTER_SECONDS });
      return present(task);
    },

    startExport: (actor: UserActor, order: ExportOrder): Promise<Task> => {
      exports.check(order);
      return database.transaction(async (tx) => {
        await store.holdPerson(tx, actor.user.id);
        if ((await store.countUnfinished(tx, actor.user.id)) >= UNFINISHED_AT_ONCE) throw new AppError('RATE_LIMITED');
        const task = await store.insertTask(tx, { kind: 'export', order, createdBy: actor.user.id });
        await audit.record(tx, {
          actor: actorOf(actor),
          action: 'export.started',
          subject: task.id,
          // No search text: it may contain a name, and audit entries are permanent.
          detail: { list: order.list },
        });
        await queue.enqueue(tx, exportJob, { taskId: task.id });
        return present(task);
      });
    },

    async previewBulk({ user }: UserActor, { alerts: ids }: Chosen): Promise<ReplyOf<typeof previewBulk>> {
      const alerts = await store.listAlerts(database.db, [...new Set(ids)]);
      const pending = alerts.filter(({ status }) => status === 'pending');
      const [held, unshown, own] = await Promise.all([
        modules.cases.claims.listHeldByOthers(database.db, user.id, ids),
        modules.cases.claims.listUnshown(database.db, user.id, ids),
        modules.filings.listOwnAmong(database.db, ids, [user.id]),
      ]);
      const whyLeft = (id: AlertId): TaskRemark | undefined => {
        if (own.includes(id)) return 'OWN_REPORT';
        if (unshown.includes(id)) return 'FILING_NOT_SHOWN';
        return held.includes(id) ? 'CASE_CLAIMED' : undefined;
      };
      const left = pending.flatMap(({ id, title }) => {
        const why = whyLeft(id);
        return why ? [{ title, why }] : [];
      });
      const decided = pending.filter(({ id }) => !whyLeft(id));
      return {
        affected: decided.length,
        skipped: new Set(ids).size - pending.length,
        titles: decided.slice(0, TITLES_SHOWN).map(({ title }) => title),
        left: left.slice(0, TITLES_SHOWN),
      };
    },

    startBulk(actor: UserActor, { alerts, ...input }: BulkOrder, repeat: Repeat | undefined): Promise<Task> {
      if (alerts.length === 0) throw invalid({ alerts: 'ALERTS_REQUIRED' });
      const order: BulkOrder = { ...input, alerts: [...new Set(alerts)] };
      return database.transaction((tx) =>
        once(tx, repeat, async () => {
          const task = await store.insertTask(tx, {
            kind: 'bulk',
            order,
            total: order.alerts.length,
            createdBy: actor.user.id,
          });
          await audit.record(tx, {
            actor: actorOf(actor),
            action: 'bulk.started',
            subject: task.id,
            reason: order.reason,
            detail: { decision: order.decision, alerts: order.alerts.length },
          });
          await queue.enqueue(tx, bulkJob, { taskId: task.id });
          return present(task);
        }),
      );
    },

    async get(actor: UserActor, id: TaskId): Promise<Task> {
      const { order: _, createdAt: __, ...task } = await find(actor, id);
      return present(task);
    },

    async download(actor: UserActor, id: TaskId): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
      const { kind, state, order, done, createdAt } = await find(actor, id);
      if (kind !== 'export' || state !== 'done') throw notFound('TASK_NOT_FOUND');
      const { list } = ExportOrder.parse(order);
      const bytes = await exports.read(id, done);
      await audit.record(database.db, {
        actor: actorOf(actor),
        action: 'export.downloaded',
        subject: id,
        detail: { list, rows: done },
      });
      return { name: `hakiki-${list}-${createdAt.toISOString().slice(0, 10)}.csv`, bytes };
    },

    /** Finished files may contain text that is masked now; administrators can export again. */
    async forgetExports(): Promise<void> {
      for (const { id, done } of await store.listFinishedExports(database.db)) {
        await exports.forget(id, done);
        await store.deleteTask(database.db, id);
      }
    },

    underSecret: [
      {
        what: 'exports that can be downloaded',
        ends: 'expires',
        walk: async () => {
          const walked = { left: 0, renewed: 0, lost: 0 };
          for (let after: TaskId | undefined; ;) {
            const page = await store.listExports(database.db, after);
            for (const { id } of page) if (await exports.isOlder(id)) walked.left += 1;
            after = page.at(-1)?.id;
            if (!after) return walked;
          }
        },
      },
    ] satisfies UnderSecret[],

    jobs: (): JobHandler[] => [
      exportJob.handledBy(({ taskId }) => writeExport(taskId)),
      bulkJob.handledBy(({ taskId }) => actOnMany(taskId)),
      restJob.handledBy(({ taskId }) => workOffRest(taskId)),
      forgetJob.handledBy(async () => {
        // Delete the files first, so that none is left without its task.
        for (const { id, kind, done } of await store.listOld(database.db)) {
          if (kind === 'export') await exports.forget(id, done);
          await store.deleteTask(database.db, id);
        }
      }),
    ],
  };
}
