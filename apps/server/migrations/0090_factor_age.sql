ALTER TABLE "contact_openings" DROP CONSTRAINT "contact_openings_refusal_known";--> statement-breakpoint
ALTER TABLE "authenticator_apps" ADD COLUMN "mark" "bytea";--> statement-breakpoint
ALTER TABLE "contact_openings" ADD CONSTRAINT "contact_openings_refusal_known" CHECK ("contact_openings"."refusal" in ('factor', 'late', 'new-factor', 'quota', 'role', 'unrecorded')) NOT VALID;