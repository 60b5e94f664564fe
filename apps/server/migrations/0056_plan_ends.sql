-- outside a transaction: people sign up meanwhile. What was left of an attempt that broke off is made anew.
DROP INDEX CONCURRENTLY IF EXISTS "users_plan_ends";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_plan_ends" ON "users" USING btree ("subscription_ends_at") WHERE "users"."subscription_tier" <> 'free';
