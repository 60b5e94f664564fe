ALTER TABLE "indicator_sightings" DROP CONSTRAINT "indicator_sightings_source_id_indicator_sources_id_fk";
--> statement-breakpoint
ALTER TABLE "indicator_sources" ADD COLUMN "body_hash" text;--> statement-breakpoint
ALTER TABLE "source_snapshots" ADD COLUMN "unreadable" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "source_snapshots" ADD COLUMN "conflicts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "source_snapshots" ADD COLUMN "listed_before" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "source_snapshots" ADD COLUMN "samples" jsonb;--> statement-breakpoint
ALTER TABLE "source_snapshots" ADD COLUMN "format" text DEFAULT 'source' NOT NULL;--> statement-breakpoint
ALTER TABLE "source_snapshots" ADD COLUMN "listed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "source_snapshots" ADD COLUMN "proposed_by" uuid;