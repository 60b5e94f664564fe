ALTER TABLE "reports" DROP CONSTRAINT "reports_status_known";--> statement-breakpoint
DROP INDEX "reports_pending_oldest";--> statement-breakpoint
ALTER TABLE "reports" drop column "is_public";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "is_public" boolean GENERATED ALWAYS AS (status in ('investigating', 'resolved')) STORED NOT NULL;--> statement-breakpoint
-- Went with the column.
CREATE INDEX "reports_public_newest" ON "reports" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "reports"."is_public";--> statement-breakpoint
CREATE INDEX "reports_public_severity" ON "reports" USING btree ("severity","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "reports"."is_public";--> statement-breakpoint
CREATE INDEX "reports_pending_oldest" ON "reports" USING btree ("created_at","id") WHERE "reports"."status" = 'pending';--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_status_known" CHECK ("reports"."status" in ('pending', 'investigating', 'resolved', 'rejected'));