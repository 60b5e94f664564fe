-- Functions that read tables, and all triggers, by subject. Triggers enforce rules for every writer: maintained
-- counts, append-only tables, kept versions, queued events. Counts are changed once per statement, so that an import
-- counts once, and in the order of their key, so that two transactions wait for each other instead of deadlocking.

-- ------ Append-only tables ------

-- Rejects changes. The roles of server and worker may only read and insert into tables with this trigger
-- (platform/db/application-role.ts).
create function public.keep_append_only() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op) using errcode = 'insufficient_privilege';
end;
$$;

-- `enable always`: also in a session with session_replication_role = replica, which skips ordinary triggers.
do $$
declare
  target text;
begin
  foreach target in array array[
    'decision_log', 'decision_log_nodes', 'decision_log_checkpoints', 'decision_log_signatures', 'invoices',
    'ledger_transfers', 'ledger_entries', 'ledger_proofs', 'opened_contacts', 'regtech_reports', 'regtech_closings'
  ] loop
    execute format(
      'create trigger %1$s_append_only before update or delete or truncate on public.%1$s '
      'for each statement execute function public.keep_append_only()', target);
    execute format('alter table public.%1$s enable always trigger %1$s_append_only', target);
  end loop;
end;
$$;

-- ------ Audit log ------

-- Queues each entry for its seal. A trigger instead of a second insert by the application, so that no entry stays
-- unsealed.
create function public.await_seal() returns trigger
language plpgsql as $$
begin
  insert into public.audit_unsealed (entry_id) values (new.id);
  return null;
end;
$$;

create trigger audit_entries_await_seal after insert on public.audit_entries
for each row execute function public.await_seal();

-- Personal data of a sealed entry may be cleared after the retention time, but not changed.
create function public.keep_entry_but_cleared() returns trigger
language plpgsql as $$
begin
  if (new.id, new.at, new.actor_kind, new.action, new.reason) is not distinct from
      (old.id, old.at, old.actor_kind, old.action, old.reason)
    and (new.actor_id is null or new.actor_id = old.actor_id)
    and (new.subject is null or new.subject = old.subject)
    and (new.detail is null or new.detail = old.detail)
    and exists (select from public.audit_seals s where s.entry_id = old.id and s.cleared is not null)
  then
    return new;
  end if;
  raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op) using errcode = 'insufficient_privilege';
end;
$$;

create trigger audit_entries_append_only before update of id, at, actor_kind, action, reason or delete or truncate
on public.audit_entries
for each statement execute function public.keep_append_only();
alter table public.audit_entries enable always trigger audit_entries_append_only;
create trigger audit_entries_cleared_only before update on public.audit_entries
for each row execute function public.keep_entry_but_cleared();
alter table public.audit_entries enable always trigger audit_entries_cleared_only;

create function public.keep_seal_but_cleared() returns trigger
language plpgsql as $$
begin
  if (new.position, new.entry_id, new.hash) is not distinct from (old.position, old.entry_id, old.hash)
    and old.cleared is null
  then
    return new;
  end if;
  raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op) using errcode = 'insufficient_privilege';
end;
$$;

create trigger audit_seals_append_only before update of position, entry_id, hash or delete or truncate
on public.audit_seals
for each statement execute function public.keep_append_only();
alter table public.audit_seals enable always trigger audit_seals_append_only;
create trigger audit_seals_cleared_only before update on public.audit_seals
for each row execute function public.keep_seal_but_cleared();
alter table public.audit_seals enable always trigger audit_seals_cleared_only;

-- ------ Search in the known words of providers ------

-- Finds typed text anywhere in a description: it may begin and end inside a word. A single word is searched inside
-- the known words of descriptions; of several words, the first may be the end of a known word and the last the
-- beginning of one. Listing the known words is far faster than a prefix query, which remains for the words of names.
create function public.expanded_query(value text) returns tsquery
language sql stable strict parallel safe
begin atomic
  select coalesce(string_agg(
    '(' || asked.word || case
      when inside.words is not null then inside.words
      when asked.place = asked.last_place then ':*'
      else ''
    end || ')', ' & '
  ), '')::tsquery
  from (
    select word, place, count(*) over () as last_place
    from regexp_split_to_table(public.folded_words(value), ' ') with ordinality as typed (word, place)
    where word <> ''
  ) asked
  left join lateral (
    select string_agg(' | ' || known.word, '') as words
    from (
      select word from public.provider_words
      where is_in_text and provider_words.word like
        case when asked.place = 1 then '%' else '' end || asked.word || case when asked.place = asked.last_place then '%' else '' end
      limit 100
    ) known
  ) inside on asked.place in (1, asked.last_place);
