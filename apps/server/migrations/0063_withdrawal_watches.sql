CREATE TABLE "withdrawal_watches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"people" integer NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	"usual" double precision NOT NULL,
	"raise_at" integer NOT NULL,
	"calm_at" integer NOT NULL,
	"decided_people" integer,
	"decided_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "withdrawal_watches_status_known" CHECK ("withdrawal_watches"."status" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "withdrawal_watches_ended_by_known" CHECK ("withdrawal_watches"."ended_by" in ('fell', 'grew', 'flagged', 'unlisted'))
);
--> statement-breakpoint
ALTER TABLE "decision_log" DROP CONSTRAINT "decision_log_subject_known";--> statement-breakpoint
ALTER TABLE "decisions" DROP CONSTRAINT "decisions_subject_known";--> statement-breakpoint
ALTER TABLE "proposals" DROP CONSTRAINT "proposals_subject_known";--> statement-breakpoint
ALTER TABLE "public_versions" DROP CONSTRAINT "public_versions_subject_known";--> statement-breakpoint
ALTER TABLE "withdrawal_watches" ADD CONSTRAINT "withdrawal_watches_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawal_watches_open" ON "withdrawal_watches" USING btree ("provider_id") WHERE "withdrawal_watches"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "withdrawal_watches_of_provider" ON "withdrawal_watches" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "withdrawal_watches_open_newest" ON "withdrawal_watches" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "withdrawal_watches"."ended_at" is null;--> statement-breakpoint
ALTER TABLE "decision_log" ADD CONSTRAINT "decision_log_subject_known" CHECK ("decision_log"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'change', 'appeal', 'watch')) NOT VALID;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_subject_known" CHECK ("decisions"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'account', 'message', 'payment', 'change', 'document', 'appeal', 'watch')) NOT VALID;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_subject_known" CHECK ("proposals"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'account', 'message', 'payment', 'change', 'document', 'appeal', 'watch')) NOT VALID;--> statement-breakpoint
ALTER TABLE "public_versions" ADD CONSTRAINT "public_versions_subject_known" CHECK ("public_versions"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'account', 'message', 'payment', 'change', 'document', 'appeal', 'watch')) NOT VALID;
--> statement-breakpoint
-- A confirmed watch is a public statement, so the log tells of it.
create or replace trigger decisions_await_log after insert on public.decisions for each row
when (new.subject in ('alert', 'report', 'provider', 'review', 'experience', 'change', 'appeal', 'watch'))
execute function public.await_log('decision');
