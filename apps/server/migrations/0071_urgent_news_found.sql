-- outside a transaction: news is read meanwhile. What was left of an attempt that broke off is made anew.
DROP INDEX CONCURRENTLY IF EXISTS "news_items_urgent";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "news_items_urgent" ON "news_items" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "news_items"."is_active" and "news_items"."priority" = 'high';
