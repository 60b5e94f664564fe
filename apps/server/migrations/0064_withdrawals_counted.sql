-- outside a transaction: people report meanwhile. What was left of an attempt that broke off is made anew.
DROP INDEX CONCURRENTLY IF EXISTS "reports_withdrawals";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "reports_withdrawals" ON "reports" USING btree ("created_at","provider_id") WHERE "reports"."report_type" = 'withdrawal_issues' and "reports"."is_public";
