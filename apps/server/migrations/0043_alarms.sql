CREATE TABLE "alarms" (
	"kind" text PRIMARY KEY NOT NULL,
	"figure" double precision NOT NULL,
	"raised_at" timestamp with time zone,
	"told_on" date,
	"is_told" boolean DEFAULT false NOT NULL,
	CONSTRAINT "alarms_kind_known" CHECK ("alarms"."kind" in ('audit-behind', 'decision-log-behind', 'jobs-failing', 'mail-waiting', 'disk-filling', 'certificate-ending', 'replication-behind'))
);
