-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "filings_number";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "filings_number" ON "filings" USING btree (right("id"::text, 8));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "decisions_of_person";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "decisions_of_person" ON "decisions" USING btree ("decided_by","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "decisions"."decided_by" is not null;
