CREATE TABLE "case_readings" (
	"filing_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"shown_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "case_readings_filing_id_user_id_pk" PRIMARY KEY("filing_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "case_samples" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"like_id" uuid NOT NULL,
	"filing_ids" uuid[] NOT NULL,
	"rest_count" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
DROP VIEW "public"."filed";--> statement-breakpoint
ALTER TABLE "fraud_alerts" DROP CONSTRAINT "fraud_alerts_status_known";--> statement-breakpoint
ALTER TABLE "reports" DROP CONSTRAINT "reports_status_known";--> statement-breakpoint
ALTER TABLE "admin_tasks" DROP CONSTRAINT "admin_tasks_kind_known";--> statement-breakpoint
ALTER TABLE "fraud_alerts" ADD COLUMN "reported_countries" text[];--> statement-breakpoint
ALTER TABLE "fraud_alerts" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "fraud_alerts" ADD COLUMN "is_merged_unread" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "case_readings" ADD CONSTRAINT "case_readings_filing_id_filings_id_fk" FOREIGN KEY ("filing_id") REFERENCES "public"."filings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_readings" ADD CONSTRAINT "case_readings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_samples" ADD CONSTRAINT "case_samples_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_samples" ADD CONSTRAINT "case_samples_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_readings_of_user" ON "case_readings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "case_samples_of_case" ON "case_samples" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "case_samples_of_user" ON "case_samples" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "fraud_alerts" ADD CONSTRAINT "fraud_alerts_merged_into_fraud_alerts_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."fraud_alerts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fraud_alerts_merged_into" ON "fraud_alerts" USING btree ("merged_into","is_merged_unread") WHERE "fraud_alerts"."merged_into" is not null;--> statement-breakpoint
ALTER TABLE "fraud_alerts" ADD CONSTRAINT "fraud_alerts_merged" CHECK ("fraud_alerts"."status" = 'merged' or "fraud_alerts"."merged_into" is null and not "fraud_alerts"."is_merged_unread");--> statement-breakpoint
ALTER TABLE "fraud_alerts" ADD CONSTRAINT "fraud_alerts_status_known" CHECK ("fraud_alerts"."status" in ('pending', 'approved', 'rejected', 'merged'));--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_status_known" CHECK ("reports"."status" in ('pending', 'investigating', 'resolved', 'rejected', 'merged'));--> statement-breakpoint
ALTER TABLE "admin_tasks" ADD CONSTRAINT "admin_tasks_kind_known" CHECK ("admin_tasks"."kind" in ('export', 'bulk', 'rest'));--> statement-breakpoint
CREATE VIEW "public"."filed" AS (
  select f.id, f.kind, f.created_by, f.created_at,
    coalesce(a.title, s.name, about.name, 
      case when length(r.description) <= 80 then r.description
        else regexp_replace(left(r.description, 80), '\s+\S*$', '') || '…' end) as title,
    coalesce(a.description, r.description, s.description) as text,
    coalesce(a.title || E'\n' || a.description, r.description, s.name || E'\n' || s.description) as words,
    coalesce(a.alert_type, r.report_type, s.type) as type,
    r.report_type,
    coalesce(a.severity, r.severity) as severity,
    case f.kind when 'alert' then a.affected_countries when 'submission' then s.countries
      else array_remove(array[lower(left(r.reporter_location, 60))], null) end as countries,
    coalesce(a.status, r.status, s.review_state) as status,
    coalesce(a.decided_at, r.decided_at) as decided_at,
    coalesce(a.status = 'approved', r.is_public, s.review_state = 'approved') as is_public,
    coalesce(a.merged_into, r.fraud_alert_id) as alert_id,
    coalesce(a.affected_provider_id, r.provider_id, s.id) as provider_id,
    coalesce(s.name, about.name, a.affected_provider_name) as provider_name
  from "filings" f
    left join "fraud_alerts" a on a.id = case f.kind when 'alert' then f.id end
    left join "reports" r on r.id = case f.kind when 'report' then f.id end
    left join "providers" s on s.id = case f.kind when 'submission' then f.id end
    left join "providers" about on about.id = coalesce(a.affected_provider_id, r.provider_id)
  where coalesce(a.id, r.id, s.id) is not null);