CREATE TABLE "regtech_closings" (
	"period" text collate "C" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "regtech_closings_period_pk" PRIMARY KEY("period")
);
--> statement-breakpoint
CREATE TABLE "regtech_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"period" text collate "C" NOT NULL,
	"country" text collate "C" NOT NULL,
	"priority" text NOT NULL,
	"content" text NOT NULL,
	"complaints" integer NOT NULL,
	"lost_cents" bigint,
	"median_hours" integer,
	"providers" integer,
	"verified" integer,
	"flagged" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "regtech_drafts_priority_known" CHECK ("regtech_drafts"."priority" in ('high', 'medium', 'low'))
);
--> statement-breakpoint
CREATE TABLE "regtech_metrics" (
	"id" uuid PRIMARY KEY NOT NULL,
	"period" text collate "C" NOT NULL,
	"metric_type" text NOT NULL,
	"value" double precision NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "regtech_metrics_type_known" CHECK ("regtech_metrics"."metric_type" in ('compliance_score', 'risk_rating', 'audit_findings', 'coverage'))
);
--> statement-breakpoint
CREATE TABLE "regtech_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"period" text collate "C" NOT NULL,
	"country" text collate "C" NOT NULL,
	"priority" text NOT NULL,
	"content" text NOT NULL,
	"complaints" integer NOT NULL,
	"lost_cents" bigint,
	"median_hours" integer,
	"providers" integer,
	"verified" integer,
	"flagged" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "regtech_reports_priority_known" CHECK ("regtech_reports"."priority" in ('high', 'medium', 'low'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "regtech_drafts_once" ON "regtech_drafts" USING btree ("period","country");--> statement-breakpoint
CREATE UNIQUE INDEX "regtech_metrics_once" ON "regtech_metrics" USING btree ("period","metric_type");--> statement-breakpoint
CREATE UNIQUE INDEX "regtech_reports_once" ON "regtech_reports" USING btree ("period","country");--> statement-breakpoint
CREATE UNIQUE INDEX "regtech_reports_of_country" ON "regtech_reports" USING btree ("country","period");
--> statement-breakpoint
create trigger regtech_reports_append_only before update or delete or truncate on public.regtech_reports
for each statement execute function public.keep_append_only();
--> statement-breakpoint
alter table public.regtech_reports enable always trigger regtech_reports_append_only;
--> statement-breakpoint
create trigger regtech_closings_append_only before update or delete or truncate on public.regtech_closings
for each statement execute function public.keep_append_only();
--> statement-breakpoint
alter table public.regtech_closings enable always trigger regtech_closings_append_only;