end;

-- Replaces unknown words by the known words that they begin, or else by the most similar known words. Null if a word
-- resembles no known word, and if nothing was corrected.
create function public.corrected_query(value text) returns tsquery
language sql stable strict parallel safe
begin atomic
  select case
    when bool_and(meant.words is not null) and not bool_and(meant.words = asked.word)
    then string_agg('(' || meant.words || ')', ' & ')::tsquery
  end
  from regexp_split_to_table(public.folded_words(value), ' ') as asked (word)
  cross join lateral (
    select coalesce(
      (select known.word from public.provider_words known where known.word = asked.word),
      (
        select asked.word || ':*' where exists (
          select from public.provider_words known
          where known.word >= asked.word and known.word < asked.word || chr(1114111)
        )
      ),
      (
        select string_agg(alike.word, ' | ')
        from (
          select known.word, similarity(known.word, asked.word) as likeness,
            max(similarity(known.word, asked.word)) over () as best
          from public.provider_words known where known.word % asked.word
        ) alike
        where alike.likeness >= greatest(0.35, alike.best - 0.1)
      )
    ) as words
  ) meant
  where asked.word <> '';
end;

-- Collects the words of public providers. Words stay when their provider is deleted; only words of descriptions, not
-- of names, are searched inside.
create function public.know_words() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate provider_words;
  elsif tg_op = 'INSERT' then
    insert into provider_words as known (word, is_in_text)
    select used.word, bool_or(used.is_in_text)
    from new_rows p cross join words_of(p.names_key, p.search) used
    where p.is_public
    group by used.word
    order by used.word
    on conflict (word) do update set is_in_text = true where excluded.is_in_text and not known.is_in_text;
  else
    insert into provider_words as known (word, is_in_text)
    select used.word, bool_or(used.is_in_text)
    from new_rows n join old_rows o on o.id = n.id cross join words_of(n.names_key, n.search) used
    where n.is_public and (not o.is_public or n.search <> o.search)
    group by used.word
    order by used.word
    on conflict (word) do update set is_in_text = true where excluded.is_in_text and not known.is_in_text;
  end if;
  return null;
end;
$$;

create trigger providers_words_inserted after insert on public.providers
referencing new table as new_rows for each statement execute function public.know_words();
create trigger providers_words_updated after update on public.providers
referencing old table as old_rows new table as new_rows for each statement execute function public.know_words();
create trigger providers_words_truncated after truncate on public.providers
for each statement execute function public.know_words();

-- ------ Directory ------

-- The site's name is 'foo' for foo.co.za and 'scheme' for linktr.ee/scheme, as nameOfSite of the server computes it.
create function public.keep_names_key() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.names_key := fold(names_of(
    new.name, new.other_names, split_part(regexp_replace(new.website_site, '^.*[/=]', ''), '.', 1)));
  return new;
end;
$$;

create trigger providers_names_kept before insert or update of name, other_names, website_site on public.providers
for each row execute function public.keep_names_key();

-- The countries under which a provider is listed: none unless it is public, otherwise its own and everywhere ('').
create function public.listed_countries(is_public boolean, countries text[]) returns setof text
language sql immutable parallel safe
begin atomic
  select '' where is_public union select unnest(countries) where is_public;
end;

-- Maintains provider_listings and provider_counts.
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

create trigger providers_list_inserted after insert on public.providers
referencing new table as new_rows for each statement execute function public.list_providers();
create trigger providers_list_updated after update on public.providers
referencing old table as old_rows new table as new_rows for each statement execute function public.list_providers();
create trigger providers_list_deleted after delete on public.providers
referencing old table as old_rows for each statement execute function public.list_providers();
create trigger providers_list_truncated after truncate on public.providers
for each statement execute function public.list_providers();

-- Counts all providers, public or not.
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

create trigger providers_counted_inserted after insert on public.providers
referencing new table as new_rows for each statement execute function public.count_provider_states();
create trigger providers_counted_updated after update on public.providers
referencing old table as old_rows new table as new_rows for each statement execute function public.count_provider_states();
create trigger providers_counted_deleted after delete on public.providers
referencing old table as old_rows for each statement execute function public.count_provider_states();
create trigger providers_counted_truncated after truncate on public.providers
for each statement execute function public.count_provider_states();

-- ------ Accounts ------

-- Counts accounts by type and plan.
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

