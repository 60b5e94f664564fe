/** Ready-made rows for the running product, and the decisions of its moderators, until they have a console for them. */
import type { ExperienceId } from '@hakiki/contract/experiences';
import type { ReviewId } from '@hakiki/contract/reviews';
import { and, desc, eq } from 'drizzle-orm';
import { fraudAlerts } from '../apps/server/src/modules/alerts/tables.ts';
import { createAuditService } from '../apps/server/src/modules/audit/service.ts';
import { createDecisionsService } from '../apps/server/src/modules/decisions/service.ts';
import { salesMessages } from '../apps/server/src/modules/contact/tables.ts';
import { createDirectoryService } from '../apps/server/src/modules/directory/service.ts';
import { createExperiencesService } from '../apps/server/src/modules/experiences/service.ts';
import { experiences } from '../apps/server/src/modules/experiences/tables.ts';
import { createReviewsService } from '../apps/server/src/modules/reviews/service.ts';
import { reviews } from '../apps/server/src/modules/reviews/tables.ts';
import { openDatabase, type Db } from '../apps/server/src/platform/db/database.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import * as makers from '../apps/server/test/makers.ts';
import { principals } from '../apps/server/test/principals.ts';

type Given<Maker extends (db: Db, given: never) => unknown> = Parameters<Maker>[1];

export type Records = ReturnType<typeof openRecords>;

export function openRecords(databaseUrl: string) {
  const database = openDatabase({ databaseUrl, databasePoolSize: 4, statementTimeoutMs: 20_000 }, createLog('silent'));
  const { db } = database;
  const audit = createAuditService();
  const directory = createDirectoryService({ database });
  const decisions = createDecisionsService({ database, audit, queue: { enqueue: () => Promise.resolve() } });
  const reviewDesk = createReviewsService({ database, audit, decisions, directory });
  const experienceDesk = createExperiencesService({ database, audit, decisions });
  return {
    makeProvider: (given?: Given<typeof makers.makeProvider>) => makers.makeProvider(db, given),
    makeReview: (given: Given<typeof makers.makeReview>) => makers.makeReview(db, given),
    makeExperience: (given?: Given<typeof makers.makeExperience>) => makers.makeExperience(db, given),
    makeEvidence: (given: Given<typeof makers.makeEvidence>) => makers.makeEvidence(db, given),
    makeCertification: (given: Given<typeof makers.makeCertification>) => makers.makeCertification(db, given),

    makeAlert: (given?: Given<typeof makers.makeAlert>) => makers.makeAlert(db, given),
    makeReport: (given?: Given<typeof makers.makeReport>) => makers.makeReport(db, given),
    makeQuestion: (given: Given<typeof makers.makeQuestion>) => makers.makeQuestion(db, given),

    /** Every alert with this title, whoever may see it. */
    listAlerts: (title: string) => db.select().from(fraudAlerts).where(eq(fraudAlerts.title, title)),

    /** What this person wrote about this provider becomes public. */
    async approveReview(of: { providerId: string; userId: string }): Promise<void> {
      const mine = and(eq(reviews.providerId, of.providerId), eq(reviews.userId, of.userId));
      const [review] = await db.select({ id: reviews.id }).from(reviews).where(mine);
      if (!review) throw new Error('This person has not reviewed this provider.');
      await reviewDesk.decide(principals.admin, review.id as ReviewId, 'approved');
    },

    async findExperience(text: string) {
      const [found] = await db.select().from(experiences).where(eq(experiences.experience, text));
      return found;
    },
    approveExperience: (id: string) => experienceDesk.decide(principals.admin, id as ExperienceId, 'approved'),

    async findSalesMessage(email: string) {
      const [found] = await db
        .select()
        .from(salesMessages)
        .where(eq(salesMessages.email, email))
        .orderBy(desc(salesMessages.createdAt))
        .limit(1);
      return found;
    },
    close: () => database.close(),
  };
}
