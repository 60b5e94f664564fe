CREATE TABLE "news_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source_id" text NOT NULL,
	"state" text DEFAULT 'held' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"oddities" text[] DEFAULT '{}' NOT NULL,
	"rewordings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "news_batches_state_known" CHECK ("news_batches"."state" in ('held', 'released', 'discarded'))
);
--> statement-breakpoint
CREATE TABLE "news_copies" (
	"source_url" text PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"source_id" text NOT NULL,
	"source_name" text NOT NULL,
	"state" text NOT NULL,
	"fetched_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "news_copies_state_known" CHECK ("news_copies"."state" in ('held', 'shown', 'hidden'))
);
--> statement-breakpoint
CREATE TABLE "news_mentions" (
	"item_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"words" text NOT NULL,
	"state" text DEFAULT 'suggested' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "news_mentions_item_id_provider_id_pk" PRIMARY KEY("item_id","provider_id"),
	CONSTRAINT "news_mentions_state_known" CHECK ("news_mentions"."state" in ('suggested', 'confirmed', 'dismissed'))
);
--> statement-breakpoint
CREATE TABLE "news_readers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"country" text,
	"category" text,
	"feed_hash" "bytea",
	"feed_made_at" timestamp with time zone,
	"gets_letter" boolean DEFAULT false NOT NULL,
	"leave_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"letter_week" date,
	CONSTRAINT "news_readers_category_known" CHECK ("news_readers"."category" in ('regulation', 'enforcement', 'warning', 'guidance'))
);
--> statement-breakpoint
ALTER TABLE "alarms" DROP CONSTRAINT "alarms_kind_known";--> statement-breakpoint
ALTER TABLE "news_items" ADD COLUMN "text_key" text collate "C";--> statement-breakpoint
ALTER TABLE "news_source_states" ADD COLUMN "added_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "news_source_states" ADD COLUMN "last_item_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "news_copies" ADD CONSTRAINT "news_copies_item_id_news_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."news_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_mentions" ADD CONSTRAINT "news_mentions_item_id_news_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."news_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_mentions" ADD CONSTRAINT "news_mentions_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_readers" ADD CONSTRAINT "news_readers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "news_batches_one_held" ON "news_batches" USING btree ("source_id") WHERE "news_batches"."state" = 'held';--> statement-breakpoint
CREATE INDEX "news_batches_to_reword" ON "news_batches" USING btree ("id") WHERE "news_batches"."state" = 'released' and "news_batches"."rewordings" <> '[]';--> statement-breakpoint
CREATE INDEX "news_copies_item" ON "news_copies" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "news_copies_held" ON "news_copies" USING btree ("source_id") WHERE "news_copies"."state" = 'held';--> statement-breakpoint
CREATE INDEX "news_mentions_confirmed" ON "news_mentions" USING btree ("provider_id") WHERE "news_mentions"."state" = 'confirmed';--> statement-breakpoint
CREATE INDEX "news_mentions_suggested" ON "news_mentions" USING btree ("created_at","item_id","provider_id") WHERE "news_mentions"."state" = 'suggested';--> statement-breakpoint
CREATE UNIQUE INDEX "news_readers_feed" ON "news_readers" USING btree ("feed_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "news_readers_leave" ON "news_readers" USING btree ("leave_key");--> statement-breakpoint
CREATE INDEX "news_readers_letter" ON "news_readers" USING btree ("user_id") WHERE "news_readers"."gets_letter";--> statement-breakpoint
-- may lock: a few thousand rows, which only the worker writes
CREATE INDEX "news_items_text" ON "news_items" USING btree ("text_key");--> statement-breakpoint
-- may lock: a few thousand rows, which only the worker writes
CREATE INDEX "news_items_hidden" ON "news_items" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "news_items"."state" = 'hidden';--> statement-breakpoint
-- may lock: a few thousand rows, which only the worker writes
CREATE INDEX "news_items_title_trigrams" ON "news_items" USING gin (lower("title") gin_trgm_ops);--> statement-breakpoint
-- may lock: the table holds a row for each kind of alarm
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_kind_known" CHECK ("alarms"."kind" in ('audit-behind', 'decision-log-behind', 'jobs-failing', 'mail-waiting', 'disk-filling', 'certificate-ending', 'replication-behind', 'news-silent'));--> statement-breakpoint
insert into public.news_batches (id, source_id)
select gen_random_uuid(), source_id from public.news_items where state = 'held' and source_id is not null group by source_id;
