CREATE TABLE "alert_counts" (
	"facet" text NOT NULL,
	"value" text collate "C" NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "alert_counts_facet_value_pk" PRIMARY KEY("facet","value")
);
--> statement-breakpoint
CREATE TABLE "alert_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"severities" text[] NOT NULL,
	"countries" text[] NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fraud_alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"alert_type" text NOT NULL,
	"severity" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"report_count" integer DEFAULT 1 NOT NULL,
	"affected_countries" text[] DEFAULT '{}' NOT NULL,
	"affected_provider_id" uuid,
	"affected_provider_name" text,
	"lost_cents" bigint,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fraud_alerts_type_known" CHECK ("fraud_alerts"."alert_type" in ('ponzi_scheme', 'fake_platform', 'phishing', 'rug_pull', 'exchange_hack', 'wallet_compromise', 'fraud', 'scam')),
	CONSTRAINT "fraud_alerts_severity_known" CHECK ("fraud_alerts"."severity" in ('Low', 'Medium', 'High', 'Critical')),
	CONSTRAINT "fraud_alerts_status_known" CHECK ("fraud_alerts"."status" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "fraud_alerts_report_count_positive" CHECK ("fraud_alerts"."report_count" >= 1),
	CONSTRAINT "fraud_alerts_lost_positive" CHECK ("fraud_alerts"."lost_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "case_filings" (
	"filing_id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_keys" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_texts" (
	"filing_id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"text_key" text collate "C" NOT NULL,
	"bands" integer[] NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lead_id" uuid NOT NULL,
	"filing_count" integer DEFAULT 1 NOT NULL,
	"undecided_count" integer DEFAULT 1 NOT NULL,
	"is_open" boolean GENERATED ALWAYS AS (undecided_count > 0) STORED NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"newest_filing_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_visits" (
	"user_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provider_visits_user_id_provider_id_pk" PRIMARY KEY("user_id","provider_id")
);
--> statement-breakpoint
CREATE TABLE "evidence_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"filing_id" uuid NOT NULL,
	"sealed_name" "bytea" NOT NULL,
	"type" text,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stored_at" timestamp with time zone,
	CONSTRAINT "evidence_files_type_known" CHECK ("evidence_files"."type" in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf'))
);
--> statement-breakpoint
CREATE TABLE "filing_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"filing_id" uuid NOT NULL,
	"question" text NOT NULL,
	"asked_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sealed_answer" "bytea",
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "filings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"receipt_hash" "bytea" NOT NULL,
	"created_by" uuid,
	"language" text DEFAULT 'en' NOT NULL,
	"sealed_contact" "bytea",
	"has_email" boolean DEFAULT false NOT NULL,
	"sealed_details" "bytea",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "filings_kind_known" CHECK ("filings"."kind" in ('alert', 'report', 'submission')),
	CONSTRAINT "filings_language_known" CHECK ("filings"."language" in ('en', 'fr'))
);
--> statement-breakpoint
CREATE TABLE "filing_indicators" (
	"filing_id" uuid NOT NULL,
	"key" "bytea" NOT NULL,
	"kind" text NOT NULL,
	"value" text,
	CONSTRAINT "filing_indicators_filing_id_key_pk" PRIMARY KEY("filing_id","key"),
	CONSTRAINT "filing_indicators_kind_known" CHECK ("filing_indicators"."kind" in ('website', 'bitcoin', 'evm', 'tron', 'phone', 'handle')),
	CONSTRAINT "filing_indicators_phone_hidden" CHECK (("filing_indicators"."kind" = 'phone') = ("filing_indicators"."value" is null))
);
--> statement-breakpoint
CREATE TABLE "indicators" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"value" text,
	"report_count" integer DEFAULT 1 NOT NULL,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "indicators_kind_known" CHECK ("indicators"."kind" in ('website', 'bitcoin', 'evm', 'tron', 'phone', 'handle')),
	CONSTRAINT "indicators_phone_hidden" CHECK (("indicators"."kind" = 'phone') = ("indicators"."value" is null))
) PARTITION BY HASH ("key");
--> statement-breakpoint
CREATE TABLE "report_counts" (
	"facet" text NOT NULL,
	"value" text collate "C" NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "report_counts_facet_value_pk" PRIMARY KEY("facet","value")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_type" text NOT NULL,
	"severity" text NOT NULL,
	"description" text NOT NULL,
	"reporter_location" text,
	"provider_id" uuid,
	"fraud_alert_id" uuid,
	"status" text DEFAULT 'pending' NOT NULL,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_public" boolean GENERATED ALWAYS AS (status <> 'pending') STORED NOT NULL,
	CONSTRAINT "reports_type_known" CHECK ("reports"."report_type" in ('scam', 'fraud', 'withdrawal_issues', 'wallet_security', 'fund_safety', 'fake_platform', 'phishing', 'other')),
	CONSTRAINT "reports_severity_known" CHECK ("reports"."severity" in ('Low', 'Medium', 'High', 'Critical')),
	CONSTRAINT "reports_status_known" CHECK ("reports"."status" in ('pending', 'investigating', 'resolved'))
);
--> statement-breakpoint
-- They live for a day at most; their senders confirm again.
DELETE FROM "unconfirmed_submissions";--> statement-breakpoint
ALTER TABLE "unconfirmed_submissions" ADD COLUMN "sealed" "bytea" NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_preferences" ADD CONSTRAINT "alert_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fraud_alerts" ADD CONSTRAINT "fraud_alerts_affected_provider_id_providers_id_fk" FOREIGN KEY ("affected_provider_id") REFERENCES "public"."providers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_filings" ADD CONSTRAINT "case_filings_filing_id_filings_id_fk" FOREIGN KEY ("filing_id") REFERENCES "public"."filings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_filings" ADD CONSTRAINT "case_filings_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_keys" ADD CONSTRAINT "case_keys_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_texts" ADD CONSTRAINT "case_texts_filing_id_filings_id_fk" FOREIGN KEY ("filing_id") REFERENCES "public"."filings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_texts" ADD CONSTRAINT "case_texts_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_visits" ADD CONSTRAINT "provider_visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_visits" ADD CONSTRAINT "provider_visits_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_files" ADD CONSTRAINT "evidence_files_filing_id_filings_id_fk" FOREIGN KEY ("filing_id") REFERENCES "public"."filings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "filing_questions" ADD CONSTRAINT "filing_questions_filing_id_filings_id_fk" FOREIGN KEY ("filing_id") REFERENCES "public"."filings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "filing_questions" ADD CONSTRAINT "filing_questions_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "filings" ADD CONSTRAINT "filings_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "filing_indicators" ADD CONSTRAINT "filing_indicators_filing_id_filings_id_fk" FOREIGN KEY ("filing_id") REFERENCES "public"."filings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_fraud_alert_id_fraud_alerts_id_fk" FOREIGN KEY ("fraud_alert_id") REFERENCES "public"."fraud_alerts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fraud_alerts_active_newest" ON "fraud_alerts" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "fraud_alerts"."status" = 'approved';--> statement-breakpoint
CREATE INDEX "fraud_alerts_pending_oldest" ON "fraud_alerts" USING btree ("created_at","id") WHERE "fraud_alerts"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "fraud_alerts_of_provider" ON "fraud_alerts" USING btree ("affected_provider_id");--> statement-breakpoint
CREATE INDEX "case_filings_of_case" ON "case_filings" USING btree ("case_id","created_at");--> statement-breakpoint
CREATE INDEX "case_keys_of_case" ON "case_keys" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "case_texts_of_case" ON "case_texts" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "case_texts_alike" ON "case_texts" USING gin ("bands") WITH (fastupdate=false) WHERE "case_texts"."is_open";--> statement-breakpoint
CREATE INDEX "cases_open_largest" ON "cases" USING btree ("undecided_count" DESC NULLS FIRST,"created_at","id") WHERE "cases"."is_open";--> statement-breakpoint
CREATE INDEX "cases_open_oldest" ON "cases" USING btree ("created_at","id") WHERE "cases"."is_open";--> statement-breakpoint
CREATE INDEX "provider_visits_of_provider" ON "provider_visits" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "evidence_files_of_filing" ON "evidence_files" USING btree ("filing_id","created_at");--> statement-breakpoint
CREATE INDEX "evidence_files_announced" ON "evidence_files" USING btree ("created_at") WHERE "evidence_files"."stored_at" is null;--> statement-breakpoint
CREATE INDEX "filing_questions_of_filing" ON "filing_questions" USING btree ("filing_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "filings_receipt" ON "filings" USING btree ("receipt_hash");--> statement-breakpoint
CREATE INDEX "filings_of_user" ON "filings" USING btree ("created_by","kind","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "filings"."created_by" is not null;--> statement-breakpoint
CREATE INDEX "filing_indicators_of_key" ON "filing_indicators" USING btree ("key");--> statement-breakpoint
CREATE INDEX "reports_public_newest" ON "reports" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "reports"."is_public";--> statement-breakpoint
CREATE INDEX "reports_public_severity" ON "reports" USING btree ("severity","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "reports"."is_public";--> statement-breakpoint
CREATE INDEX "reports_pending_oldest" ON "reports" USING btree ("created_at","id") WHERE not "reports"."is_public";--> statement-breakpoint
CREATE INDEX "reports_of_provider" ON "reports" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "reports_of_alert" ON "reports" USING btree ("fraud_alert_id");--> statement-breakpoint
ALTER TABLE "unconfirmed_submissions" DROP COLUMN "content";--> statement-breakpoint
ALTER TABLE "unconfirmed_submissions" DROP COLUMN "email";