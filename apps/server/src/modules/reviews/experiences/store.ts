import type { Experience, ExperienceId } from '@hakiki/contract/experiences';
import { eq, sql } from 'drizzle-orm';
import { readPendingPage, type PendingPage } from '../../../platform/db/by-age.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import { prepareStatement } from '../../../platform/db/statement.ts';
import { experiences } from './tables.ts';

type NewRow = Pick<
  typeof experiences.$inferInsert,
  'id' | 'providerName' | 'rating' | 'experience' | 'issueType' | 'language'
>;
export type ExperienceRow = Omit<Experience, 'createdAt'> & { createdAt: Date };

const newestStatement = prepareStatement({
  name: 'experiences-newest',
  text: `
  select id, provider_name as "providerName", rating, experience, issue_type as "issueType", language,
    created_at as "createdAt"
  from experiences where status = 'approved'
  order by created_at desc, id desc limit $1`,
});

export const listApproved = (database: Database, limit: number) =>
  database.read<ExperienceRow>(newestStatement, [limit]);

export async function insertExperience(tx: Db, row: NewRow): Promise<ExperienceId> {
  const [inserted] = await tx.insert(experiences).values(row).returning({ id: experiences.id });
  return inserted!.id;
}

const moderatedColumns = {
  id: experiences.id,
  providerName: experiences.providerName,
  rating: experiences.rating,
  experience: experiences.experience,
  issueType: experiences.issueType,
  language: experiences.language,
  status: experiences.status,
  createdAt: experiences.createdAt,
};
const selectModerated = (db: Db) => db.select(moderatedColumns).from(experiences).$dynamic();

export type ModeratedRow = Awaited<ReturnType<typeof selectModerated>>[number];

export const listPending = (db: Db, page: PendingPage) =>
  readPendingPage(db, selectModerated(db), { table: experiences, isPending: eq(experiences.status, 'pending') }, page);

export const lockExperience = (tx: Db, id: ExperienceId) =>
  selectModerated(tx)
    .where(eq(experiences.id, id))
    .for('update')
    .then((rows) => rows[0]);

export const setExperience = (tx: Db, id: ExperienceId, experience: string) =>
  tx.update(experiences).set({ experience }).where(eq(experiences.id, id));

export const setStatus = (tx: Db, id: ExperienceId, status: typeof experiences.$inferSelect.status) =>
  tx
    .update(experiences)
    .set({ status, decidedAt: status === 'pending' ? null : sql`now()` })
    .where(eq(experiences.id, id));
