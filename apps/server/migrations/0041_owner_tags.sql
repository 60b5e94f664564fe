ALTER TABLE "filings" ADD COLUMN "owner_tag" uuid;--> statement-breakpoint
-- One column more at its end: processes of the version before go on reading the others.
CREATE OR REPLACE VIEW "public"."filed" AS (
  select f.id, f.kind, f.created_by, f.created_at,
    coalesce(a.title, s.name, x.subject_title, about.name, 
      case when length(r.description) <= 80 then r.description
        else regexp_replace(left(r.description, 80), '\s+\S*$', '') || '…' end) as title,
    coalesce(a.description, r.description, s.description, '') as text,
    coalesce(a.title || E'\n' || a.description, r.description, s.name || E'\n' || s.description, '') as words,
    coalesce(a.alert_type, r.report_type, s.type, x.subject) as type,
    r.report_type,
    coalesce(a.severity, r.severity) as severity,
    case f.kind when 'alert' then a.affected_countries when 'submission' then s.countries
      else array_remove(array[lower(left(r.reporter_location, 60))], null) end as countries,
    coalesce(a.status, r.status, s.review_state, x.status) as status,
    coalesce(a.decided_at, r.decided_at, x.decided_at) as decided_at,
    coalesce(a.status = 'approved', r.is_public, s.review_state = 'approved', false) as is_public,
    coalesce(a.merged_into, r.fraud_alert_id) as alert_id,
    coalesce(a.affected_provider_id, r.provider_id, s.id) as provider_id,
    coalesce(s.name, about.name, a.affected_provider_name) as provider_name,
    f.owner_tag
  from "filings" f
    left join "fraud_alerts" a on a.id = case f.kind when 'alert' then f.id end
    left join "reports" r on r.id = case f.kind when 'report' then f.id end
    left join "providers" s on s.id = case f.kind when 'submission' then f.id end
    left join "appeals" x on x.id = case f.kind when 'appeal' then f.id end
    left join "providers" about on about.id = coalesce(a.affected_provider_id, r.provider_id)
  where coalesce(a.id, r.id, s.id, x.id) is not null);
--> statement-breakpoint
-- Whoever reported it twice is one of them, told by the tag; by the account while a row has none yet.
create or replace function public.move_reporters(leads uuid[], filed uuid[], steps integer[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if cardinality(leads) > 0 then
    perform from fraud_alerts where id = any (leads) order by id for no key update;
    with moved as (
      select m.lead, m.filing, m.step, f.owner_tag, f.created_by
      from unnest(leads, filed, steps) as m (lead, filing, step) left join filings f on f.id = m.filing
    ),
    people as (
      select lead, owner_tag, created_by, bool_or(step > 0)::int - bool_or(step < 0)::int as step
      from moved group by lead, owner_tag, created_by, coalesce(owner_tag, created_by, filing)
    )
    update fraud_alerts a set report_count = a.report_count + changed.step
    from (
      select p.lead, sum(p.step) as step from people p
      where not exists (
        select from filings o
        where (o.owner_tag = p.owner_tag or o.created_by = p.created_by)
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
