-- What was told in public once stays told.
create trigger decision_log_append_only before update or delete or truncate on public.decision_log
for each statement execute function public.keep_append_only();
--> statement-breakpoint
-- Always: also in a session that plays a replica, where ordinary triggers are silent.
alter table public.decision_log enable always trigger decision_log_append_only;
--> statement-breakpoint
alter table public.decisions enable always trigger decisions_append_only;
--> statement-breakpoint
alter table public.public_versions enable always trigger public_versions_append_only;
--> statement-breakpoint
-- Where a verdict stands; nothing while nobody has decided.
create function public.verdict_side(standing text) returns text
language sql immutable parallel safe
begin atomic
  select case
    when standing in ('approved', 'merged', 'investigating', 'resolved') then 'held to be true'
    when standing = 'rejected' then 'turned down'
    when standing in ('Verified', 'Limited') then 'trusted'
    when standing in ('Flagged', 'Suspended') then 'warned of'
  end;
end;
--> statement-breakpoint
-- The one definition, for the console and for the public: a decision that leaves the side on which an earlier one had put something.
create function public.is_reversal(from_value text, to_value text) returns boolean
language sql immutable parallel safe
begin atomic
  select public.verdict_side(from_value) is not null
    and public.verdict_side(from_value) is distinct from public.verdict_side(to_value);
end;
--> statement-breakpoint
-- A trigger and not a second insert of ours, so that nothing is decided without waiting for its line.
create function public.await_log() returns trigger
language plpgsql as $$
begin
  insert into public.decision_log_waiting (source, id, created_at) values (tg_argv[0], new.id, new.created_at);
  return null;
end;
$$;
--> statement-breakpoint
create trigger decisions_await_log after insert on public.decisions for each row
when (new.subject in ('alert', 'report', 'provider', 'review', 'experience', 'change', 'appeal'))
execute function public.await_log('decision');
--> statement-breakpoint
create trigger appeals_await_log after insert on public.appeals for each row execute function public.await_log('appeal');
--> statement-breakpoint
-- What was decided before there was a log is entered first, by the worker.
insert into public.decision_log_waiting (source, id, created_at)
select 'decision', id, created_at from public.decisions
where subject in ('alert', 'report', 'provider', 'review', 'experience', 'change', 'appeal');
--> statement-breakpoint
insert into public.decision_log_waiting (source, id, created_at) select 'appeal', id, created_at from public.appeals;
--> statement-breakpoint
-- Rows live here for seconds or a day: tidied up by their number, and never made shorter, which would take a lock that writers wait for.
alter table public.decision_log_waiting set (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, vacuum_truncate = false
);
