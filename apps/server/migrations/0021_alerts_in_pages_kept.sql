-- Where a public alert is counted: in each of its countries, and once under no country for all of them.
create function public.active_cells_of_alert(status text, alert_type text, severity text, countries text[])
returns table (country text, alert_type text, severity text)
language sql immutable parallel safe
begin atomic
  select place, $2, $3
  from (select '' as place union select unnest($4)) places where $1 = 'approved';
end;
--> statement-breakpoint
-- Statement by statement and in one order, as count_alerts() does.
create function public.count_active_alerts() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate active_alert_counts;
  elsif tg_op = 'INSERT' then
    insert into active_alert_counts as kept (country, alert_type, severity, n)
    select c.country, c.alert_type, c.severity, count(*)
    from new_rows a cross join active_cells_of_alert(a.status, a.alert_type, a.severity, a.affected_countries) c
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (country, alert_type, severity) do update set n = kept.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into active_alert_counts as kept (country, alert_type, severity, n)
    select c.country, c.alert_type, c.severity, -count(*)
    from old_rows a cross join active_cells_of_alert(a.status, a.alert_type, a.severity, a.affected_countries) c
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (country, alert_type, severity) do update set n = kept.n + excluded.n;
  else
    insert into active_alert_counts as kept (country, alert_type, severity, n)
    select moved.country, moved.alert_type, moved.severity, sum(moved.step) from (
      select c.country, c.alert_type, c.severity, 1 as step
      from new_rows a cross join active_cells_of_alert(a.status, a.alert_type, a.severity, a.affected_countries) c
      union all
      select c.country, c.alert_type, c.severity, -1
      from old_rows a cross join active_cells_of_alert(a.status, a.alert_type, a.severity, a.affected_countries) c
    ) moved
    group by 1, 2, 3 having sum(moved.step) <> 0 order by 1, 2, 3
    on conflict (country, alert_type, severity) do update set n = kept.n + excluded.n;
  end if;
  return null;
end;
$$;
--> statement-breakpoint
create trigger fraud_alerts_paged_inserted after insert on public.fraud_alerts
referencing new table as new_rows for each statement execute function public.count_active_alerts();
--> statement-breakpoint
create trigger fraud_alerts_paged_updated after update on public.fraud_alerts
referencing old table as old_rows new table as new_rows for each statement execute function public.count_active_alerts();
--> statement-breakpoint
create trigger fraud_alerts_paged_deleted after delete on public.fraud_alerts
referencing old table as old_rows for each statement execute function public.count_active_alerts();
--> statement-breakpoint
create trigger fraud_alerts_paged_truncated after truncate on public.fraud_alerts
for each statement execute function public.count_active_alerts();
--> statement-breakpoint
insert into public.active_alert_counts (country, alert_type, severity, n)
select c.country, c.alert_type, c.severity, count(*)
from public.fraud_alerts a
cross join public.active_cells_of_alert(a.status, a.alert_type, a.severity, a.affected_countries) c
group by 1, 2, 3;
--> statement-breakpoint
-- What was decided so far tells what was public once, and since when it no longer is.
update public.fraud_alerts a set published_at = first.at
from (
  select subject_id, min(created_at) as at from public.decisions where subject = 'alert' and to_value = 'approved' group by 1
) first
where first.subject_id = a.id;
--> statement-breakpoint
update public.fraud_alerts set published_at = coalesce(decided_at, created_at)
where status = 'approved' and published_at is null;
--> statement-breakpoint
update public.fraud_alerts a set withdrawn_at = last.at
from (
  select subject_id, max(created_at) as at from public.decisions
  where subject = 'alert' and from_value = 'approved' and to_value <> 'approved' group by 1
) last
where last.subject_id = a.id and a.status <> 'approved';
--> statement-breakpoint
update public.fraud_alerts a set language = f.language from public.filings f where f.id = a.id and f.language <> a.language;
