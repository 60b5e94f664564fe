CREATE TABLE "active_alert_counts" (
	"country" text collate "C" NOT NULL,
	"alert_type" text collate "C" NOT NULL,
	"severity" text collate "C" NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "active_alert_counts_country_alert_type_severity_pk" PRIMARY KEY("country","alert_type","severity")
);
--> statement-breakpoint
ALTER TABLE "fraud_alerts" ADD COLUMN "advice" text;--> statement-breakpoint
ALTER TABLE "fraud_alerts" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "fraud_alerts" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "fraud_alerts" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "fraud_alerts_active_severest" ON "fraud_alerts" USING btree ("severity","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "fraud_alerts"."status" = 'approved';--> statement-breakpoint
CREATE INDEX "fraud_alerts_active_of_type" ON "fraud_alerts" USING btree ("alert_type","severity","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "fraud_alerts"."status" = 'approved';--> statement-breakpoint
ALTER TABLE "fraud_alerts" ADD CONSTRAINT "fraud_alerts_language_known" CHECK ("fraud_alerts"."language" in ('en', 'fr'));