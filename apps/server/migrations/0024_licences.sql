CREATE TABLE "licence_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"country" text NOT NULL,
	"source" text NOT NULL,
	"source_url" text,
	"subject" text,
	"from_state" text,
	"to_state" text,
	"provider_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "licence_changes_kind_known" CHECK ("licence_changes"."kind" in ('regime', 'licence', 'warning'))
);
--> statement-breakpoint
CREATE TABLE "licence_checks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "licence_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"register_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"as_of" date NOT NULL,
	"checked_on" date NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "licence_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"register_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"content" "bytea" NOT NULL,
	"as_of" date NOT NULL,
	"is_uploaded" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "licence_matches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "licence_matches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"register_id" uuid NOT NULL,
	"entry_key" text NOT NULL,
	"provider_id" uuid,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "licence_proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"country" text NOT NULL,
	"subject" text NOT NULL,
	"title" text NOT NULL,
	"payload" jsonb NOT NULL,
	"file_id" uuid,
	"state" text DEFAULT 'open' NOT NULL,
	"proposed_by" uuid,
	"settled_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "licence_proposals_kind_known" CHECK ("licence_proposals"."kind" in ('file', 'match', 'regime', 'warning')),
	CONSTRAINT "licence_proposals_state_known" CHECK ("licence_proposals"."state" in ('open', 'confirmed', 'withdrawn')),
	CONSTRAINT "licence_proposals_two_people" CHECK ("licence_proposals"."state" <> 'confirmed' or "licence_proposals"."settled_by" is null or "licence_proposals"."settled_by" is distinct from "licence_proposals"."proposed_by")
);
--> statement-breakpoint
CREATE TABLE "licence_regimes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "licence_regimes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"regulator" text NOT NULL,
	"regulator_url" text NOT NULL,
	"regime" text NOT NULL,
	"instrument" text NOT NULL,
	"since" text,
	"summary" text NOT NULL,
	"source_name" text NOT NULL,
	"source_url" text,
	"as_of" text,
	"confidence" text NOT NULL,
	"checked_on" date NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "licence_regimes_regime_known" CHECK ("licence_regimes"."regime" in ('licensed', 'transitional', 'registration', 'sandbox', 'none', 'restricted', 'prohibited')),
	CONSTRAINT "licence_regimes_confidence_known" CHECK ("licence_regimes"."confidence" in ('sourced', 'known', 'unsure'))
);
--> statement-breakpoint
CREATE TABLE "licence_registers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"country" text NOT NULL,
	"authority" text NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"file_url" text,
	"format" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_read_at" timestamp with time zone,
	"fault" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"etag" text,
	"last_modified" text,
	"body_hash" text,
	CONSTRAINT "licence_registers_format_known" CHECK ("licence_registers"."format" in ('csv', 'json'))
);
--> statement-breakpoint
CREATE TABLE "licence_warnings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "licence_warnings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"authority" text NOT NULL,
	"title" text NOT NULL,
	"names" text[] NOT NULL,
	"published_on" date NOT NULL,
	"checked_on" date NOT NULL,
	"url" text NOT NULL,
	"provider_id" uuid,
	"is_lifted" boolean DEFAULT false NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "licences" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "licences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"register_id" uuid NOT NULL,
	"entry_key" text NOT NULL,
	"holder" text NOT NULL,
	"number" text,
	"scope" text[] DEFAULT '{}' NOT NULL,
	"state" text NOT NULL,
	"granted_on" date,
	"ends_on" date,
	"file_id" uuid NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "licences_state_known" CHECK ("licences"."state" in ('ended', 'applied', 'company-only', 'registered', 'in-principle', 'provisional', 'licensed'))
);
--> statement-breakpoint
ALTER TABLE "licence_checks" ADD CONSTRAINT "licence_checks_register_id_licence_registers_id_fk" FOREIGN KEY ("register_id") REFERENCES "public"."licence_registers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_checks" ADD CONSTRAINT "licence_checks_file_id_licence_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."licence_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_files" ADD CONSTRAINT "licence_files_register_id_licence_registers_id_fk" FOREIGN KEY ("register_id") REFERENCES "public"."licence_registers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_matches" ADD CONSTRAINT "licence_matches_register_id_licence_registers_id_fk" FOREIGN KEY ("register_id") REFERENCES "public"."licence_registers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_proposals" ADD CONSTRAINT "licence_proposals_file_id_licence_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."licence_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_proposals" ADD CONSTRAINT "licence_proposals_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_proposals" ADD CONSTRAINT "licence_proposals_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licences" ADD CONSTRAINT "licences_register_id_licence_registers_id_fk" FOREIGN KEY ("register_id") REFERENCES "public"."licence_registers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licences" ADD CONSTRAINT "licences_file_id_licence_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."licence_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "licence_changes_newest" ON "licence_changes" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "licence_changes_of_country" ON "licence_changes" USING btree ("country","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "licence_checks_of_register" ON "licence_checks" USING btree ("register_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "licence_matches_of_entry" ON "licence_matches" USING btree ("register_id","entry_key","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "licence_matches_of_provider" ON "licence_matches" USING btree ("provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "licence_proposals_open" ON "licence_proposals" USING btree ("subject") WHERE "licence_proposals"."state" = 'open';--> statement-breakpoint
CREATE INDEX "licence_proposals_waiting" ON "licence_proposals" USING btree ("created_at","id") WHERE "licence_proposals"."state" = 'open';--> statement-breakpoint
CREATE INDEX "licence_regimes_of_country" ON "licence_regimes" USING btree ("country","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "licence_registers_of_country" ON "licence_registers" USING btree ("country");--> statement-breakpoint
CREATE INDEX "licence_registers_due" ON "licence_registers" USING btree ("next_run_at") WHERE "licence_registers"."file_url" is not null;--> statement-breakpoint
CREATE INDEX "licence_warnings_of_country" ON "licence_warnings" USING btree ("country","url","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "licence_warnings_of_provider" ON "licence_warnings" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "licences_of_entry" ON "licences" USING btree ("register_id","entry_key","id" DESC NULLS FIRST);