CREATE TABLE "provider_state_counts" (
	"review_state" text NOT NULL,
	"verification_status" text NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "provider_state_counts_review_state_verification_status_pk" PRIMARY KEY("review_state","verification_status")
);
--> statement-breakpoint
CREATE TABLE "user_counts" (
	"user_type" text NOT NULL,
	"tier" text NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "user_counts_user_type_tier_pk" PRIMARY KEY("user_type","tier")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"tier" text NOT NULL,
	"reference" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_tier_known" CHECK ("payments"."tier" in ('free', 'premium', 'api', 'enterprise')),
	CONSTRAINT "payments_status_known" CHECK ("payments"."status" in ('pending', 'confirmed', 'declined')),
	CONSTRAINT "payments_amount_positive" CHECK ("payments"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "business_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "business_documents_status_known" CHECK ("business_documents"."status" in ('pending', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "profile_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_id" uuid NOT NULL,
	"changes" jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profile_changes_status_known" CHECK ("profile_changes"."status" in ('pending', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"from_value" text NOT NULL,
	"to_value" text NOT NULL,
	"reason" text,
	"evidence" text,
	"decided_by" uuid,
	"confirmed_by" uuid,
	"reverses" uuid,
	"arrived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "decisions_subject_known" CHECK ("decisions"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'account', 'message', 'payment', 'change', 'document'))
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"from_value" text NOT NULL,
	"to_value" text NOT NULL,
	"changes" jsonb NOT NULL,
	"reason" text,
	"evidence" text,
	"proposed_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"takes_effect_at" timestamp with time zone,
	"state" text DEFAULT 'open' NOT NULL,
	"settled_by" uuid,
	"settled_at" timestamp with time zone,
	CONSTRAINT "proposals_subject_known" CHECK ("proposals"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'account', 'message', 'payment', 'change', 'document')),
	CONSTRAINT "proposals_state_known" CHECK ("proposals"."state" in ('open', 'confirmed', 'withdrawn', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "admin_tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"order" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"problems" text[] DEFAULT '{}' NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "admin_tasks_kind_known" CHECK ("admin_tasks"."kind" in ('export', 'bulk')),
	CONSTRAINT "admin_tasks_state_known" CHECK ("admin_tasks"."state" in ('waiting', 'running', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "answer_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_claims" (
	"case_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_openings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"filing_id" uuid NOT NULL,
	"asked_by" uuid NOT NULL,
	"public_key" text NOT NULL,
	"sealed" "bytea",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_documents" ADD CONSTRAINT "business_documents_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_changes" ADD CONSTRAINT "profile_changes_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_reverses_decisions_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_tasks" ADD CONSTRAINT "admin_tasks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_claims" ADD CONSTRAINT "case_claims_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_claims" ADD CONSTRAINT "case_claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_openings" ADD CONSTRAINT "contact_openings_filing_id_filings_id_fk" FOREIGN KEY ("filing_id") REFERENCES "public"."filings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_openings" ADD CONSTRAINT "contact_openings_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_of_user" ON "payments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payments_pending_oldest" ON "payments" USING btree ("created_at","id") WHERE "payments"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "business_documents_of_provider" ON "business_documents" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "business_documents_pending_oldest" ON "business_documents" USING btree ("created_at","id") WHERE "business_documents"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "profile_changes_of_provider" ON "profile_changes" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "profile_changes_pending_oldest" ON "profile_changes" USING btree ("created_at","id") WHERE "profile_changes"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "decisions_of_subject" ON "decisions" USING btree ("subject_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "decisions_newest" ON "decisions" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "decisions_reversed" ON "decisions" USING btree ("reverses") WHERE "decisions"."reverses" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_open" ON "proposals" USING btree ("subject_id") WHERE "proposals"."state" = 'open';--> statement-breakpoint
CREATE INDEX "proposals_waiting" ON "proposals" USING btree ("created_at","id") WHERE "proposals"."state" = 'open';--> statement-breakpoint
CREATE INDEX "admin_tasks_age" ON "admin_tasks" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "answer_templates_title" ON "answer_templates" USING btree ("title");--> statement-breakpoint
CREATE INDEX "case_texts_alike_closed" ON "case_texts" USING gin ("bands") WITH (fastupdate=false) WHERE not "case_texts"."is_open";--> statement-breakpoint
CREATE INDEX "case_claims_of_user" ON "case_claims" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "contact_openings_age" ON "contact_openings" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("user_id","name");--> statement-breakpoint
CREATE INDEX "users_kind_newest" ON "users" USING btree ("user_type","subscription_tier","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (lower("email" || ' ' || coalesce("first_name", '') || ' ' || coalesce("last_name", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "fraud_alerts_newest" ON "fraud_alerts" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "fraud_alerts_status_newest" ON "fraud_alerts" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "fraud_alerts_title_trigrams" ON "fraud_alerts" USING gin (lower("title") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sales_messages_open_oldest" ON "sales_messages" USING btree ("created_at","id") WHERE "sales_messages"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "providers_all_newest" ON "providers" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "providers_all_name_trigrams" ON "providers" USING gin ("name_key" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "reports_newest" ON "reports" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reports_status_newest" ON "reports" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "fraud_alerts_countries" ON "fraud_alerts" USING gin ("affected_countries");--> statement-breakpoint
CREATE INDEX "providers_state_newest" ON "providers" USING btree ("review_state","verification_status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reports_text_trigrams" ON "reports" USING gin (lower("description") gin_trgm_ops);