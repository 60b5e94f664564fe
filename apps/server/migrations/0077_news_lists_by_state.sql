-- outside a transaction: members read and the worker writes meanwhile. What was left of an attempt that broke off is made anew.
ALTER TABLE "alarms" VALIDATE CONSTRAINT "alarms_kind_known";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "news_items_title_seams";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "news_items_title_seams" ON "news_items" USING gin (public.word_seams(lower("title")));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "news_items_state_newest";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "news_items_state_newest" ON "news_items" USING btree ("state","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "news_items_state_country";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "news_items_state_country" ON "news_items" USING btree ("state","source_country","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "news_items_state_category";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "news_items_state_category" ON "news_items" USING btree ("state","category","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "news_items_state_country_category";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "news_items_state_country_category" ON "news_items" USING btree ("state","source_country","category","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
-- Until then every seam would be taken for equally common.
analyze public.news_items;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "news_items_hidden";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "news_items_newest";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "news_items_country";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "news_items_category";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "news_items_country_category";
