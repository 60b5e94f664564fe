CREATE TABLE "rescue_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"contact_id" text collate "C" NOT NULL,
	"outcome" text NOT NULL,
	"note" text,
	"called_by" uuid,
	"called_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rescue_calls_outcome_known" CHECK ("rescue_calls"."outcome" in ('works', 'no-answer', 'dead'))
);
--> statement-breakpoint
CREATE TABLE "rescue_failures" (
	"contact_id" text collate "C" PRIMARY KEY NOT NULL,
	"reports" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rescue_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"contact_id" text collate "C" NOT NULL,
	"facts" jsonb NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'proposed' NOT NULL,
	"proposed_by" uuid,
	"proposed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "rescue_versions_state_known" CHECK ("rescue_versions"."state" in ('proposed', 'current', 'past', 'rejected')),
	CONSTRAINT "rescue_versions_two_people" CHECK ("rescue_versions"."state" not in ('current', 'past') or "rescue_versions"."proposed_by" is distinct from "rescue_versions"."decided_by" or "rescue_versions"."proposed_by" is null)
);
--> statement-breakpoint
ALTER TABLE "rescue_calls" ADD CONSTRAINT "rescue_calls_called_by_users_id_fk" FOREIGN KEY ("called_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rescue_versions" ADD CONSTRAINT "rescue_versions_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rescue_versions" ADD CONSTRAINT "rescue_versions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rescue_calls_of_contact" ON "rescue_calls" USING btree ("contact_id","called_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "rescue_versions_one_proposed" ON "rescue_versions" USING btree ("contact_id") WHERE "rescue_versions"."state" = 'proposed';--> statement-breakpoint
CREATE UNIQUE INDEX "rescue_versions_one_current" ON "rescue_versions" USING btree ("contact_id") WHERE "rescue_versions"."state" = 'current';--> statement-breakpoint
CREATE INDEX "rescue_versions_of_contact" ON "rescue_versions" USING btree ("contact_id","proposed_at" DESC NULLS FIRST);