ALTER TABLE "regtech_drafts" ADD COLUMN "schemes" integer;--> statement-breakpoint
ALTER TABLE "regtech_reports" ADD COLUMN "schemes" integer;
