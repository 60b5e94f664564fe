CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" "bytea" NOT NULL,
	"kind" text NOT NULL,
	"value" text,
	"ground" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"lead_id" uuid,
	"is_marked" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() + interval '72 hours' NOT NULL,
	"decided_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "disputes_kind_known" CHECK ("disputes"."kind" in ('website', 'bitcoin', 'evm', 'tron', 'phone', 'handle', 'solana', 'ton', 'litecoin', 'xrp', 'email', 'till', 'paybill', 'app', 'bankAccount')),
	CONSTRAINT "disputes_hidden_kinds" CHECK (("disputes"."kind" in ('phone', 'email', 'till', 'paybill', 'bankAccount')) = ("disputes"."value" is null)),
	CONSTRAINT "disputes_ground_known" CHECK ("disputes"."ground" in ('not-scam', 'changed-hands', 'not-lookalike')),
	CONSTRAINT "disputes_status_known" CHECK ("disputes"."status" in ('pending', 'upheld', 'dismissed'))
);
--> statement-breakpoint
DROP VIEW "public"."filed";--> statement-breakpoint
ALTER TABLE "filings" DROP CONSTRAINT "filings_kind_known";--> statement-breakpoint
ALTER TABLE "decision_log" DROP CONSTRAINT "decision_log_subject_known";--> statement-breakpoint
ALTER TABLE "decisions" DROP CONSTRAINT "decisions_subject_known";--> statement-breakpoint
ALTER TABLE "proposals" DROP CONSTRAINT "proposals_subject_known";--> statement-breakpoint
ALTER TABLE "public_versions" DROP CONSTRAINT "public_versions_subject_known";--> statement-breakpoint
ALTER TABLE "decision_log" ADD COLUMN "disputes" integer;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_lead_id_disputes_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_open_of_key" ON "disputes" USING btree ("key") WHERE "disputes"."status" = 'pending' and "disputes"."lead_id" is null;--> statement-breakpoint
CREATE INDEX "disputes_newest" ON "disputes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "disputes_of_key" ON "disputes" USING btree ("key","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "disputes_of_lead" ON "disputes" USING btree ("lead_id") WHERE "disputes"."lead_id" is not null;--> statement-breakpoint
CREATE INDEX "disputes_open_due" ON "disputes" USING btree ("due_at","id") WHERE "disputes"."status" = 'pending' and "disputes"."lead_id" is null;--> statement-breakpoint
CREATE INDEX "disputes_decided_newest" ON "disputes" USING btree ("decided_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "disputes"."status" <> 'pending' and "disputes"."lead_id" is null;--> statement-breakpoint
ALTER TABLE "filings" ADD CONSTRAINT "filings_kind_known" CHECK ("filings"."kind" in ('alert', 'report', 'submission', 'appeal', 'dispute')) NOT VALID;--> statement-breakpoint
ALTER TABLE "decision_log" ADD CONSTRAINT "decision_log_subject_known" CHECK ("decision_log"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'change', 'appeal', 'dispute', 'watch', 'reply', 'news')) NOT VALID;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_subject_known" CHECK ("decisions"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'account', 'message', 'payment', 'change', 'document', 'appeal', 'dispute', 'watch', 'reply', 'news')) NOT VALID;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_subject_known" CHECK ("proposals"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'account', 'message', 'payment', 'change', 'document', 'appeal', 'dispute', 'watch', 'reply', 'news')) NOT VALID;--> statement-breakpoint
ALTER TABLE "public_versions" ADD CONSTRAINT "public_versions_subject_known" CHECK ("public_versions"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'account', 'message', 'payment', 'change', 'document', 'appeal', 'dispute', 'watch', 'reply', 'news')) NOT VALID;--> statement-breakpoint
CREATE VIEW "public"."filed" AS (
  select f.id, f.kind, f.created_at,
    coalesce(a.title, s.name, x.subject_title, y.value, y.kind, about.name, 
      case when length(r.description) <= 80 then r.description
        else regexp_replace(left(r.description, 80), '\s+\S*$', '') || '…' end) as title,
    coalesce(a.description, r.description, s.description, '') as text,
    coalesce(a.title || E'\n' || a.description, r.description, s.name || E'\n' || s.description, '') as words,
    coalesce(a.alert_type, r.report_type, s.type, x.subject, y.kind) as type,
    r.report_type,
    coalesce(a.severity, r.severity) as severity,
    case f.kind when 'alert' then a.affected_countries when 'submission' then s.countries
      else array_remove(array[lower(left(r.reporter_location, 60))], null) end as countries,
    coalesce(a.status, r.status, s.review_state, x.status, y.status) as status,
    coalesce(a.decided_at, r.decided_at, x.decided_at, y.decided_at) as decided_at,
    coalesce(a.status = 'approved', r.is_public, s.review_state = 'approved', false) as is_public,
    coalesce(a.merged_into, r.fraud_alert_id) as alert_id,
    coalesce(a.affected_provider_id, r.provider_id, s.id) as provider_id,
    coalesce(s.name, about.name, a.affected_provider_name) as provider_name,
    f.owner_tag
  from "filings" f
    left join "fraud_alerts" a on a.id = case f.kind when 'alert' then f.id end
    left join "reports" r on r.id = case f.kind when 'report' then f.id end
    left join "providers" s on s.id = case f.kind when 'submission' then f.id end
    left join "appeals" x on x.id = case f.kind when 'appeal' then f.id end
    left join "disputes" y on y.id = case f.kind when 'dispute' then f.id end
    left join "providers" about on about.id = coalesce(a.affected_provider_id, r.provider_id)
  where coalesce(a.id, r.id, s.id, x.id, y.id) is not null);--> statement-breakpoint
-- Queues decisions on disputes for the public log, too.
create or replace trigger decisions_await_log after insert on public.decisions for each row
when (new.subject in ('alert', 'report', 'provider', 'review', 'experience', 'change', 'appeal', 'dispute', 'watch', 'reply', 'news'))
execute function public.await_log('decision');
