-- What was sent with an Idempotency-Key, so that sending it again acts once. The reply is sealed under the sender's own key.
create table public.idempotency_keys (
  key_hash bytea primary key,
  request_hash bytea not null,
  sealed_reply bytea,
  replays integer not null default 0,
  created_at timestamptz not null default now()
);
--> statement-breakpoint
create index idempotency_keys_age on public.idempotency_keys (created_at);
--> statement-breakpoint
create table public.indicators_00 partition of public.indicators for values with (modulus 16, remainder 0);
--> statement-breakpoint
create table public.indicators_01 partition of public.indicators for values with (modulus 16, remainder 1);
--> statement-breakpoint
create table public.indicators_02 partition of public.indicators for values with (modulus 16, remainder 2);
--> statement-breakpoint
create table public.indicators_03 partition of public.indicators for values with (modulus 16, remainder 3);
--> statement-breakpoint
create table public.indicators_04 partition of public.indicators for values with (modulus 16, remainder 4);
--> statement-breakpoint
create table public.indicators_05 partition of public.indicators for values with (modulus 16, remainder 5);
--> statement-breakpoint
create table public.indicators_06 partition of public.indicators for values with (modulus 16, remainder 6);
--> statement-breakpoint
create table public.indicators_07 partition of public.indicators for values with (modulus 16, remainder 7);
--> statement-breakpoint
create table public.indicators_08 partition of public.indicators for values with (modulus 16, remainder 8);
--> statement-breakpoint
create table public.indicators_09 partition of public.indicators for values with (modulus 16, remainder 9);
--> statement-breakpoint
create table public.indicators_10 partition of public.indicators for values with (modulus 16, remainder 10);
--> statement-breakpoint
create table public.indicators_11 partition of public.indicators for values with (modulus 16, remainder 11);
--> statement-breakpoint
create table public.indicators_12 partition of public.indicators for values with (modulus 16, remainder 12);
--> statement-breakpoint
create table public.indicators_13 partition of public.indicators for values with (modulus 16, remainder 13);
--> statement-breakpoint
create table public.indicators_14 partition of public.indicators for values with (modulus 16, remainder 14);
--> statement-breakpoint
create table public.indicators_15 partition of public.indicators for values with (modulus 16, remainder 15);
--> statement-breakpoint
-- What a public alert is counted under.
create function public.facets_of_alert(status text, severity text, countries text[])
returns table (facet text, value text)
language sql immutable parallel safe
begin atomic
  select 'severity', severity where status = 'approved'
  union all
  select 'country', country from unnest(countries) as country where status = 'approved';
end;
--> statement-breakpoint
-- Statement by statement, so that filling in a million alerts counts once. The rows are taken in one order, so that two
-- decisions wait for each other and never for ever.
create function public.count_alerts() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate alert_counts;
  elsif tg_op = 'INSERT' then
    insert into alert_counts as kept (facet, value, n)
    select f.facet, f.value, count(*)
    from new_rows a cross join facets_of_alert(a.status, a.severity, a.affected_countries) f
    group by f.facet, f.value order by f.facet, f.value
    on conflict (facet, value) do update set n = kept.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into alert_counts as kept (facet, value, n)
    select f.facet, f.value, -count(*)
    from old_rows a cross join facets_of_alert(a.status, a.severity, a.affected_countries) f
    group by f.facet, f.value order by f.facet, f.value
    on conflict (facet, value) do update set n = kept.n + excluded.n;
  else
    insert into alert_counts as kept (facet, value, n)
    select moved.facet, moved.value, sum(moved.step) from (
      select f.facet, f.value, 1 as step
      from new_rows a cross join facets_of_alert(a.status, a.severity, a.affected_countries) f
      union all
      select f.facet, f.value, -1
      from old_rows a cross join facets_of_alert(a.status, a.severity, a.affected_countries) f
    ) moved
    group by moved.facet, moved.value having sum(moved.step) <> 0 order by moved.facet, moved.value
    on conflict (facet, value) do update set n = kept.n + excluded.n;
  end if;
  return null;
end;
$$;
--> statement-breakpoint
create trigger fraud_alerts_counted_inserted after insert on public.fraud_alerts
referencing new table as new_rows for each statement execute function public.count_alerts();
--> statement-breakpoint
create trigger fraud_alerts_counted_updated after update on public.fraud_alerts
referencing old table as old_rows new table as new_rows for each statement execute function public.count_alerts();
--> statement-breakpoint
create trigger fraud_alerts_counted_deleted after delete on public.fraud_alerts
referencing old table as old_rows for each statement execute function public.count_alerts();
--> statement-breakpoint
create trigger fraud_alerts_counted_truncated after truncate on public.fraud_alerts
for each statement execute function public.count_alerts();
--> statement-breakpoint
create function public.facets_of_report(is_public boolean, severity text, report_type text)
returns table (facet text, value text)
language sql immutable parallel safe
begin atomic
  select 'severity', severity where is_public
  union all
  select 'type', report_type where is_public;
end;
--> statement-breakpoint
-- Counts the public reports, and on each alert the reports that are linked to it.
create function public.count_reports() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate report_counts;
    update fraud_alerts set report_count = 1 where report_count <> 1;
  elsif tg_op = 'INSERT' then
    insert into report_counts as kept (facet, value, n)
    select f.facet, f.value, count(*)
    from new_rows r cross join facets_of_report(r.is_public, r.severity, r.report_type) f
    group by f.facet, f.value order by f.facet, f.value
    on conflict (facet, value) do update set n = kept.n + excluded.n;
    update fraud_alerts a set report_count = a.report_count + linked.n
    from (select fraud_alert_id as id, count(*) as n from new_rows where fraud_alert_id is not null group by 1) linked
    where a.id = linked.id;
  elsif tg_op = 'DELETE' then
    insert into report_counts as kept (facet, value, n)
    select f.facet, f.value, -count(*)
    from old_rows r cross join facets_of_report(r.is_public, r.severity, r.report_type) f
    group by f.facet, f.value order by f.facet, f.value
    on conflict (facet, value) do update set n = kept.n + excluded.n;
    update fraud_alerts a set report_count = a.report_count - linked.n
    from (select fraud_alert_id as id, count(*) as n from old_rows where fraud_alert_id is not null group by 1) linked
    where a.id = linked.id;
  else
    insert into report_counts as kept (facet, value, n)
    select moved.facet, moved.value, sum(moved.step) from (
      select f.facet, f.value, 1 as step
      from new_rows r cross join facets_of_report(r.is_public, r.severity, r.report_type) f
      union all
      select f.facet, f.value, -1
      from old_rows r cross join facets_of_report(r.is_public, r.severity, r.report_type) f
    ) moved
    group by moved.facet, moved.value having sum(moved.step) <> 0 order by moved.facet, moved.value
    on conflict (facet, value) do update set n = kept.n + excluded.n;
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
create trigger reports_counted_inserted after insert on public.reports
referencing new table as new_rows for each statement execute function public.count_reports();
--> statement-breakpoint
create trigger reports_counted_updated after update on public.reports
referencing old table as old_rows new table as new_rows for each statement execute function public.count_reports();
--> statement-breakpoint
create trigger reports_counted_deleted after delete on public.reports
referencing old table as old_rows for each statement execute function public.count_reports();
--> statement-breakpoint
create trigger reports_counted_truncated after truncate on public.reports
for each statement execute function public.count_reports();