create trigger users_counted_inserted after insert on public.users
referencing new table as new_rows for each statement execute function public.count_users();
create trigger users_counted_updated after update on public.users
referencing old table as old_rows new table as new_rows for each statement execute function public.count_users();
create trigger users_counted_deleted after delete on public.users
referencing old table as old_rows for each statement execute function public.count_users();
create trigger users_counted_truncated after truncate on public.users
for each statement execute function public.count_users();

-- ------ Alerts and issue reports ------

-- An alert is counted in each of its countries, and once in total ('').
create function public.places_of_alert(countries text[]) returns setof text
language sql immutable parallel safe
begin atomic
  select '' union select unnest(countries);
end;

create function public.count_alerts() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate alert_standing_counts;
  elsif tg_op = 'INSERT' then
    insert into alert_standing_counts as kept (status, country, alert_type, severity, n)
    select a.status collate "C", place collate "C", a.alert_type collate "C", a.severity collate "C", count(*)
    from new_rows a cross join places_of_alert(a.affected_countries) place
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (status, country, alert_type, severity) do update set n = kept.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into alert_standing_counts as kept (status, country, alert_type, severity, n)
    select a.status collate "C", place collate "C", a.alert_type collate "C", a.severity collate "C", -count(*)
    from old_rows a cross join places_of_alert(a.affected_countries) place
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (status, country, alert_type, severity) do update set n = kept.n + excluded.n;
  else
    insert into alert_standing_counts as kept (status, country, alert_type, severity, n)
    select moved.status collate "C", place collate "C", moved.alert_type collate "C", moved.severity collate "C",
      sum(moved.step)
    from (
      select status, affected_countries, alert_type, severity, 1 as step from new_rows
      union all
      select status, affected_countries, alert_type, severity, -1 from old_rows
    ) moved cross join places_of_alert(moved.affected_countries) place
    group by 1, 2, 3, 4 having sum(moved.step) <> 0 order by 1, 2, 3, 4
    on conflict (status, country, alert_type, severity) do update set n = kept.n + excluded.n;
  end if;
  return null;
end;
$$;

create trigger fraud_alerts_counted_inserted after insert on public.fraud_alerts
referencing new table as new_rows for each statement execute function public.count_alerts();
create trigger fraud_alerts_counted_updated after update on public.fraud_alerts
referencing old table as old_rows new table as new_rows for each statement execute function public.count_alerts();
create trigger fraud_alerts_counted_deleted after delete on public.fraud_alerts
referencing old table as old_rows for each statement execute function public.count_alerts();
create trigger fraud_alerts_counted_truncated after truncate on public.fraud_alerts
for each statement execute function public.count_alerts();

create function public.count_reports() returns trigger
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

create trigger reports_counted_inserted after insert on public.reports
referencing new table as new_rows for each statement execute function public.count_reports();
create trigger reports_counted_updated after update on public.reports
referencing old table as old_rows new table as new_rows for each statement execute function public.count_reports();
create trigger reports_counted_deleted after delete on public.reports
referencing old table as old_rows for each statement execute function public.count_reports();
create trigger reports_counted_truncated after truncate on public.reports
for each statement execute function public.count_reports();

