ALTER TABLE "filing_indicators" VALIDATE CONSTRAINT "filing_indicators_kind_known";--> statement-breakpoint
ALTER TABLE "filing_indicators" VALIDATE CONSTRAINT "filing_indicators_hidden_kinds";--> statement-breakpoint
ALTER TABLE "indicators" VALIDATE CONSTRAINT "indicators_state_known";--> statement-breakpoint
ALTER TABLE "indicators" VALIDATE CONSTRAINT "indicators_tier_known";--> statement-breakpoint
ALTER TABLE "indicators" VALIDATE CONSTRAINT "indicators_kind_known";--> statement-breakpoint
ALTER TABLE "indicators" VALIDATE CONSTRAINT "indicators_hidden_kinds";--> statement-breakpoint
-- What was public before changes were recorded.
INSERT INTO "indicator_changes" ("at", "key", "kind", "change", "tier")
SELECT "first_seen_at", "key", "kind", 'added', "tier" FROM "indicators" WHERE "state" = 'active'
ORDER BY "first_seen_at", "key";--> statement-breakpoint
create trigger indicator_changes_append_only before update or delete or truncate on public.indicator_changes
for each statement execute function public.keep_append_only();--> statement-breakpoint
alter table public.indicator_changes enable always trigger indicator_changes_append_only;--> statement-breakpoint
-- A trigger instead of an insert by the application, so that nothing becomes public or stops being so unrecorded.
-- One statement for all rows of an import.
create function public.record_added_indicators() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into indicator_changes (key, kind, change, tier)
  select key, kind, 'added', tier from new_rows where state = 'active' order by key;
  return null;
end;
$$;
--> statement-breakpoint
create function public.record_changed_indicators() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into indicator_changes (key, kind, change, tier)
  select after.key, after.kind,
    case
      when after.state = 'disputed' then 'disputed'
      when after.state <> 'active' then 'withdrawn'
      when before.state = 'disputed' then 'settled'
      when before.state <> 'active' then 'added'
      else 'tier'
    end, after.tier
  from old_rows before join new_rows after on after.key = before.key
  where (before.state <> after.state and (before.state in ('active', 'disputed') or after.state in ('active', 'disputed')))
    or (before.tier <> after.tier and after.state = 'active')
  order by after.key;
  return null;
end;
$$;
--> statement-breakpoint
-- For the release before this one, which deletes what it withdraws.
create function public.record_deleted_indicators() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into indicator_changes (key, kind, change, tier)
  select key, kind, 'withdrawn', tier from old_rows where state in ('active', 'disputed') order by key;
  return null;
end;
$$;
--> statement-breakpoint
create trigger indicators_added after insert on public.indicators referencing new table as new_rows
for each statement execute function public.record_added_indicators();--> statement-breakpoint
create trigger indicators_changed after update on public.indicators referencing old table as old_rows new table as new_rows
for each statement execute function public.record_changed_indicators();--> statement-breakpoint
create trigger indicators_deleted after delete on public.indicators referencing old table as old_rows
for each statement execute function public.record_deleted_indicators();
