-- What was written once stays. Tables with this trigger are also the ones on which the application's role may only read and
-- insert (platform/db/application-role.ts).
create function public.keep_append_only() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op) using errcode = 'insufficient_privilege';
end;
$$;
--> statement-breakpoint
create trigger audit_entries_append_only before update or delete or truncate on public.audit_entries
for each statement execute function public.keep_append_only();
--> statement-breakpoint
create trigger audit_seals_append_only before update or delete or truncate on public.audit_seals
for each statement execute function public.keep_append_only();
--> statement-breakpoint
-- Always: also in a session that plays a replica, where ordinary triggers are silent.
alter table public.audit_entries enable always trigger audit_entries_append_only;
--> statement-breakpoint
alter table public.audit_seals enable always trigger audit_seals_append_only;
--> statement-breakpoint
-- A trigger and not a second insert of ours, so that no entry comes in without waiting for its seal.
create function public.await_seal() returns trigger
language plpgsql as $$
begin
  insert into public.audit_unsealed (entry_id) values (new.id);
  return null;
end;
$$;
--> statement-breakpoint
create trigger audit_entries_await_seal after insert on public.audit_entries
for each row execute function public.await_seal();
--> statement-breakpoint
-- Rows live here for about a second: tidied up by their number and not by the size of the table, and never made shorter, which
-- would take a lock that writers wait for.
alter table public.audit_unsealed set (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000,
  vacuum_truncate = false
);
