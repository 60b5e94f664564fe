-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "alert_preferences_email_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "alert_preferences_email_key" ON "alert_preferences" USING btree ("email_key");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "fraud_alerts_active_published";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "fraud_alerts_active_published" ON "fraud_alerts" USING btree ("published_at") WHERE "fraud_alerts"."status" = 'approved';
