CREATE TABLE "public_versions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "public_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"statement" jsonb NOT NULL,
	"hash" text NOT NULL,
	"successor" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "public_versions_subject_known" CHECK ("public_versions"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'account', 'message', 'payment', 'change', 'document'))
);
--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "subject_title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "statement_hash" text;--> statement-breakpoint
CREATE INDEX "public_versions_of_subject" ON "public_versions" USING btree ("subject_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);