ALTER TABLE "alert_preferences" ADD COLUMN "email_key" uuid;--> statement-breakpoint
ALTER TABLE "alert_preferences" ADD COLUMN "emailed_until" timestamp with time zone;