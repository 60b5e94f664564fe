/** Cases that were decided: by a moderator or by anyone, with a search, and their way back into the queue. */
import type { CaseId } from '@hakiki/contract/cases';
import type { BodyOf, QueryOf, ReplyOf } from '@hakiki/contract/endpoint';
import type { DecidedCase, listDecidedCases, reopenCase } from '@hakiki/contract/triage-admin';
import { AppError, notFound } from '../../../platform/app-error.ts';
import { bindDeps } from '../../../platform/bind-deps.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { CaseDecisionDeps } from './case-decisions.ts';
import * as store from './decided-store.ts';
import { findCase } from './store.ts';

async function listDecided(
  { database }: CaseDecisionDeps,
  { user }: { user: { id: string } },
  { by, search, limit, offset }: QueryOf<typeof listDecidedCases>,
): Promise<{ rows: DecidedCase[]; total: number }> {
  const decidedBy = by === 'me' ? user.id : undefined;
  const found = await store.listDecidedCases(database, { decidedBy, search: search?.trim(), limit, offset });
  const rows = found.map(({ total: _, decidedAt, ...row }) => ({ ...row, decidedAt: decidedAt.toISOString() }));
  return { rows, total: found[0]?.total ?? offset };
}

/**
 * Each report in its own transaction, as in a decision. Public reports stay as they are: withdrawing them weakens a
 * warning, which needs a second person.
 */
async function reopen(
  { alerts, database, intake, reports }: CaseDecisionDeps,
  actor: UserActor,
  id: CaseId,
  { reason }: BodyOf<typeof reopenCase>,
): Promise<ReplyOf<typeof reopenCase>> {
  if (!(await findCase(database, id))) throw notFound('CASE_NOT_FOUND');
  const rejected = await store.listRejected(database.db, id);
  await intake.assertNotOwnFilings(
    database.db,
    rejected.map((filing) => filing.id),
    [actor.user.id],
  );
  let reopened = 0;
  for (const filing of rejected) {
    const adapter = filing.kind === 'alert' ? alerts.moderationAdapter : reports.moderationAdapter;
    const isReopened = await database.transaction(async (tx) => {
      // Changed by somebody else meanwhile.
      if ((await adapter.lockStatus(tx, filing.id)) !== 'rejected') return false;
      await adapter.reopen!(tx, actor, filing.id, reason);
      return true;
    });
    if (isReopened) reopened += 1;
  }
  if (reopened === 0) throw new AppError('NOTHING_TO_REOPEN');
  return { reopened };
}

export const createDecidedCases = (deps: CaseDecisionDeps) => bindDeps(deps, { listDecided, reopen });
