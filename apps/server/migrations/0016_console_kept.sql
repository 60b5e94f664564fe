-- How many accounts there are, by kind and plan: statement by statement, in one order.
create function public.count_users() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate user_counts;
  elsif tg_op = 'INSERT' then
    insert into user_counts as kept (user_type, tier, n)
    select user_type, subscription_tier, count(*) from new_rows group by 1, 2 order by 1, 2
    on conflict (user_type, tier) do update set n = kept.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into user_counts as kept (user_type, tier, n)
    select user_type, subscription_tier, -count(*) from old_rows group by 1, 2 order by 1, 2
    on conflict (user_type, tier) do update set n = kept.n + excluded.n;
  else
    insert into user_counts as kept (user_type, tier, n)
    select moved.user_type, moved.tier, sum(moved.step) from (
      select user_type, subscription_tier as tier, 1 as step from new_rows
      union all
      select user_type, subscription_tier, -1 from old_rows
    ) moved
    group by 1, 2 having sum(moved.step) <> 0 order by 1, 2
    on conflict (user_type, tier) do update set n = kept.n + excluded.n;
  end if;
  return null;
end;
$$;
--> statement-breakpoint
create trigger users_counted_inserted after insert on public.users
referencing new table as new_rows for each statement execute function public.count_users();
--> statement-breakpoint
create trigger users_counted_updated after update on public.users
referencing old table as old_rows new table as new_rows for each statement execute function public.count_users();
--> statement-breakpoint
create trigger users_counted_deleted after delete on public.users
referencing old table as old_rows for each statement execute function public.count_users();
--> statement-breakpoint
create trigger users_counted_truncated after truncate on public.users
for each statement execute function public.count_users();
--> statement-breakpoint
insert into public.user_counts (user_type, tier, n)
select user_type, subscription_tier, count(*) from public.users group by 1, 2;
--> statement-breakpoint
-- The console also counts what is not public.
create or replace function public.facets_of_alert(status text, severity text, countries text[])
returns table (facet text, value text)
language sql immutable parallel safe
begin atomic
  select 'standing', status || '/' || severity
  union all
  select 'place', status || '/' || severity || '/' || country from unnest(countries) as country
  union all
  select 'severity', severity where status = 'approved'
  union all
  select 'country', country from unnest(countries) as country where status = 'approved';
end;
--> statement-breakpoint
create function public.facets_of_report(status text, severity text, report_type text)
returns table (facet text, value text)
language sql immutable parallel safe
begin atomic
  select 'standing', status || '/' || severity || '/' || report_type
  union all
  select 'severity', severity where status <> 'pending'
  union all
  select 'type', report_type where status <> 'pending';
end;
--> statement-breakpoint
-- Counts the public reports, and on each alert the reports that are linked to it.
create or replace function public.count_reports() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate report_counts;
    update fraud_alerts set report_count = 1 where report_count <> 1;
  elsif tg_op = 'INSERT' then
    insert into report_counts as kept (facet, value, n)
    select f.facet, f.value, count(*)
    from new_rows r cross join facets_of_report(r.status, r.severity, r.report_type) f
    group by f.facet, f.value order by f.facet, f.value
    on conflict (facet, value) do update set n = kept.n + excluded.n;
    update fraud_alerts a set report_count = a.report_count + linked.n
    from (select fraud_alert_id as id, count(*) as n from new_rows where fraud_alert_id is not null group by 1) linked
    where a.id = linked.id;
  elsif tg_op = 'DELETE' then
    insert into report_counts as kept (facet, value, n)
    select f.facet, f.value, -count(*)
    from old_rows r cross join facets_of_report(r.status, r.severity, r.report_type) f
    group by f.facet, f.value order by f.facet, f.value
    on conflict (facet, value) do update set n = kept.n + excluded.n;
    update fraud_alerts a set report_count = a.report_count - linked.n
    from (select fraud_alert_id as id, count(*) as n from old_rows where fraud_alert_id is not null group by 1) linked
    where a.id = linked.id;
  else
    insert into report_counts as kept (facet, value, n)
    select moved.facet, moved.value, sum(moved.step) from (
      select f.facet, f.value, 1 as step
      from new_rows r cross join facets_of_report(r.status, r.severity, r.report_type) f
      union all
      select f.facet, f.value, -1
      from old_rows r cross join facets_of_report(r.status, r.severity, r.report_type) f
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
drop function public.facets_of_report(boolean, text, text);
--> statement-breakpoint
insert into public.alert_counts (facet, value, n)
select 'standing', status || '/' || severity, count(*) from public.fraud_alerts group by status, severity
union all
select 'place', status || '/' || severity || '/' || country, count(*)
from public.fraud_alerts cross join unnest(affected_countries) as country group by status, severity, country;
--> statement-breakpoint
insert into public.report_counts (facet, value, n)
select 'standing', status || '/' || severity || '/' || report_type, count(*)
from public.reports group by status, severity, report_type;
--> statement-breakpoint
-- How many providers there are, public or not.
create function public.count_provider_states() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate provider_state_counts;
  elsif tg_op = 'INSERT' then
    insert into provider_state_counts as kept (review_state, verification_status, n)
    select review_state, verification_status, count(*) from new_rows group by 1, 2 order by 1, 2
    on conflict (review_state, verification_status) do update set n = kept.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into provider_state_counts as kept (review_state, verification_status, n)
    select review_state, verification_status, -count(*) from old_rows group by 1, 2 order by 1, 2
    on conflict (review_state, verification_status) do update set n = kept.n + excluded.n;
  else
    insert into provider_state_counts as kept (review_state, verification_status, n)
    select moved.review_state, moved.verification_status, sum(moved.step) from (
      select review_state, verification_status, 1 as step from new_rows
      union all
      select review_state, verification_status, -1 from old_rows
    ) moved
    group by 1, 2 having sum(moved.step) <> 0 order by 1, 2
    on conflict (review_state, verification_status) do update set n = kept.n + excluded.n;
  end if;
  return null;
end;
$$;
--> statement-breakpoint
create trigger providers_counted_inserted after insert on public.providers
referencing new table as new_rows for each statement execute function public.count_provider_states();
--> statement-breakpoint
create trigger providers_counted_updated after update on public.providers
referencing old table as old_rows new table as new_rows for each statement execute function public.count_provider_states();
--> statement-breakpoint
create trigger providers_counted_deleted after delete on public.providers
referencing old table as old_rows for each statement execute function public.count_provider_states();
--> statement-breakpoint
create trigger providers_counted_truncated after truncate on public.providers
for each statement execute function public.count_provider_states();
--> statement-breakpoint
insert into public.provider_state_counts (review_state, verification_status, n)
select review_state, verification_status, count(*) from public.providers group by 1, 2;
--> statement-breakpoint
-- Whether a text is common decides how it is looked for: among millions, one in a thousand is.
alter index public.users_search alter column 1 set statistics 1000;
--> statement-breakpoint
-- A recorded decision stays as it was made.
create trigger decisions_append_only before update or delete or truncate on public.decisions
for each statement execute function public.keep_append_only();
