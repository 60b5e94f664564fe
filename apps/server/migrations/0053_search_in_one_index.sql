-- outside a transaction: people search, sign up and report meanwhile. What was left of an attempt that broke off is made anew.
DROP INDEX CONCURRENTLY IF EXISTS "providers_found";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "providers_found" ON "providers" USING gin ("search","names_key" gin_trgm_ops,public.word_seams("names_key"),"countries",(array["type"])) WHERE "providers"."is_public";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_search_seams";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_search_seams" ON "users" USING gin (public.word_seams(lower("email" || ' ' || coalesce("first_name", '') || ' ' || coalesce("last_name", ''))));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "fraud_alerts_title_seams";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "fraud_alerts_title_seams" ON "fraud_alerts" USING gin (public.word_seams(lower("title")));--> statement-breakpoint
-- Of an expression in an index of some rows only, the planner uses no statistics: it is told these apart.
create statistics if not exists public.providers_types on (array["type"]) from public.providers;--> statement-breakpoint
create statistics if not exists public.providers_seams on (public.word_seams("names_key")) from public.providers;--> statement-breakpoint
-- Until then it would take every seam for equally common.
analyze public.providers, public.users, public.fraud_alerts;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "providers_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "providers_names_trigrams";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "providers_countries";
