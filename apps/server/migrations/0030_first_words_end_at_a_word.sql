DROP VIEW "public"."filed";--> statement-breakpoint
CREATE VIEW "public"."filed" AS (
  select f.id, f.kind, f.created_by, f.created_at,
    coalesce(a.title, s.name, about.name, 
      case when length(r.description) <= 80 then r.description
        else regexp_replace(left(r.description, 80), '\s+\S*$', '') || '…' end) as title,
    coalesce(a.description, r.description, s.description) as text,
    coalesce(a.title || E'\n' || a.description, r.description, s.name || E'\n' || s.description) as words,
    coalesce(a.alert_type, r.report_type, s.type) as type,
    r.report_type,
    coalesce(a.severity, r.severity) as severity,
    case f.kind when 'alert' then a.affected_countries when 'submission' then s.countries
      else array_remove(array[lower(left(r.reporter_location, 60))], null) end as countries,
    coalesce(a.status, r.status, s.review_state) as status,
    coalesce(a.decided_at, r.decided_at) as decided_at,
    coalesce(a.status = 'approved', r.is_public, s.review_state = 'approved') as is_public,
    coalesce(a.affected_provider_id, r.provider_id, s.id) as provider_id,
    coalesce(s.name, about.name, a.affected_provider_name) as provider_name
  from "filings" f
    left join "fraud_alerts" a on a.id = case f.kind when 'alert' then f.id end
    left join "reports" r on r.id = case f.kind when 'report' then f.id end
    left join "providers" s on s.id = case f.kind when 'submission' then f.id end
    left join "providers" about on about.id = coalesce(a.affected_provider_id, r.provider_id)
  where coalesce(a.id, r.id, s.id) is not null);