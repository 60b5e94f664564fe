import { sql } from 'drizzle-orm';

/** When a job of pg-boss should have run. Some wait on purpose; one that is tried again counts from its beginning. */
export const jobDue = sql`case when retry_count = 0 then start_after else created_on end`;
