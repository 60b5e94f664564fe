CREATE TABLE "chat_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"state" text DEFAULT 'connecting' NOT NULL,
	"address" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"daily_answers" integer NOT NULL,
	"monthly_budget_cents" integer,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_connections_channel_known" CHECK ("chat_connections"."channel" in ('telegram', 'whatsapp', 'ussd')),
	CONSTRAINT "chat_connections_state_known" CHECK ("chat_connections"."state" in ('connecting', 'connected'))
);
--> statement-breakpoint
CREATE TABLE "chat_days" (
	"channel" text NOT NULL,
	"day" date NOT NULL,
	"answers" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"cost" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "chat_days_channel_day_pk" PRIMARY KEY("channel","day"),
	CONSTRAINT "chat_days_channel_known" CHECK ("chat_days"."channel" in ('telegram', 'whatsapp', 'ussd'))
);
--> statement-breakpoint
CREATE TABLE "chat_people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pseudonym" "bytea" NOT NULL,
	"sealed_key" "bytea" NOT NULL,
	"sealed_state" "bytea",
	"version" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"mark" "bytea" NOT NULL,
	"person_id" uuid,
	"state" text DEFAULT 'received' NOT NULL,
	"sealed" "bytea",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_questions_channel_known" CHECK ("chat_questions"."channel" in ('telegram', 'whatsapp', 'ussd')),
	CONSTRAINT "chat_questions_state_known" CHECK ("chat_questions"."state" in ('received', 'answered', 'sending', 'sent', 'unknown', 'failed', 'dropped'))
);
--> statement-breakpoint
ALTER TABLE "chat_questions" ADD CONSTRAINT "chat_questions_person_id_chat_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."chat_people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_connections_channel" ON "chat_connections" USING btree ("channel");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_people_pseudonym" ON "chat_people" USING btree ("pseudonym");--> statement-breakpoint
CREATE INDEX "chat_people_expiry" ON "chat_people" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_questions_mark" ON "chat_questions" USING btree ("mark");--> statement-breakpoint
CREATE INDEX "chat_questions_of_person" ON "chat_questions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "chat_questions_age" ON "chat_questions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "chat_questions_open" ON "chat_questions" USING btree ("created_at") WHERE "chat_questions"."sealed" is not null;--> statement-breakpoint
ALTER TABLE "alarms" DROP CONSTRAINT "alarms_kind_known";--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_kind_known" CHECK ("alarms"."kind" in ('audit-behind', 'decision-log-behind', 'decision-log-unsigned', 'jobs-failing', 'mail-waiting', 'disk-filling', 'certificate-ending', 'replication-behind', 'backup-old', 'open-data-old', 'news-silent', 'replies-overdue', 'masks-overdue', 'chat-unanswered', 'chat-over-budget')) NOT VALID;