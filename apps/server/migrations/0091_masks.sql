CREATE TABLE "masked_texts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject_id" uuid NOT NULL,
	"place" text NOT NULL,
	"sealed_text" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "masks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"subject_title" text NOT NULL,
	"language" text NOT NULL,
	"sealed_spans" "bytea",
	"span_count" smallint NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"masked_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"settled_by" uuid,
	"settled_at" timestamp with time zone,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "masks_subject_known" CHECK ("masks"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'reply')),
	CONSTRAINT "masks_state_known" CHECK ("masks"."state" in ('open', 'confirmed', 'taken-back')),
	CONSTRAINT "masks_language_known" CHECK ("masks"."language" in ('en', 'fr'))
);
--> statement-breakpoint
ALTER TABLE "alarms" DROP CONSTRAINT "alarms_kind_known";--> statement-breakpoint
ALTER TABLE "masks" ADD CONSTRAINT "masks_masked_by_users_id_fk" FOREIGN KEY ("masked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "masks" ADD CONSTRAINT "masks_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "masked_texts_once" ON "masked_texts" USING btree ("subject_id","place");--> statement-breakpoint
CREATE INDEX "masks_of_subject" ON "masks" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "masks_waiting" ON "masks" USING btree ("due_at","id") WHERE "masks"."state" = 'open';--> statement-breakpoint
CREATE INDEX "masks_settled" ON "masks" USING btree ("settled_at") WHERE "masks"."sealed_spans" is not null;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_kind_known" CHECK ("alarms"."kind" in ('audit-behind', 'decision-log-behind', 'decision-log-unsigned', 'jobs-failing', 'mail-waiting', 'disk-filling', 'certificate-ending', 'replication-behind', 'backup-old', 'news-silent', 'replies-overdue', 'masks-overdue')) NOT VALID;
--> statement-breakpoint
-- Private words that became public are masked in versions and reasons too: in the transaction that applies a mask or takes it back, and
-- about its subject alone. The hash of a version stays that of the text before the mask.
create function public.keep_unless_masked() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from masks m where m.changed_at = now() and m.subject_id in (
      old.subject_id, (select a.subject_id from appeals a where a.id = old.subject_id)
    )
  ) then
    return new;
  end if;
  raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op) using errcode = 'insufficient_privilege';
end;
$$;
--> statement-breakpoint
drop trigger decisions_append_only on public.decisions;
--> statement-breakpoint
create trigger decisions_append_only before update of
  id, subject, subject_id, from_value, to_value, evidence, decided_by, confirmed_by, reverses, arrived_at, statement_before,
  statement_after, created_at
or delete or truncate on public.decisions
for each statement execute function public.keep_append_only();
--> statement-breakpoint
create trigger decisions_masked_only before update on public.decisions
for each row execute function public.keep_unless_masked();
--> statement-breakpoint
drop trigger public_versions_append_only on public.public_versions;
--> statement-breakpoint
create trigger public_versions_append_only before update of id, subject, subject_id, hash, created_at or delete or truncate
on public.public_versions
for each statement execute function public.keep_append_only();
--> statement-breakpoint
create trigger public_versions_masked_only before update on public.public_versions
for each row execute function public.keep_unless_masked();
--> statement-breakpoint
alter table public.decisions enable always trigger decisions_append_only;
--> statement-breakpoint
alter table public.decisions enable always trigger decisions_masked_only;
--> statement-breakpoint
alter table public.public_versions enable always trigger public_versions_append_only;
--> statement-breakpoint
alter table public.public_versions enable always trigger public_versions_masked_only;
