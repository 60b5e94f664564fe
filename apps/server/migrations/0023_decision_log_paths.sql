-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "decision_log_of_path";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "decision_log_of_path" ON "decision_log" USING btree ("path","day" DESC NULLS FIRST,"number" DESC NULLS FIRST) WHERE "decision_log"."path" is not null;