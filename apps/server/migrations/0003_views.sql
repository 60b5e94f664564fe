-- Views, as the modules define them.

-- All filings with the title, text and status of their kind, without encrypted data; a filing whose alert, report,
-- provider or appeal is deleted is left out. Plain joins, so that the planner inlines the view into each query; it
-- could not push a join by id into a `union all`. Each join uses the id only for its own kind, null otherwise.
create view filed as
select f.id, f.kind, f.created_at,
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
from filings f
  left join fraud_alerts a on a.id = case f.kind when 'alert' then f.id end
  left join reports r on r.id = case f.kind when 'report' then f.id end
  left join providers s on s.id = case f.kind when 'submission' then f.id end
  left join appeals x on x.id = case f.kind when 'appeal' then f.id end
  left join providers about on about.id = coalesce(a.affected_provider_id, r.provider_id)
where coalesce(a.id, r.id, s.id, x.id) is not null;

-- Filings with contact data. The web process may query this view; only the worker's role can read the column.
create view filings_with_contact as
select id from filings where sealed_contact is not null;