-- Counts the people behind an alert: its reporter, those whose reports were merged into it, and those whose issue
-- reports are linked to it. A person with several reports, recognised by the owner tag, counts once. The alerts are
-- locked first, so that two concurrent reports see each other.
create function public.move_reporters(leads uuid[], filed uuid[], steps integer[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if cardinality(leads) > 0 then
    perform from fraud_alerts where id = any (leads) order by id for no key update;
    with moved as (
      select m.lead, m.filing, m.step, f.owner_tag
      from unnest(leads, filed, steps) as m (lead, filing, step) left join filings f on f.id = m.filing
    ),
    people as (
      select lead, owner_tag, bool_or(step > 0)::int - bool_or(step < 0)::int as step
      from moved group by lead, owner_tag, coalesce(owner_tag, filing)
    )
    update fraud_alerts a set report_count = a.report_count + changed.step
    from (
      select p.lead, sum(p.step) as step from people p
      where not exists (
        select from filings o
        where o.owner_tag = p.owner_tag
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

create trigger fraud_alerts_people_inserted after insert on public.fraud_alerts
referencing new table as new_rows for each statement execute function public.count_merged_alerts();
create trigger fraud_alerts_people_updated after update on public.fraud_alerts
referencing old table as old_rows new table as new_rows for each statement execute function public.count_merged_alerts();
create trigger fraud_alerts_people_deleted after delete on public.fraud_alerts
referencing old table as old_rows for each statement execute function public.count_merged_alerts();

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

create trigger reports_people_inserted after insert on public.reports
referencing new table as new_rows for each statement execute function public.count_linked_reports();
create trigger reports_people_updated after update on public.reports
referencing old table as old_rows new table as new_rows for each statement execute function public.count_linked_reports();
create trigger reports_people_deleted after delete on public.reports
referencing old table as old_rows for each statement execute function public.count_linked_reports();
create trigger reports_people_truncated after truncate on public.reports
for each statement execute function public.count_linked_reports();

-- ------ Public versions ------

-- The public text about a subject, whole. The contract decides by it whether an edit would weaken a warning
-- (public-statements.ts). The body is a string, because PostgreSQL 15 could not alter a table whose row type a parsed
-- body uses.
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

create function public.report_statement(report public.reports) returns jsonb
language sql immutable parallel safe
as $$
  select jsonb_build_object(
    'kind', 'report', 'status', report.status, 'severity', report.severity, 'reportType', report.report_type,
    'description', report.description, 'providerId', report.provider_id
  );
$$;

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

create function public.statement_hash(statement jsonb) returns text
language sql immutable parallel safe strict
begin atomic
  select encode(sha256(convert_to(statement::text, 'UTF8')), 'hex');
end;

-- Fields of other kinds are absent from the statement, so their comparison is null.
create function public.is_public_statement(statement jsonb) returns boolean
language sql immutable parallel safe
begin atomic
  select case statement ->> 'kind'
    when 'alert' then statement ->> 'status' = 'approved'
    when 'report' then statement ->> 'status' in ('investigating', 'resolved')
    else statement ->> 'reviewState' = 'approved'
  end;
end;

-- Stores the previous public text with each change of it. A text that becomes public again is compared with the one
-- that was public last.
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

create trigger fraud_alerts_versions_kept after update of
  status, severity, alert_type, title, description, advice, language, affected_countries, affected_provider_id,
  affected_provider_name
on public.fraud_alerts for each row when ('approved' in (old.status, new.status))
execute function public.keep_public_version('alert');

create trigger reports_versions_kept after update of status, severity, report_type, description, provider_id
on public.reports for each row when (old.status in ('investigating', 'resolved') or new.status in ('investigating', 'resolved'))
execute function public.keep_public_version('report');

create trigger providers_versions_kept after update of
  review_state, verification_status, risk_score, flagged_reasons, regulatory_compliance, user_satisfaction,
  security_measures, name, other_names, type, description, website, countries, license_info
on public.providers for each row when ('approved' in (old.review_state, new.review_state))
execute function public.keep_public_version('provider');

-- ------ Masked private data ------

-- Private data that became public is masked in stored versions and reasons, too: only in the transaction that applies
-- or reverts a mask, and only about its subject. The hash of a version remains that of the unmasked text.
create function public.keep_unless_masked() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from masks m where m.changed_at = now() and m.subject_id in (
      old.subject_id, (select a.subject_id from appeals a where a.id = old.subject_id)
    )
  ) then
    return new;
  end if;
  raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op) using errcode = 'insufficient_privilege';
end;
$$;

create trigger decisions_append_only before update of
  id, subject, subject_id, from_value, to_value, evidence, decided_by, confirmed_by, reverses, arrived_at, statement_before,
  statement_after, created_at
or delete or truncate on public.decisions
for each statement execute function public.keep_append_only();
alter table public.decisions enable always trigger decisions_append_only;
create trigger decisions_masked_only before update on public.decisions
for each row execute function public.keep_unless_masked();
alter table public.decisions enable always trigger decisions_masked_only;

create trigger public_versions_append_only before update of id, subject, subject_id, hash, created_at or delete or truncate
on public.public_versions
for each statement execute function public.keep_append_only();
alter table public.public_versions enable always trigger public_versions_append_only;
create trigger public_versions_masked_only before update on public.public_versions
for each row execute function public.keep_unless_masked();
alter table public.public_versions enable always trigger public_versions_masked_only;

-- ------ Public decision log ------

-- The side of a verdict; null while nothing is decided.
create function public.verdict_side(standing text) returns text
language sql immutable parallel safe
begin atomic
  select case
    when standing in ('approved', 'merged', 'investigating', 'resolved') then 'held to be true'
    when standing = 'rejected' then 'turned down'
    when standing in ('Verified', 'Limited') then 'trusted'
    when standing in ('Flagged', 'Suspended') then 'warned of'
  end;
end;

-- The only definition of a reversal, for the console and the public log: a decision that leaves the side of an
-- earlier one.
create function public.is_reversal(from_value text, to_value text) returns boolean
language sql immutable parallel safe
begin atomic
  select public.verdict_side(from_value) is not null
    and public.verdict_side(from_value) is distinct from public.verdict_side(to_value);
end;

-- Queues each public decision for its line in the log, so that none is missing.
create function public.await_log() returns trigger
language plpgsql as $$
begin
  insert into public.decision_log_waiting (source, id, created_at) values (tg_argv[0], new.id, new.created_at);
  return null;
end;
$$;

create trigger decisions_await_log after insert on public.decisions for each row
when (new.subject in ('alert', 'report', 'provider', 'review', 'experience', 'change', 'appeal', 'watch', 'reply', 'news'))
execute function public.await_log('decision');
create trigger appeals_await_log after insert on public.appeals for each row execute function public.await_log('appeal');

-- ------ Webhooks ------

-- Inserts the event in the transaction of the change, so that none is lost and none is sent for a rolled-back change.
-- Only while a webhook subscribes to it: an import of a million providers writes no events.
create function public.tell_webhooks(event_type text, told jsonb) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from webhooks where event_type = any (events)) then
    insert into webhook_events (id, type, data) values (gen_random_uuid(), event_type, told);
  end if;
end;
$$;

create function public.tell_licence(provider public.providers, changed jsonb) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform tell_webhooks('licence.changed', jsonb_build_object(
    'id', provider.id, 'name', provider.name, 'licenseInfo', provider.license_info,
    'regulatoryCompliance', provider.regulatory_compliance, 'changed', changed));
end;
$$;

-- For a provider that has left the register, the event contains nothing else: like its deleted page, it repeats no
-- statement about it.
create function public.tell_provider_changed() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  before jsonb := '{}';
  after jsonb := provider_statement(new) - 'kind';
  changed jsonb := '["reviewState"]';
begin
  if tg_op = 'UPDATE' then
    before := provider_statement(old) - 'kind';
    select coalesce(jsonb_agg(key order by key), '[]') into changed
    from jsonb_each(after) where value is distinct from before -> key;
    if changed = '[]' then
      return null;
    end if;
  end if;
  if new.review_state <> 'approved' then
    perform tell_webhooks('provider.changed', jsonb_build_object(
      'id', new.id, 'name', null, 'type', null, 'verificationStatus', null, 'riskScore', null, 'countries', '[]'::jsonb,
      'isListed', false, 'changed', '["reviewState"]'::jsonb));
    return null;
  end if;
  perform tell_webhooks('provider.changed', jsonb_build_object(
    'id', new.id, 'name', new.name, 'type', new.type, 'verificationStatus', new.verification_status,
    'riskScore', new.risk_score, 'countries', new.countries, 'isListed', new.is_public, 'changed', changed));
  if tg_op = 'UPDATE' and old.review_state = 'approved' and changed ?| array['licenseInfo', 'regulatoryCompliance'] then
    perform tell_licence(new, (
      select jsonb_agg(key order by key) from jsonb_array_elements_text(changed) as t (key)
      where key in ('licenseInfo', 'regulatoryCompliance')));
  end if;
  return null;
end;
$$;

create trigger providers_told_when_listed after insert on public.providers for each row
when (new.review_state = 'approved') execute function public.tell_provider_changed();
create trigger providers_told_when_changed after update of
  review_state, verification_status, risk_score, flagged_reasons, regulatory_compliance, user_satisfaction,
  security_measures, name, other_names, type, description, website, countries, license_info
on public.providers for each row when ('approved' in (old.review_state, new.review_state))
execute function public.tell_provider_changed();

create function public.tell_evidence_changed() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  provider providers;
begin
  select * into provider from providers
  where id = case tg_op when 'DELETE' then old.provider_id else new.provider_id end and review_state = 'approved';
  if found then
    perform tell_licence(provider, '["evidence"]');
  end if;
  return null;
end;
$$;

create trigger provider_evidence_told_when_added after insert on public.provider_evidence for each row
when (new.kind in ('licence', 'registration')) execute function public.tell_evidence_changed();
create trigger provider_evidence_told_when_changed after update on public.provider_evidence for each row
when ('licence' in (old.kind, new.kind) or 'registration' in (old.kind, new.kind)) execute function public.tell_evidence_changed();
create trigger provider_evidence_told_when_removed after delete on public.provider_evidence for each row
when (old.kind in ('licence', 'registration')) execute function public.tell_evidence_changed();

create function public.tell_alert_changed() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if new.status = 'approved' then
    perform tell_webhooks('alert.published', jsonb_build_object(
      'id', new.id, 'alertType', new.alert_type, 'severity', new.severity, 'language', new.language,
      'affectedCountries', new.affected_countries,
      'providerId', (select p.id from providers p where p.id = new.affected_provider_id and p.is_public)));
  else
    perform tell_webhooks('alert.withdrawn', jsonb_build_object('id', new.id));
  end if;
  return null;
end;
$$;

create trigger fraud_alerts_told_when_new after insert on public.fraud_alerts for each row
when (new.status = 'approved') execute function public.tell_alert_changed();
create trigger fraud_alerts_told_when_decided after update of status on public.fraud_alerts for each row
when ((old.status = 'approved') <> (new.status = 'approved')) execute function public.tell_alert_changed();

-- ------ API usage ------

-- Adds rows to the sums that pages show, and subtracts others.
create function public.add_api_usage(added public.api_usage[], taken public.api_usage[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into api_call_sums as kept
    (account_id, span, first_day, endpoint, done, unchanged, wrong, failed, charged, latencies)
  select account_id, spans.span, spans.first_day, coalesce(moved.endpoint, '') as endpoint,
    coalesce(sum(step * calls) filter (where outcome = 'done'), 0),
    coalesce(sum(step * calls) filter (where outcome = 'unchanged'), 0),
    coalesce(sum(step * calls) filter (where outcome = 'wrong'), 0),
    coalesce(sum(step * calls) filter (where outcome = 'failed'), 0),
    sum(step * charged),
    array[coalesce(sum(step * latencies[1]), 0), coalesce(sum(step * latencies[2]), 0), coalesce(sum(step * latencies[3]), 0), coalesce(sum(step * latencies[4]), 0), coalesce(sum(step * latencies[5]), 0),
      coalesce(sum(step * latencies[6]), 0), coalesce(sum(step * latencies[7]), 0), coalesce(sum(step * latencies[8]), 0), coalesce(sum(step * latencies[9]), 0), coalesce(sum(step * latencies[10]), 0)]::int[]
  from (select 1 as step, * from unnest(added) union all select -1, * from unnest(taken)) moved
  cross join lateral (values ('day', day), ('month', date_trunc('month', day::timestamp)::date)) as spans (span, first_day)
  group by grouping sets ((1, 2, 3, moved.endpoint), (1, 2, 3)) order by 1, 2, 3, 4
  on conflict (account_id, span, first_day, endpoint) do update set
    done = kept.done + excluded.done,
    unchanged = kept.unchanged + excluded.unchanged,
    wrong = kept.wrong + excluded.wrong,
    failed = kept.failed + excluded.failed,
    charged = kept.charged + excluded.charged,
    latencies = array(
      select a + b from unnest(kept.latencies, excluded.latencies) with ordinality as both_sums (a, b, place) order by place);

  insert into api_key_sums as kept (account_id, span, first_day, key_id, calls)
  select account_id, spans.span, spans.first_day, key_id, sum(step * calls)
  from (select 1 as step, * from unnest(added) union all select -1, * from unnest(taken)) moved
  cross join lateral (values ('day', day), ('month', date_trunc('month', day::timestamp)::date)) as spans (span, first_day)
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (account_id, span, first_day, key_id) do update set calls = kept.calls + excluded.calls;
end;
$$;

-- Rows deleted after the retention time are not subtracted: the sums of their days are deleted with them.
create function public.sum_api_usage() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  added api_usage[];
  taken api_usage[] := '{}';
begin
  if tg_op = 'TRUNCATE' then
    truncate api_call_sums, api_key_sums;
    return null;
  end if;
  select array_agg(row_added) into added from new_rows row_added;
  if added is null then return null; end if;
  if tg_op = 'UPDATE' then
    select array_agg(row_taken) into taken from old_rows row_taken;
  end if;
  perform add_api_usage(added, taken);
  return null;
end;
$$;

create trigger api_usage_summed_inserted after insert on public.api_usage
referencing new table as new_rows for each statement execute function public.sum_api_usage();
create trigger api_usage_summed_updated after update on public.api_usage
referencing old table as old_rows new table as new_rows for each statement execute function public.sum_api_usage();
create trigger api_usage_summed_truncated after truncate on public.api_usage
for each statement execute function public.sum_api_usage();
