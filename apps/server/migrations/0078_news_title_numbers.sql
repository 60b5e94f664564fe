-- outside a transaction: members read and the worker writes meanwhile. What was left of an attempt that broke off is made anew.
-- The numbers in a text, each as a whole. Without a query, because this runs for each row that is written.
create or replace function public.numbers_in(value text) returns text[]
language sql immutable strict parallel safe
as $$ select string_to_array(trim(regexp_replace(value, '[^0-9]+', ' ', 'g')), ' ') $$;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "news_items_title_numbers";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "news_items_title_numbers" ON "news_items" USING gin (public.numbers_in("title"));--> statement-breakpoint
-- Until then every number would be taken for equally common.
analyze public.news_items;
