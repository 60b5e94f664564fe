-- The countries under which a provider is listed: none unless it is public, otherwise everywhere ('') and its own.
create function public.listed_countries(is_public boolean, countries text[]) returns setof text
language sql immutable parallel safe
begin atomic
  select '' where is_public union select unnest(countries) where is_public;
end;
--> statement-breakpoint
-- Keeps provider_listings and provider_counts true to providers, once per statement. Counts are changed in the order of
-- their key, so that two transactions wait for each other instead of deadlocking.
create function public.list_providers() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate provider_listings, provider_counts;
    return null;
  end if;

  if tg_op = 'INSERT' then
    insert into provider_listings (country, provider_id, cell, rating, name_key)
    select country, p.id, p.cell, p.rating, p.name_key
    from new_rows p cross join listed_countries(p.is_public, p.countries) as country;

    insert into provider_counts as kept (country, type, verification_status, risk_score, n)
    select country, p.type, p.verification_status, p.risk_score, count(*)
    from new_rows p cross join listed_countries(p.is_public, p.countries) as country
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
    on conflict (country, type, verification_status, risk_score) do update set n = kept.n + excluded.n;

  elsif tg_op = 'DELETE' then
    delete from provider_listings l using old_rows o where l.provider_id = o.id;

    insert into provider_counts as kept (country, type, verification_status, risk_score, n)
    select country, p.type, p.verification_status, p.risk_score, -count(*)
    from old_rows p cross join listed_countries(p.is_public, p.countries) as country
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
    on conflict (country, type, verification_status, risk_score) do update set n = kept.n + excluded.n;

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

    insert into provider_counts as kept (country, type, verification_status, risk_score, n)
    select country, type, verification_status, risk_score, sum(change)
    from (
      select country, p.type, p.verification_status, p.risk_score, 1 as change
      from new_rows p cross join listed_countries(p.is_public, p.countries) as country
      union all
      select country, p.type, p.verification_status, p.risk_score, -1
      from old_rows p cross join listed_countries(p.is_public, p.countries) as country
    ) changes
    group by 1, 2, 3, 4
    having sum(change) <> 0
    order by 1, 2, 3, 4
    on conflict (country, type, verification_status, risk_score) do update set n = kept.n + excluded.n;
  end if;

  return null;
end;
$$;
--> statement-breakpoint
create trigger providers_list_inserted after insert on public.providers
referencing new table as new_rows for each statement execute function public.list_providers();
--> statement-breakpoint
create trigger providers_list_updated after update on public.providers
referencing old table as old_rows new table as new_rows for each statement execute function public.list_providers();
--> statement-breakpoint
create trigger providers_list_deleted after delete on public.providers
referencing old table as old_rows for each statement execute function public.list_providers();
--> statement-breakpoint
create trigger providers_list_truncated after truncate on public.providers
for each statement execute function public.list_providers();
--> statement-breakpoint
-- The planner chooses between walking the list and gathering matches by how common a word is: let it know more words.
alter table public.providers alter column search set statistics 1000;
