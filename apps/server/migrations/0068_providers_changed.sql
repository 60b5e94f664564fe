-- outside a transaction: providers are changed meanwhile. What was left of an attempt that broke off is made anew.
DROP INDEX CONCURRENTLY IF EXISTS "providers_changed";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "providers_changed" ON "providers" USING btree ("updated_at","id") WHERE "providers"."review_state" = 'approved';
