CREATE TABLE "opened_contacts" (
	"opening_id" uuid PRIMARY KEY NOT NULL,
	"asked_by" uuid NOT NULL,
	"spent" "bytea" NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "passkeys" ADD COLUMN "mark" "bytea";--> statement-breakpoint
ALTER TABLE "contact_openings" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contact_openings" ADD COLUMN "sealed_proof" "bytea";--> statement-breakpoint
ALTER TABLE "contact_openings" ADD COLUMN "refusal" text;--> statement-breakpoint
CREATE UNIQUE INDEX "opened_contacts_spent" ON "opened_contacts" USING btree ("spent");--> statement-breakpoint
CREATE INDEX "opened_contacts_newest" ON "opened_contacts" USING btree ("opened_at");--> statement-breakpoint
ALTER TABLE "contact_openings" ADD CONSTRAINT "contact_openings_refusal_known" CHECK ("contact_openings"."refusal" in ('factor', 'late', 'quota', 'role', 'unrecorded')) NOT VALID;