import { sql } from 'drizzle-orm';

/** When a pg-boss job should have run. Some jobs are deferred on purpose; a retried job counts from its creation. */
export const jobDueTime = sql`case when retry_count = 0 then start_after else created_on end`;
