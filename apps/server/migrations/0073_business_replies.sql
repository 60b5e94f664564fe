CREATE TABLE "business_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid,
	"provider_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"text" text NOT NULL,
	"language" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"due_at" timestamp with time zone DEFAULT now() + interval '7 days' NOT NULL,
	"decided_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "business_replies_kind_known" CHECK ("business_replies"."kind" in ('provider', 'alert', 'report')),
	CONSTRAINT "business_replies_language_known" CHECK ("business_replies"."language" in ('en', 'fr')),
	CONSTRAINT "business_replies_status_known" CHECK ("business_replies"."status" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "business_replies_reason_known" CHECK ("business_replies"."reason" in ('insult', 'threat', 'private-data'))
);
--> statement-breakpoint
ALTER TABLE "alarms" DROP CONSTRAINT "alarms_kind_known";--> statement-breakpoint
ALTER TABLE "decision_log" DROP CONSTRAINT "decision_log_subject_known";--> statement-breakpoint
ALTER TABLE "decisions" DROP CONSTRAINT "decisions_subject_known";--> statement-breakpoint
ALTER TABLE "proposals" DROP CONSTRAINT "proposals_subject_known";--> statement-breakpoint
ALTER TABLE "public_versions" DROP CONSTRAINT "public_versions_subject_known";--> statement-breakpoint
ALTER TABLE "business_replies" ADD CONSTRAINT "business_replies_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_replies" ADD CONSTRAINT "business_replies_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "business_replies_published" ON "business_replies" USING btree ("subject_id","provider_id") WHERE "business_replies"."status" = 'approved' and "business_replies"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "business_replies_waiting" ON "business_replies" USING btree ("subject_id","provider_id") WHERE "business_replies"."status" = 'pending' and "business_replies"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "business_replies_waiting_due" ON "business_replies" USING btree ("due_at","id") WHERE "business_replies"."status" = 'pending' and "business_replies"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "business_replies_of_provider" ON "business_replies" USING btree ("provider_id","subject_id","created_at");--> statement-breakpoint
CREATE INDEX "business_replies_of_business" ON "business_replies" USING btree ("business_id");--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_kind_known" CHECK ("alarms"."kind" in ('audit-behind', 'decision-log-behind', 'jobs-failing', 'mail-waiting', 'disk-filling', 'certificate-ending', 'replication-behind', 'news-silent', 'replies-overdue')) NOT VALID;--> statement-breakpoint
ALTER TABLE "decision_log" ADD CONSTRAINT "decision_log_subject_known" CHECK ("decision_log"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'change', 'appeal', 'watch', 'reply')) NOT VALID;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_subject_known" CHECK ("decisions"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'account', 'message', 'payment', 'change', 'document', 'appeal', 'watch', 'reply')) NOT VALID;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_subject_known" CHECK ("proposals"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'account', 'message', 'payment', 'change', 'document', 'appeal', 'watch', 'reply')) NOT VALID;--> statement-breakpoint
ALTER TABLE "public_versions" ADD CONSTRAINT "public_versions_subject_known" CHECK ("public_versions"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'account', 'message', 'payment', 'change', 'document', 'appeal', 'watch', 'reply')) NOT VALID;
--> statement-breakpoint
-- What stands beside a verdict in public is decided in public: the log tells of it.
create or replace trigger decisions_await_log after insert on public.decisions for each row
when (new.subject in ('alert', 'report', 'provider', 'review', 'experience', 'change', 'appeal', 'watch', 'reply'))
execute function public.await_log('decision');
