ALTER TABLE "contact_openings" VALIDATE CONSTRAINT "contact_openings_refusal_known";--> statement-breakpoint
ALTER TABLE "alarms" VALIDATE CONSTRAINT "alarms_kind_known";
