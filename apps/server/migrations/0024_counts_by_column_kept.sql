-- Nobody may write between the filling and the first count of the new triggers.
lock table public.fraud_alerts, public.reports in share row exclusive mode;
--> statement-breakpoint
-- Where an alert is counted: in each of its countries, and once under no country.
create function public.places_of_alert(countries text[]) returns setof text
language sql immutable parallel safe
begin atomic
  select '' union select unnest(countries);
end;
--> statement-breakpoint
-- Statement by statement, so that filling in a million alerts counts once. The rows are taken in one order, so that two
-- decisions wait for each other and never for ever.
create or replace function public.count_alerts() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate alert_standing_counts;
  elsif tg_op = 'INSERT' then
    insert into alert_standing_counts as kept (status, country, alert_type, severity, n)
    select a.status collate "C", place collate "C", a.alert_type collate "C", a.severity collate "C", count(*)
    from new_rows a cross join places_of_alert(a.affected_countries) place
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (status, country, alert_type, severity) do update set n = kept.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into alert_standing_counts as kept (status, country, alert_type, severity, n)
    select a.status collate "C", place collate "C", a.alert_type collate "C", a.severity collate "C", -count(*)
    from old_rows a cross join places_of_alert(a.affected_countries) place
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (status, country, alert_type, severity) do update set n = kept.n + excluded.n;
  else
    insert into alert_standing_counts as kept (status, country, alert_type, severity, n)
    select moved.status collate "C", place collate "C", moved.alert_type collate "C", moved.severity collate "C",
      sum(moved.step)
    from (
      select status, affected_countries, alert_type, severity, 1 as step from new_rows
      union all
      select status, affected_countries, alert_type, severity, -1 from old_rows
    ) moved cross join places_of_alert(moved.affected_countries) place
    group by 1, 2, 3, 4 having sum(moved.step) <> 0 order by 1, 2, 3, 4
    on conflict (status, country, alert_type, severity) do update set n = kept.n + excluded.n;
  end if;
  return null;
end;
$$;
--> statement-breakpoint
insert into public.alert_standing_counts (status, country, alert_type, severity, n)
select a.status, place, a.alert_type, a.severity, count(*)
from public.fraud_alerts a cross join public.places_of_alert(a.affected_countries) place group by 1, 2, 3, 4;
--> statement-breakpoint
drop trigger fraud_alerts_paged_inserted on public.fraud_alerts;
--> statement-breakpoint
drop trigger fraud_alerts_paged_updated on public.fraud_alerts;
--> statement-breakpoint
drop trigger fraud_alerts_paged_deleted on public.fraud_alerts;
--> statement-breakpoint
drop trigger fraud_alerts_paged_truncated on public.fraud_alerts;
--> statement-breakpoint
drop function public.count_active_alerts();
--> statement-breakpoint
drop function public.active_cells_of_alert(text, text, text, text[]);
--> statement-breakpoint
drop function public.facets_of_alert(text, text, text[]);
--> statement-breakpoint
-- Counts the reports, and on each alert the reports that are linked to it.
create or replace function public.count_reports() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate report_standing_counts;
    update fraud_alerts set report_count = 1 where report_count <> 1;
  elsif tg_op = 'INSERT' then
    insert into report_standing_counts as kept (status, severity, report_type, n)
    select status collate "C", severity collate "C", report_type collate "C", count(*) from new_rows
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (status, severity, report_type) do update set n = kept.n + excluded.n;
    update fraud_alerts a set report_count = a.report_count + linked.n
    from (select fraud_alert_id as id, count(*) as n from new_rows where fraud_alert_id is not null group by 1) linked
    where a.id = linked.id;
  elsif tg_op = 'DELETE' then
    insert into report_standing_counts as kept (status, severity, report_type, n)
    select status collate "C", severity collate "C", report_type collate "C", -count(*) from old_rows
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (status, severity, report_type) do update set n = kept.n + excluded.n;
    update fraud_alerts a set report_count = a.report_count - linked.n
    from (select fraud_alert_id as id, count(*) as n from old_rows where fraud_alert_id is not null group by 1) linked
    where a.id = linked.id;
  else
    insert into report_standing_counts as kept (status, severity, report_type, n)
    select moved.status collate "C", moved.severity collate "C", moved.report_type collate "C", sum(moved.step)
    from (
      select status, severity, report_type, 1 as step from new_rows
      union all
      select status, severity, report_type, -1 from old_rows
    ) moved
    group by 1, 2, 3 having sum(moved.step) <> 0 order by 1, 2, 3
    on conflict (status, severity, report_type) do update set n = kept.n + excluded.n;
    update fraud_alerts a set report_count = a.report_count + linked.step
    from (
      select moved.id, sum(moved.step) as step from (
        select fraud_alert_id as id, 1 as step from new_rows where fraud_alert_id is not null
        union all
        select fraud_alert_id, -1 from old_rows where fraud_alert_id is not null
      ) moved
      group by moved.id having sum(moved.step) <> 0
    ) linked
    where a.id = linked.id;
  end if;
  return null;
end;
$$;
--> statement-breakpoint
insert into public.report_standing_counts (status, severity, report_type, n)
select status, severity, report_type, count(*) from public.reports group by 1, 2, 3;
--> statement-breakpoint
drop function public.facets_of_report(text, text, text);
