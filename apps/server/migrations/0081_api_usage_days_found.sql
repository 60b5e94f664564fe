-- outside a transaction: calls are summed meanwhile. What was left of an attempt that broke off is made anew.
DROP INDEX CONCURRENTLY IF EXISTS "api_call_sums_days";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "api_call_sums_days" ON "api_call_sums" USING btree ("account_id","first_day") WHERE "api_call_sums"."span" = 'day' and "api_call_sums"."endpoint" = '';
