CREATE TABLE "decision_log_checkpoints" (
	"number" bigint PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"size" bigint NOT NULL,
	"root" "bytea" NOT NULL,
	"note" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decision_log_nodes" (
	"level" integer NOT NULL,
	"position" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "decision_log_nodes_level_position_pk" PRIMARY KEY("level","position")
);
--> statement-breakpoint
CREATE TABLE "decision_log_signatures" (
	"key" text collate "C" NOT NULL,
	"checkpoint" bigint NOT NULL,
	"size" bigint NOT NULL,
	CONSTRAINT "decision_log_signatures_key_checkpoint_pk" PRIMARY KEY("key","checkpoint")
);
--> statement-breakpoint
ALTER TABLE "alarms" DROP CONSTRAINT "alarms_kind_known";--> statement-breakpoint
ALTER TABLE "decision_log_signatures" ADD CONSTRAINT "decision_log_signatures_checkpoint_decision_log_checkpoints_number_fk" FOREIGN KEY ("checkpoint") REFERENCES "public"."decision_log_checkpoints"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decision_log_checkpoints_day" ON "decision_log_checkpoints" USING btree ("day","number");--> statement-breakpoint
CREATE INDEX "decision_log_signatures_checkpoint" ON "decision_log_signatures" USING btree ("checkpoint");--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_kind_known" CHECK ("alarms"."kind" in ('audit-behind', 'decision-log-behind', 'decision-log-unsigned', 'jobs-failing', 'mail-waiting', 'disk-filling', 'certificate-ending', 'replication-behind', 'backup-old', 'news-silent', 'replies-overdue')) NOT VALID;--> statement-breakpoint
-- A head that was signed once was signed: outsiders keep it.
create trigger decision_log_nodes_append_only before update or delete or truncate on public.decision_log_nodes
for each statement execute function public.keep_append_only();
--> statement-breakpoint
alter table public.decision_log_nodes enable always trigger decision_log_nodes_append_only;
--> statement-breakpoint
create trigger decision_log_checkpoints_append_only before update or delete or truncate on public.decision_log_checkpoints
for each statement execute function public.keep_append_only();
--> statement-breakpoint
alter table public.decision_log_checkpoints enable always trigger decision_log_checkpoints_append_only;
--> statement-breakpoint
create trigger decision_log_signatures_append_only before update or delete or truncate on public.decision_log_signatures
for each statement execute function public.keep_append_only();
--> statement-breakpoint
alter table public.decision_log_signatures enable always trigger decision_log_signatures_append_only;
