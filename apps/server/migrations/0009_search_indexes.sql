-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "providers_warned_names";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "providers_name_keys";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "providers_name_keys" ON "providers" USING gin (public.name_keys("name", "other_names")) WHERE "providers"."review_state" = 'approved';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "fraud_alerts_active_name_keys";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "fraud_alerts_active_name_keys" ON "fraud_alerts" USING gin (public.name_keys("affected_provider_name", '{}'::text[])) WHERE "fraud_alerts"."status" = 'approved';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "fraud_alerts_active_printed";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "fraud_alerts_active_printed" ON "fraud_alerts" USING gin (public.printed_identifiers("title" || ' ' || "description")) WHERE "fraud_alerts"."status" = 'approved';
