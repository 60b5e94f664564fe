CREATE TABLE "alert_standing_counts" (
	"status" text collate "C" NOT NULL,
	"country" text collate "C" NOT NULL,
	"alert_type" text collate "C" NOT NULL,
	"severity" text collate "C" NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "alert_standing_counts_status_country_alert_type_severity_pk" PRIMARY KEY("status","country","alert_type","severity")
);
--> statement-breakpoint
CREATE TABLE "report_standing_counts" (
	"status" text collate "C" NOT NULL,
	"severity" text collate "C" NOT NULL,
	"report_type" text collate "C" NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "report_standing_counts_status_severity_report_type_pk" PRIMARY KEY("status","severity","report_type")
);
