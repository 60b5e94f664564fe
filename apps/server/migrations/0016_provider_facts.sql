-- Adds the facts of a provider's page (founding year, users, security features, insurance) to its public statement, so
-- that a change of them is stored as a version, announced to webhooks and, beside a warning, needs two people.

create or replace function public.provider_statement(provider public.providers) returns jsonb
language sql immutable parallel safe
as $$
  select jsonb_build_object(
    'kind', 'provider', 'reviewState', provider.review_state, 'verificationStatus', provider.verification_status,
    'riskScore', provider.risk_score, 'flaggedReasons', provider.flagged_reasons,
    'regulatoryCompliance', provider.regulatory_compliance, 'userSatisfaction', provider.user_satisfaction,
    'securityMeasures', provider.security_measures, 'name', provider.name, 'otherNames', provider.other_names,
    'type', provider.type, 'description', provider.description, 'website', provider.website,
    'countries', provider.countries, 'licenseInfo', provider.license_info, 'established', provider.established,
    'userCount', provider.user_count, 'securityFeatures', provider.security_features, 'insurance', provider.insurance
  );
$$;
--> statement-breakpoint
-- may lock: replacing a trigger takes milliseconds
create or replace trigger providers_versions_kept after update of
  review_state, verification_status, risk_score, flagged_reasons, regulatory_compliance, user_satisfaction,
  security_measures, name, other_names, type, description, website, countries, license_info, established, user_count,
  security_features, insurance
on public.providers for each row when ('approved' in (old.review_state, new.review_state))
execute function public.keep_public_version('provider');
--> statement-breakpoint
-- may lock: replacing a trigger takes milliseconds
create or replace trigger providers_told_when_changed after update of
  review_state, verification_status, risk_score, flagged_reasons, regulatory_compliance, user_satisfaction,
  security_measures, name, other_names, type, description, website, countries, license_info, established, user_count,
  security_features, insurance
on public.providers for each row when ('approved' in (old.review_state, new.review_state))
execute function public.tell_provider_changed();
