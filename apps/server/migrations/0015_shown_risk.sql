-- Lists and counts providers by the risk that pages show instead of the stored level: 'Unassessed' while nobody has set
-- a score, high for flagged and suspended providers, never lower than the scores mean.

-- may lock: before the first release there are few providers
alter table providers
  drop column cell,
  drop column risk_rank,
  add column cell smallint generated always as (case type when 'Exchange' then 0 when 'Broker' then 1 when 'Wallet' then 2
    when 'OTC Desk' then 3 when 'Network Marketing' then 4 when 'Peer-to-Peer' then 5 when 'Business Services' then 6
    when 'Payment Processor' then 7 when 'Mining Pool' then 8 when 'DeFi Platform' then 9
    when 'Other' then 10 end * 100 + case verification_status when 'Verified' then 0 when 'Limited' then 1
    when 'Flagged' then 2 when 'Pending' then 3 when 'Suspended' then 4 end * 10 + case
    when verification_status in ('Flagged', 'Suspended') or risk_score = 'High' then 2
    when (regulatory_compliance + user_satisfaction + security_measures) = 0 then 3
    when round((regulatory_compliance + user_satisfaction + security_measures) / 3.0) < 50 then 2
    when round((regulatory_compliance + user_satisfaction + security_measures) / 3.0) < 80
      or risk_score = 'Medium' then 1
    else 0 end) stored not null,
  add column risk_rank smallint generated always as (case
    when verification_status in ('Flagged', 'Suspended') or risk_score = 'High' then 2
    when (regulatory_compliance + user_satisfaction + security_measures) = 0 then 3
    when round((regulatory_compliance + user_satisfaction + security_measures) / 3.0) < 50 then 2
    when round((regulatory_compliance + user_satisfaction + security_measures) / 3.0) < 80
      or risk_score = 'Medium' then 1
    else 0 end) stored not null;
--> statement-breakpoint
-- may lock: before the first release there are few providers
create index providers_cell on providers (cell) where is_public;
--> statement-breakpoint
-- may lock: before the first release there are few providers
create index providers_risk on providers (risk_rank, name_key, id) where is_public;
--> statement-breakpoint
truncate provider_listings, provider_counts;
--> statement-breakpoint
-- may lock: the table is empty here
alter table provider_counts
  drop constraint provider_counts_country_type_verification_status_risk_score_pk,
  drop column cell,
  drop column risk_score,
  add column shown_risk text not null,
  add constraint provider_counts_country_type_verification_status_shown_risk_pk primary key (country, type,
    verification_status, shown_risk);
--> statement-breakpoint
alter table provider_counts
  add column cell smallint generated always as (case type when 'Exchange' then 0 when 'Broker' then 1 when 'Wallet' then 2
    when 'OTC Desk' then 3 when 'Network Marketing' then 4 when 'Peer-to-Peer' then 5 when 'Business Services' then 6
    when 'Payment Processor' then 7 when 'Mining Pool' then 8 when 'DeFi Platform' then 9
    when 'Other' then 10 end * 100 + case verification_status when 'Verified' then 0 when 'Limited' then 1
    when 'Flagged' then 2 when 'Pending' then 3 when 'Suspended' then 4 end * 10 + case shown_risk when 'Low' then 0
    when 'Medium' then 1 when 'High' then 2 when 'Unassessed' then 3 end) stored not null;
--> statement-breakpoint
insert into provider_listings (country, provider_id, cell, rating, name_key)
select country, p.id, p.cell, p.rating, p.name_key
from providers p cross join public.listed_countries(p.is_public, p.countries) as country;
--> statement-breakpoint
insert into provider_counts (country, type, verification_status, shown_risk, n)
select country, p.type, p.verification_status,
  (array['Low', 'Medium', 'High', 'Unassessed'])[p.risk_rank + 1], count(*)
from providers p cross join public.listed_countries(p.is_public, p.countries) as country
group by 1, 2, 3, 4;
--> statement-breakpoint
create or replace function public.list_providers() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  -- By risk_rank, as riskFilters of the contract.
  labels constant text[] := array['Low', 'Medium', 'High', 'Unassessed'];
begin
  if tg_op = 'TRUNCATE' then
    truncate provider_listings, provider_counts;
    return null;
  end if;

  if tg_op = 'INSERT' then
    insert into provider_listings (country, provider_id, cell, rating, name_key)
    select country, p.id, p.cell, p.rating, p.name_key
    from new_rows p cross join listed_countries(p.is_public, p.countries) as country;

    insert into provider_counts as kept (country, type, verification_status, shown_risk, n)
    select country, p.type, p.verification_status, labels[p.risk_rank + 1], count(*)
    from new_rows p cross join listed_countries(p.is_public, p.countries) as country
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
    on conflict (country, type, verification_status, shown_risk) do update set n = kept.n + excluded.n;

  elsif tg_op = 'DELETE' then
    delete from provider_listings l using old_rows o where l.provider_id = o.id;

    insert into provider_counts as kept (country, type, verification_status, shown_risk, n)
    select country, p.type, p.verification_status, labels[p.risk_rank + 1], -count(*)
    from old_rows p cross join listed_countries(p.is_public, p.countries) as country
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
    on conflict (country, type, verification_status, shown_risk) do update set n = kept.n + excluded.n;

  else
    if not exists (
      select from old_rows o join new_rows n using (id)
      where (o.is_public, o.cell, o.rating, o.name_key, o.countries)
        is distinct from
        (n.is_public, n.cell, n.rating, n.name_key, n.countries)
    ) then
      return null;
    end if;

    delete from provider_listings l using old_rows o where l.provider_id = o.id;

    insert into provider_listings (country, provider_id, cell, rating, name_key)
    select country, p.id, p.cell, p.rating, p.name_key
    from new_rows p cross join listed_countries(p.is_public, p.countries) as country;

    insert into provider_counts as kept (country, type, verification_status, shown_risk, n)
    select country, type, verification_status, shown_risk, sum(change)
    from (
      select country, p.type, p.verification_status, labels[p.risk_rank + 1] as shown_risk, 1 as change
      from new_rows p cross join listed_countries(p.is_public, p.countries) as country
      union all
      select country, p.type, p.verification_status, labels[p.risk_rank + 1], -1
      from old_rows p cross join listed_countries(p.is_public, p.countries) as country
    ) changes
    group by 1, 2, 3, 4
    having sum(change) <> 0
    order by 1, 2, 3, 4
    on conflict (country, type, verification_status, shown_risk) do update set n = kept.n + excluded.n;
  end if;

  return null;
end;
$$;
