CREATE TABLE "news_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"category" text NOT NULL,
	"source_name" text NOT NULL,
	"source_country" text NOT NULL,
	"source_url" text NOT NULL,
	"source_id" text,
	"priority" text DEFAULT 'normal' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"fetched_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'shown' NOT NULL,
	"is_active" boolean GENERATED ALWAYS AS (state = 'shown') STORED NOT NULL,
	CONSTRAINT "news_items_category_known" CHECK ("news_items"."category" in ('regulation', 'enforcement', 'warning', 'guidance')),
	CONSTRAINT "news_items_priority_known" CHECK ("news_items"."priority" in ('high', 'normal', 'low')),
	CONSTRAINT "news_items_language_known" CHECK ("news_items"."language" in ('en', 'fr')),
	CONSTRAINT "news_items_state_known" CHECK ("news_items"."state" in ('held', 'shown', 'hidden'))
);
--> statement-breakpoint
CREATE TABLE "news_source_states" (
	"id" text PRIMARY KEY NOT NULL,
	"etag" text,
	"last_modified" text,
	"body_hash" text,
	"next_run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_run_at" timestamp with time zone,
	"last_good_at" timestamp with time zone,
	"fault" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"releases" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "news_items_source_url" ON "news_items" USING btree ("source_url");--> statement-breakpoint
CREATE INDEX "news_items_held" ON "news_items" USING btree ("source_id") WHERE "news_items"."state" = 'held';--> statement-breakpoint
CREATE INDEX "news_items_newest" ON "news_items" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "news_items"."is_active";--> statement-breakpoint
CREATE INDEX "news_items_country" ON "news_items" USING btree ("source_country","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "news_items"."is_active";--> statement-breakpoint
CREATE INDEX "news_items_category" ON "news_items" USING btree ("category","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "news_items"."is_active";--> statement-breakpoint
CREATE INDEX "news_items_country_category" ON "news_items" USING btree ("source_country","category","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "news_items"."is_active";