-- outside a transaction: no row stays locked for longer than its own statement. Each statement can be run again.
-- Visits of before, rounded to their day.
UPDATE "provider_visits" SET "created_at" = date_trunc('day', "created_at", 'UTC') WHERE ("created_at" at time zone 'UTC')::time <> '00:00';--> statement-breakpoint
ALTER TABLE "provider_visits" VALIDATE CONSTRAINT "provider_visits_by_day";--> statement-breakpoint
-- Plans by contract that were given without an end last a year from now, and their owners are told a month before.
UPDATE "users" SET "subscription_ends_at" = now() + interval '12 months' WHERE "subscription_tier" IN ('api', 'enterprise') AND "subscription_ends_at" IS NULL;
