CREATE TABLE "appeals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"subject_title" text NOT NULL,
	"asked_by" text NOT NULL,
	"wants" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"is_noticed" boolean NOT NULL,
	"is_recorded" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() + interval '14 days' NOT NULL,
	"decided_at" timestamp with time zone,
	"reason" text,
	"proposal_id" uuid,
	"proposed_outcome" text,
	"operator_told_at" timestamp with time zone,
	CONSTRAINT "appeals_subject_known" CHECK ("appeals"."subject" in ('alert', 'report', 'provider')),
	CONSTRAINT "appeals_asked_by_known" CHECK ("appeals"."asked_by" in ('named', 'lawyer', 'authority', 'court', 'other')),
	CONSTRAINT "appeals_wants_known" CHECK ("appeals"."wants" in ('correction', 'removal')),
	CONSTRAINT "appeals_status_known" CHECK ("appeals"."status" in ('pending', 'upheld', 'partly', 'dismissed')),
	CONSTRAINT "appeals_proposed_outcome_known" CHECK ("appeals"."proposed_outcome" in ('upheld', 'partly', 'dismissed'))
);
--> statement-breakpoint
DROP VIEW "public"."filed";--> statement-breakpoint
ALTER TABLE "decisions" DROP CONSTRAINT "decisions_subject_known";--> statement-breakpoint
ALTER TABLE "proposals" DROP CONSTRAINT "proposals_subject_known";--> statement-breakpoint
ALTER TABLE "public_versions" DROP CONSTRAINT "public_versions_subject_known";--> statement-breakpoint
ALTER TABLE "filings" DROP CONSTRAINT "filings_kind_known";--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appeals_of_subject" ON "appeals" USING btree ("subject_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "appeals_open_of_subject" ON "appeals" USING btree ("subject_id","created_at") WHERE "appeals"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "appeals_open_due" ON "appeals" USING btree ("due_at","id") WHERE "appeals"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "appeals_decided_newest" ON "appeals" USING btree ("decided_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "appeals"."status" <> 'pending';--> statement-breakpoint
CREATE INDEX "appeals_of_proposal" ON "appeals" USING btree ("proposal_id") WHERE "appeals"."proposal_id" is not null;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_subject_known" CHECK ("decisions"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'account', 'message', 'payment', 'change', 'document', 'appeal'));--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_subject_known" CHECK ("proposals"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'account', 'message', 'payment', 'change', 'document', 'appeal'));--> statement-breakpoint
ALTER TABLE "public_versions" ADD CONSTRAINT "public_versions_subject_known" CHECK ("public_versions"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'account', 'message', 'payment', 'change', 'document', 'appeal'));--> statement-breakpoint
ALTER TABLE "filings" ADD CONSTRAINT "filings_kind_known" CHECK ("filings"."kind" in ('alert', 'report', 'submission', 'appeal'));--> statement-breakpoint
CREATE VIEW "public"."filed" AS (
  select f.id, f.kind, f.created_by, f.created_at,
    coalesce(a.title, s.name, x.subject_title, about.name, 
      case when length(r.description) <= 80 then r.description
        else regexp_replace(left(r.description, 80), '\s+\S*$', '') || '…' end) as title,
    coalesce(a.description, r.description, s.description, '') as text,
    coalesce(a.title || E'\n' || a.description, r.description, s.name || E'\n' || s.description, '') as words,
    coalesce(a.alert_type, r.report_type, s.type, x.subject) as type,
    r.report_type,
    coalesce(a.severity, r.severity) as severity,
    case f.kind when 'alert' then a.affected_countries when 'submission' then s.countries
      else array_remove(array[lower(left(r.reporter_location, 60))], null) end as countries,
    coalesce(a.status, r.status, s.review_state, x.status) as status,
    coalesce(a.decided_at, r.decided_at, x.decided_at) as decided_at,
    coalesce(a.status = 'approved', r.is_public, s.review_state = 'approved', false) as is_public,
    coalesce(a.merged_into, r.fraud_alert_id) as alert_id,
    coalesce(a.affected_provider_id, r.provider_id, s.id) as provider_id,
    coalesce(s.name, about.name, a.affected_provider_name) as provider_name
  from "filings" f
    left join "fraud_alerts" a on a.id = case f.kind when 'alert' then f.id end
    left join "reports" r on r.id = case f.kind when 'report' then f.id end
    left join "providers" s on s.id = case f.kind when 'submission' then f.id end
    left join "appeals" x on x.id = case f.kind when 'appeal' then f.id end
    left join "providers" about on about.id = coalesce(a.affected_provider_id, r.provider_id)
  where coalesce(a.id, r.id, s.id, x.id) is not null);