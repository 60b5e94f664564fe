ALTER TABLE "decision_log" VALIDATE CONSTRAINT "decision_log_subject_known";--> statement-breakpoint
ALTER TABLE "decisions" VALIDATE CONSTRAINT "decisions_subject_known";--> statement-breakpoint
ALTER TABLE "proposals" VALIDATE CONSTRAINT "proposals_subject_known";--> statement-breakpoint
ALTER TABLE "public_versions" VALIDATE CONSTRAINT "public_versions_subject_known";
