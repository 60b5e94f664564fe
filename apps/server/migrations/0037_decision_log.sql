CREATE TABLE "decision_log" (
	"number" bigint PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"subject" text,
	"subject_id" uuid,
	"path" text,
	"from_value" text,
	"to_value" text,
	"people" integer,
	"waited_hours" integer,
	"reversal" text,
	"reverses" bigint,
	"statement_before" text,
	"statement_after" text,
	"wants" text,
	"asked_by" text,
	"alerts" integer,
	"reports" integer,
	"providers" integer,
	"previous" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	"source_id" uuid,
	CONSTRAINT "decision_log_kind_known" CHECK ("decision_log"."kind" in ('decision', 'received', 'request')),
	CONSTRAINT "decision_log_subject_known" CHECK ("decision_log"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'change', 'appeal')),
	CONSTRAINT "decision_log_reversal_known" CHECK ("decision_log"."reversal" in ('undone', 'reversed')),
	CONSTRAINT "decision_log_wants_known" CHECK ("decision_log"."wants" in ('correction', 'removal')),
	CONSTRAINT "decision_log_asked_by_known" CHECK ("decision_log"."asked_by" in ('named', 'lawyer', 'authority', 'court', 'other'))
);
--> statement-breakpoint
CREATE TABLE "decision_log_waiting" (
	"source" text NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"day" date,
	CONSTRAINT "decision_log_waiting_source_id_pk" PRIMARY KEY("source","id"),
	CONSTRAINT "decision_log_waiting_source_known" CHECK ("decision_log_waiting"."source" in ('decision', 'appeal'))
);
--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "statement_before" text;--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "statement_after" text;--> statement-breakpoint
CREATE UNIQUE INDEX "decision_log_source" ON "decision_log" USING btree ("source_id") WHERE "decision_log"."source_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "decision_log_received" ON "decision_log" USING btree ("day") WHERE "decision_log"."kind" = 'received';--> statement-breakpoint
CREATE UNIQUE INDEX "decision_log_undone" ON "decision_log" USING btree ("reverses") WHERE "decision_log"."reversal" = 'undone';--> statement-breakpoint
CREATE INDEX "decision_log_newest" ON "decision_log" USING btree ("day" DESC NULLS FIRST,"number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "decision_log_of_subject" ON "decision_log" USING btree ("subject","day" DESC NULLS FIRST,"number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "decision_log_of_outcome" ON "decision_log" USING btree ("to_value","day" DESC NULLS FIRST,"number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "decision_log_waiting_new" ON "decision_log_waiting" USING btree ("source","created_at","id") WHERE "decision_log_waiting"."day" is null;--> statement-breakpoint
CREATE INDEX "decision_log_waiting_day" ON "decision_log_waiting" USING btree ("day") WHERE "decision_log_waiting"."day" is not null;