-- What people can read about something, whole. The contract judges by it what would weaken a warning (public-statements.ts).
-- As text: the row type of a table whose columns a function names cannot be altered on older servers.
create function public.alert_statement(alert public.fraud_alerts) returns jsonb
language sql immutable parallel safe
as $$
  select jsonb_build_object(
    'kind', 'alert', 'status', alert.status, 'severity', alert.severity, 'alertType', alert.alert_type,
    'title', alert.title, 'description', alert.description, 'advice', alert.advice, 'language', alert.language,
    'affectedCountries', alert.affected_countries, 'affectedProviderId', alert.affected_provider_id,
    'affectedProviderName', alert.affected_provider_name
  );
$$;
--> statement-breakpoint
create function public.report_statement(report public.reports) returns jsonb
language sql immutable parallel safe
as $$
  select jsonb_build_object(
    'kind', 'report', 'status', report.status, 'severity', report.severity, 'reportType', report.report_type,
    'description', report.description, 'providerId', report.provider_id
  );
$$;
--> statement-breakpoint
create function public.provider_statement(provider public.providers) returns jsonb
language sql immutable parallel safe
as $$
  select jsonb_build_object(
    'kind', 'provider', 'reviewState', provider.review_state, 'verificationStatus', provider.verification_status,
    'riskScore', provider.risk_score, 'flaggedReasons', provider.flagged_reasons,
    'regulatoryCompliance', provider.regulatory_compliance, 'userSatisfaction', provider.user_satisfaction,
    'securityMeasures', provider.security_measures, 'name', provider.name, 'otherNames', provider.other_names,
    'type', provider.type, 'description', provider.description, 'website', provider.website,
    'countries', provider.countries, 'licenseInfo', provider.license_info
  );
$$;
--> statement-breakpoint
create function public.statement_hash(statement jsonb) returns text
language sql immutable parallel safe strict
begin atomic
  select encode(sha256(convert_to(statement::text, 'UTF8')), 'hex');
end;
--> statement-breakpoint
-- Whether people can read it; the columns of one kind are absent in another's statement.
create function public.is_public_statement(statement jsonb) returns boolean
language sql immutable parallel safe
begin atomic
  select case statement ->> 'kind'
    when 'alert' then statement ->> 'status' = 'approved'
    when 'report' then statement ->> 'status' in ('investigating', 'resolved')
    else statement ->> 'reviewState' = 'approved'
  end;
end;
--> statement-breakpoint
-- Whichever way a public text is changed, what stood there before stays. What comes back reworded is held against what was last public.
create function public.keep_public_version() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  before jsonb;
  after jsonb;
begin
  case tg_argv[0]
    when 'alert' then before := alert_statement(old); after := alert_statement(new);
    when 'report' then before := report_statement(old); after := report_statement(new);
    else before := provider_statement(old); after := provider_statement(new);
  end case;
  if not is_public_statement(before) and is_public_statement(after) then
    select statement into before from public_versions where subject_id = old.id order by id desc limit 1;
  elsif not is_public_statement(before) then
    return null;
  end if;
  if before <> after then
    insert into public_versions (subject, subject_id, statement, hash, successor)
    values (tg_argv[0], old.id, before, statement_hash(before), case when is_public_statement(after) then after end);
  end if;
  return null;
end;
$$;
--> statement-breakpoint
create trigger fraud_alerts_versions_kept after update of
  status, severity, alert_type, title, description, advice, language, affected_countries, affected_provider_id,
  affected_provider_name
on public.fraud_alerts for each row when ('approved' in (old.status, new.status))
execute function public.keep_public_version('alert');
--> statement-breakpoint
create trigger reports_versions_kept after update of status, severity, report_type, description, provider_id
on public.reports for each row when (old.status in ('investigating', 'resolved') or new.status in ('investigating', 'resolved'))
execute function public.keep_public_version('report');
--> statement-breakpoint
create trigger providers_versions_kept after update of
  review_state, verification_status, risk_score, flagged_reasons, regulatory_compliance, user_satisfaction,
  security_measures, name, other_names, type, description, website, countries, license_info
on public.providers for each row when ('approved' in (old.review_state, new.review_state))
execute function public.keep_public_version('provider');
--> statement-breakpoint
create trigger public_versions_append_only before update or delete or truncate on public.public_versions
for each statement execute function public.keep_append_only();
--> statement-breakpoint
update public.proposals p set subject_title = coalesce(a.title, about.name, '')
from public.proposals waiting
left join public.fraud_alerts a on waiting.subject = 'alert' and a.id = waiting.subject_id
left join public.providers about on waiting.subject = 'provider' and about.id = waiting.subject_id
where waiting.id = p.id;
