CREATE TABLE "indicator_changes" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "indicator_changes_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"key" "bytea" NOT NULL,
	"kind" text NOT NULL,
	"change" text NOT NULL,
	"tier" text NOT NULL,
	CONSTRAINT "indicator_changes_change_known" CHECK ("indicator_changes"."change" in ('added', 'withdrawn', 'disputed', 'settled', 'tier'))
);
--> statement-breakpoint
CREATE TABLE "indicator_sightings" (
	"key" "bytea" NOT NULL,
	"source_id" smallint NOT NULL,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"category" text,
	"reference" text,
	CONSTRAINT "indicator_sightings_key_source_id_pk" PRIMARY KEY("key","source_id")
) PARTITION BY HASH ("key");
--> statement-breakpoint
-- As many partitions as `indicators` has, by the same key.
DO $$
BEGIN
  FOR n IN 0..15 LOOP
    EXECUTE format(
      'CREATE TABLE public.indicator_sightings_%s PARTITION OF public.indicator_sightings FOR VALUES WITH (MODULUS 16, REMAINDER %s)',
      lpad(n::text, 2, '0'), n);
  END LOOP;
END;
$$;
--> statement-breakpoint
CREATE TABLE "indicator_sources" (
	"id" smallint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "indicator_sources_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 32767 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"url" text NOT NULL,
	"file_url" text,
	"licence" text NOT NULL,
	"licence_url" text,
	"attribution" text,
	"may_show" boolean NOT NULL,
	"may_republish" boolean NOT NULL,
	"needs_own_file" boolean DEFAULT false NOT NULL,
	"is_safelist" boolean DEFAULT false NOT NULL,
	"tier" text NOT NULL,
	"parser" text NOT NULL,
	"fetch_every_hours" integer DEFAULT 24 NOT NULL,
	"expires_after_days" integer,
	"is_enabled" boolean DEFAULT false NOT NULL,
	"strikes" integer DEFAULT 0 NOT NULL,
	"next_run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_ok_at" timestamp with time zone,
	"last_tried_at" timestamp with time zone,
	"last_error" text,
	"etag" text,
	"last_modified" text,
	CONSTRAINT "indicator_sources_slug_unique" UNIQUE("slug"),
	CONSTRAINT "indicator_sources_kind_known" CHECK ("indicator_sources"."kind" in ('own', 'regulator', 'sanctions', 'open_list', 'partner')),
	CONSTRAINT "indicator_sources_tier_known" CHECK ("indicator_sources"."tier" in ('official', 'checked', 'trusted', 'community'))
);
--> statement-breakpoint
CREATE TABLE "safelist" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"value" text,
	"reason" text NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "safelist_kind_known" CHECK ("safelist"."kind" in ('website', 'bitcoin', 'evm', 'tron', 'phone', 'handle', 'solana', 'ton', 'litecoin', 'xrp', 'email', 'till', 'paybill', 'app', 'bankAccount')),
	CONSTRAINT "safelist_hidden_kinds" CHECK (("safelist"."kind" in ('phone', 'email', 'till', 'paybill', 'bankAccount')) = ("safelist"."value" is null))
);
--> statement-breakpoint
CREATE TABLE "source_snapshots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source_id" smallint NOT NULL,
	"state" text NOT NULL,
	"sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"entries" integer NOT NULL,
	"added" integer NOT NULL,
	"gone" integer NOT NULL,
	"reason" text,
	"content" "bytea",
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "source_snapshots_state_known" CHECK ("source_snapshots"."state" in ('applied', 'quarantined', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "filing_indicators" DROP CONSTRAINT "filing_indicators_kind_known";--> statement-breakpoint
ALTER TABLE "filing_indicators" DROP CONSTRAINT "filing_indicators_hidden_kinds";--> statement-breakpoint
ALTER TABLE "indicators" DROP CONSTRAINT "indicators_kind_known";--> statement-breakpoint
ALTER TABLE "indicators" DROP CONSTRAINT "indicators_hidden_kinds";--> statement-breakpoint
ALTER TABLE "indicators" ADD COLUMN "state" text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE "indicators" ADD COLUMN "state_since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "indicators" ADD COLUMN "tier" text DEFAULT 'checked' NOT NULL;--> statement-breakpoint
ALTER TABLE "indicators" ADD COLUMN "source_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "indicators" ADD COLUMN "is_overruled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "indicator_sightings" ADD CONSTRAINT "indicator_sightings_source_id_indicator_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."indicator_sources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_snapshots" ADD CONSTRAINT "source_snapshots_source_id_indicator_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."indicator_sources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "indicator_sightings_of_source" ON "indicator_sightings" USING btree ("source_id","key");--> statement-breakpoint
CREATE INDEX "safelist_of_source" ON "safelist" USING btree ("source");--> statement-breakpoint
CREATE INDEX "source_snapshots_of_source" ON "source_snapshots" USING btree ("source_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "source_snapshots_waiting" ON "source_snapshots" USING btree ("created_at") WHERE "source_snapshots"."state" = 'quarantined';--> statement-breakpoint
ALTER TABLE "filing_indicators" ADD CONSTRAINT "filing_indicators_kind_known" CHECK ("kind" in ('website', 'bitcoin', 'evm', 'tron', 'phone', 'handle', 'solana', 'ton', 'litecoin', 'xrp', 'email', 'till', 'paybill', 'app', 'bankAccount')) NOT VALID;--> statement-breakpoint
ALTER TABLE "filing_indicators" ADD CONSTRAINT "filing_indicators_hidden_kinds" CHECK (("kind" in ('phone', 'email', 'till', 'paybill', 'bankAccount')) = ("value" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "indicators" ADD CONSTRAINT "indicators_state_known" CHECK ("state" in ('active', 'disputed', 'withdrawn', 'expired')) NOT VALID;--> statement-breakpoint
ALTER TABLE "indicators" ADD CONSTRAINT "indicators_tier_known" CHECK ("tier" in ('official', 'checked', 'trusted', 'community')) NOT VALID;--> statement-breakpoint
ALTER TABLE "indicators" ADD CONSTRAINT "indicators_kind_known" CHECK ("kind" in ('website', 'bitcoin', 'evm', 'tron', 'phone', 'handle', 'solana', 'ton', 'litecoin', 'xrp', 'email', 'till', 'paybill', 'app', 'bankAccount')) NOT VALID;--> statement-breakpoint
ALTER TABLE "indicators" ADD CONSTRAINT "indicators_hidden_kinds" CHECK (("kind" in ('phone', 'email', 'till', 'paybill', 'bankAccount')) = ("value" is null)) NOT VALID;