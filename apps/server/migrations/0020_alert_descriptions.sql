-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "fraud_alerts_active_description";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "fraud_alerts_active_description" ON "fraud_alerts" USING gin (public.search_words("description")) WHERE "fraud_alerts"."status" = 'approved';
