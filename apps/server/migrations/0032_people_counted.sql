-- How many people are behind an alert: who reported it, whose report was merged into it, and whose issue report is linked to it.
-- Whoever reported it twice is one of them. Locked first, so that two who come at once see each other.
create function public.move_reporters(leads uuid[], filed uuid[], steps integer[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if cardinality(leads) > 0 then
    perform from fraud_alerts where id = any (leads) order by id for no key update;
    with moved as (
      select m.lead, m.filing, m.step, f.created_by
      from unnest(leads, filed, steps) as m (lead, filing, step) left join filings f on f.id = m.filing
    ),
    people as (
      select lead, coalesce(created_by, filing) as person, bool_or(step > 0)::int - bool_or(step < 0)::int as step
      from moved group by 1, 2
    )
    update fraud_alerts a set report_count = a.report_count + changed.step
    from (
      select p.lead, sum(p.step) as step from people p
      where not exists (
        select from filings o
        where o.created_by = p.person
          and not exists (select from moved m where m.lead = p.lead and m.filing = o.id)
          and (
            o.id = p.lead
            or exists (select from fraud_alerts other where other.id = o.id and other.merged_into = p.lead)
            or exists (select from reports other where other.id = o.id and other.fraud_alert_id = p.lead)
          )
      )
      group by p.lead having sum(p.step) <> 0
    ) changed
    where a.id = changed.lead;
  end if;
end;
$$;
--> statement-breakpoint
create function public.count_merged_alerts() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform move_reporters(array_agg(merged_into), array_agg(id), array_agg(1))
    from new_rows where merged_into is not null;
  elsif tg_op = 'DELETE' then
    perform move_reporters(array_agg(merged_into), array_agg(id), array_agg(-1))
    from old_rows where merged_into is not null;
  else
    perform move_reporters(array_agg(moved.lead), array_agg(moved.id), array_agg(moved.step))
    from (
      select n.merged_into as lead, n.id, 1 as step from new_rows n join old_rows o using (id)
      where n.merged_into is not null and n.merged_into is distinct from o.merged_into
      union all
      select o.merged_into, o.id, -1 from new_rows n join old_rows o using (id)
      where o.merged_into is not null and n.merged_into is distinct from o.merged_into
    ) moved;
  end if;
  return null;
end;
$$;
--> statement-breakpoint
create trigger fraud_alerts_people_inserted after insert on public.fraud_alerts
referencing new table as new_rows for each statement execute function public.count_merged_alerts();
--> statement-breakpoint
create trigger fraud_alerts_people_updated after update on public.fraud_alerts
referencing old table as old_rows new table as new_rows for each statement execute function public.count_merged_alerts();
--> statement-breakpoint
create trigger fraud_alerts_people_deleted after delete on public.fraud_alerts
referencing old table as old_rows for each statement execute function public.count_merged_alerts();
--> statement-breakpoint
create function public.count_linked_reports() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'TRUNCATE' then
    update fraud_alerts a set report_count = 1 where report_count <> 1;
    perform move_reporters(array_agg(merged_into), array_agg(id), array_agg(1))
    from fraud_alerts where merged_into is not null;
  elsif tg_op = 'INSERT' then
    perform move_reporters(array_agg(fraud_alert_id), array_agg(id), array_agg(1))
    from new_rows where fraud_alert_id is not null;
  elsif tg_op = 'DELETE' then
    perform move_reporters(array_agg(fraud_alert_id), array_agg(id), array_agg(-1))
    from old_rows where fraud_alert_id is not null;
  else
    perform move_reporters(array_agg(moved.lead), array_agg(moved.id), array_agg(moved.step))
    from (
      select n.fraud_alert_id as lead, n.id, 1 as step from new_rows n join old_rows o using (id)
      where n.fraud_alert_id is not null and n.fraud_alert_id is distinct from o.fraud_alert_id
      union all
      select o.fraud_alert_id, o.id, -1 from new_rows n join old_rows o using (id)
      where o.fraud_alert_id is not null and n.fraud_alert_id is distinct from o.fraud_alert_id
    ) moved;
  end if;
  return null;
end;
$$;
--> statement-breakpoint
create trigger reports_people_inserted after insert on public.reports
referencing new table as new_rows for each statement execute function public.count_linked_reports();
--> statement-breakpoint
create trigger reports_people_updated after update on public.reports
referencing old table as old_rows new table as new_rows for each statement execute function public.count_linked_reports();
--> statement-breakpoint
create trigger reports_people_deleted after delete on public.reports
referencing old table as old_rows for each statement execute function public.count_linked_reports();
--> statement-breakpoint
create trigger reports_people_truncated after truncate on public.reports
for each statement execute function public.count_linked_reports();
--> statement-breakpoint
-- Counts the reports; who is behind an alert is counted above.
create or replace function public.count_reports() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate report_standing_counts;
  elsif tg_op = 'INSERT' then
    insert into report_standing_counts as kept (status, severity, report_type, n)
    select status collate "C", severity collate "C", report_type collate "C", count(*) from new_rows
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (status, severity, report_type) do update set n = kept.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into report_standing_counts as kept (status, severity, report_type, n)
    select status collate "C", severity collate "C", report_type collate "C", -count(*) from old_rows
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (status, severity, report_type) do update set n = kept.n + excluded.n;
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
  end if;
  return null;
end;
$$;
