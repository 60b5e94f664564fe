-- admin-ages
  select case when created_at <= now() - interval '48 hours' then 'overdue'
  when created_at <= now() - interval '24 hours' then 'due' else 'fresh' end as age,
  count(*)::int as n
  from (
  select created_at from "fraud_alerts" where status = 'pending'
  union all
  select created_at from "reports" where status = 'pending'
  ) waiting
  group by 1;

-- admin-countries
  select country, sum(n)::int as n from "alert_standing_counts" where status = 'pending' and country <> ''
  group by country having sum(n) > 0 order by n desc, country limit 10;

-- admin-days
  with arrivals as (
  select (created_at at time zone 'Africa/Johannesburg')::date as day from "fraud_alerts" where created_at >= date_trunc('day', now() - interval '30 days', 'Africa/Johannesburg')
  union all
  select (created_at at time zone 'Africa/Johannesburg')::date from "reports" where created_at >= date_trunc('day', now() - interval '30 days', 'Africa/Johannesburg')
  union all
  select (created_at at time zone 'Africa/Johannesburg')::date from "filed" where kind = 'submission' and created_at >= date_trunc('day', now() - interval '30 days', 'Africa/Johannesburg')
  ),
  arrived as (select day, count(*)::int as n from arrivals group by day),
  decided as (
  select (d.created_at at time zone 'Africa/Johannesburg')::date as day, count(*)::int as n from "decisions" d
  where d.created_at >= date_trunc('day', now() - interval '30 days', 'Africa/Johannesburg') and d.arrived_at is not null and d.subject in ('alert', 'report', 'provider') and not exists (select from "decisions" undo where undo.reverses = d.id)
  group by 1
  )
  select to_char(shown.day, 'YYYY-MM-DD') as day, coalesce(arrived.n, 0) as arrived, coalesce(decided.n, 0) as decided
  from (
  select (day at time zone 'Africa/Johannesburg')::date as day from generate_series(date_trunc('day', now() - interval '30 days', 'Africa/Johannesburg'), date_trunc('day', now(), 'Africa/Johannesburg'), interval '1 day') as day
  ) shown left join arrived using (day) left join decided using (day)
  order by shown.day;

-- admin-median
  select percentile_cont(0.5) within group (order by extract(epoch from d.created_at - d.arrived_at) / 3600)::float8 as hours
  from "decisions" d
  where d.created_at >= now() - interval '30 days' and d.arrived_at is not null and d.subject in ('alert', 'report', 'provider') and not exists (select from "decisions" undo where undo.reverses = d.id);

-- admin-reversals
  select count(*)::int as decisions,
  (count(*) filter (where public.is_reversal(d.from_value, d.to_value)))::int as reversed
  from "decisions" d
  where d.created_at >= now() - interval '30 days' and d.reverses is null and d.from_value <> d.to_value and not exists (select from "decisions" undo where undo.reverses = d.id);

-- alert-stretch
  select id, updated_at as "updatedAt" from fraud_alerts where status = 'approved' and id >= $1 order by id limit $2;

-- alert-stretches
  select id from (select id, row_number() over (order by id) - 1 as place from fraud_alerts where status = 'approved') numbered
  where place % $1::int = 0 order by id;

-- alerts-active
  select
  a.id, a.title, a.advice, a.language, a.alert_type as "alertType", a.severity, a.status, a.report_count as "reportCount",
  a.affected_countries as "affectedCountries", a.created_at as "createdAt", a.description, a.affected_provider_id as "affectedProviderId", f.owner_tag as "ownerTag", (
  select coalesce(sum(n), 0)::int from alert_standing_counts where status = 'approved' and country = ''
  ) as total
  from fraud_alerts a left join "filings" f on f.id = a.id
  where a.status = 'approved' order by a.created_at desc, a.id desc limit 50;

-- alerts-active-counts
  select severity, sum(n)::int as n from alert_standing_counts
  where status = 'approved' and country = $1 and alert_type = any($2::text[]) and severity = any($3::text[]) group by severity;

-- alerts-counts
  select 'severity' as facet, severity as value, sum(n)::int as n
  from alert_standing_counts where status = 'approved' and country = '' group by severity having sum(n) > 0
  union all
  select 'country', country, sum(n)::int
  from alert_standing_counts where status = 'approved' and country <> '' group by country having sum(n) > 0
  order by facet, n desc, value;

-- alerts-own
  select
  a.id, a.title, a.advice, a.language, a.alert_type as "alertType", a.severity, a.status, a.report_count as "reportCount",
  a.affected_countries as "affectedCountries", a.created_at as "createdAt", a.description, a.affected_provider_name as "affectedProviderName", a.merged_into as "mergedInto"
  from "filings" f join fraud_alerts a on a.id = f.id
  where f.owner_tag = any($1::uuid[]) and f.kind = 'alert'
  order by f.created_at desc, f.id desc limit $2 offset $3;

-- alerts-published
  select
  a.id, a.title, a.advice, a.language, a.alert_type as "alertType", a.severity, a.status, a.report_count as "reportCount",
  a.affected_countries as "affectedCountries", a.created_at as "createdAt", a.description, a.affected_provider_id as "affectedProviderId", f.owner_tag as "ownerTag", a.affected_provider_name as "affectedProviderName", p.name as "listedName",
  coalesce(a.decided_at, a.created_at) as "checkedAt",
  coalesce(a.published_at, a.decided_at, a.created_at) as "publishedAt", a.withdrawn_at as "withdrawnAt",
  (select min(x.created_at) from appeals x where x.subject_id = a.id and x.status = 'pending' and x.is_noticed) as "appealSince", (
  select json_build_object('text', y.text, 'language', y.language, 'repliedAt', to_char(y.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from business_replies y
  where y.subject_id = a.id and y.provider_id = a.affected_provider_id and y.status = 'approved' and y.ended_at is null) as reply
  from fraud_alerts a left join "filings" f on f.id = a.id
  left join "providers" p on p.id = a.affected_provider_id and p.review_state = 'approved'
  where a.id = $1 and (a.status = 'approved' or a.published_at is not null);

-- alerts-standings
  select status, severity, sum(n)::int as n from alert_standing_counts
  where status = any($1::text[]) and country = $2 group by status, severity;

-- alerts-teasers
  select
  a.id, a.title, a.advice, a.language, a.alert_type as "alertType", a.severity, a.status, a.report_count as "reportCount",
  a.affected_countries as "affectedCountries", a.created_at as "createdAt", left(a.description, 101) as description, (
  select coalesce(sum(n), 0)::int from alert_standing_counts where status = 'approved' and country = ''
  ) as total
  from fraud_alerts a
  where a.status = 'approved' order by a.created_at desc, a.id desc limit 50;

-- api-key-find
  select k.id, k.public_id as "publicId", k.account_id as "accountId", k.secret_hash as "secretHash", k.is_test as "isTest", k.permissions,
  k.addresses, case
  when k.revoked_at is not null then 'revoked'
  when k.expires_at <= now() then 'expired'
  when k.rotated_at is not null then 'rotated'
  else 'active' end as status, case when (u.subscription_ends_at is not null and greatest(u.subscription_ends_at, u.grace_until) <= now()) then 'free' else u.subscription_tier end as "subscriptionTier", u.user_type as "userType"
  from "api_keys" k join "users" u on u.id = k.account_id
  where k.public_id = any($1::text[]);

-- api-key-touch
  update "api_keys" k set last_used_at = used.at
  from (select id, at from unnest($1::uuid[], $2::timestamptz[]) as used (id, at) order by id) used
  where k.id = used.id and (k.last_used_at is null or k.last_used_at < used.at - interval '1 minute');

-- api-quota-return
  update "api_quota_months" set used = greatest(0, used - $3::int) where account_id = $1 and month = $2;

-- api-quota-take
  insert into "api_quota_months" as q (account_id, month, used) values ($1, $2, $3)
  on conflict (account_id, month) do update set used = q.used + excluded.used where q.used + excluded.used <= $4
  returning used, told_percent as "toldPercent";

-- api-usage-read
  with of_calls as (
  select * from "api_call_sums" where account_id = $1 and span = 'day' and first_day >= $2 and first_day < $4
  union all
  select * from "api_call_sums" where account_id = $1 and span = 'month' and first_day >= $4
  ),
  endpoints as (
  select endpoint, sum(done)::int as done, sum(unchanged)::int as unchanged, sum(wrong)::int as wrong, sum(failed)::int as failed,
  array[coalesce(sum(latencies[1]), 0)::int, coalesce(sum(latencies[2]), 0)::int, coalesce(sum(latencies[3]), 0)::int, coalesce(sum(latencies[4]), 0)::int, coalesce(sum(latencies[5]), 0)::int, coalesce(sum(latencies[6]), 0)::int, coalesce(sum(latencies[7]), 0)::int, coalesce(sum(latencies[8]), 0)::int, coalesce(sum(latencies[9]), 0)::int, coalesce(sum(latencies[10]), 0)::int] as latencies
  from of_calls group by endpoint
  ),
  of_keys as (
  select key_id, calls from "api_key_sums" where account_id = $1 and span = 'day' and first_day >= $2 and first_day < $4
  union all
  select key_id, calls from "api_key_sums" where account_id = $1 and span = 'month' and first_day >= $4
  ),
  keys as (
  select key_id, sum(calls)::int as calls from of_keys group by key_id order by 2 desc, 1 limit 100
  )
  select
  coalesce((
  select charged from "api_call_sums"
  where account_id = $1 and span = 'month' and first_day = $3 and endpoint = ''), 0)::int as used,
  (select json_build_object('places', array_agg(first_day - $2::date), 'calls', array_agg(done + unchanged + wrong + failed),
  'failed', array_agg(failed))
  from "api_call_sums" where account_id = $1 and span = 'day' and first_day >= $2 and endpoint = '') as days,
  (select coalesce(json_agg(e order by e.endpoint), '[]') from (
  select endpoint, done + unchanged + wrong + failed as calls, failed, latencies
  from endpoints where endpoint <> '') e) as endpoints,
  (select coalesce(json_agg(k order by k.calls desc, k.id), '[]') from (
  select id, name, calls from keys join "api_keys" on id = key_id) k) as keys,
  (select coalesce(json_agg(o order by o.outcome), '[]') from (
  select outcome, calls from endpoints cross join lateral (values ('done', done), ('unchanged', unchanged), ('wrong', wrong), ('failed', failed)) as of_outcome (outcome, calls)
  where endpoint = '' and calls > 0) o) as outcomes;

-- cases-indicators
  select named.kind, named.value, elsewhere.n as "reportCount",
  exists (select from "indicators" i where i.key = named.key) as "isPublic", named.is_from_answer as "isFromAnswer"
  from (
  select fi.key, fi.kind, fi.value, count(*) as n, bool_and(fi.is_from_answer) as is_from_answer
  from case_filings cf join "filing_indicators" fi on fi.filing_id = cf.filing_id
  where cf.case_id = $1
  group by fi.key, fi.kind, fi.value order by n desc, fi.kind, fi.value, fi.key limit 100
  ) named cross join lateral (
  select count(*)::int as n
  from (select filing_id from "filing_indicators" where key = named.key limit 5000) o
  left join case_filings cf on cf.filing_id = o.filing_id
  where cf.case_id is distinct from $1
  ) elsewhere
  order by named.n desc, named.kind, named.value, named.key;

-- cases-neighbours
  with named as (
  select distinct fi.key from case_filings cf join "filing_indicators" fi on fi.filing_id = cf.filing_id
  where cf.case_id = $1 limit 100
  ),
  candidates as (
  select cf.case_id, 1 + count(distinct named.key) as alike
  from named cross join lateral (
  select filing_id from "filing_indicators" where key = named.key limit 5000
  ) o join case_filings cf on cf.filing_id = o.filing_id
  group by cf.case_id
  union all
  select near.case_id, similarity(near.text_key, mine.text_key)
  from case_texts mine cross join lateral (
  select fetched.case_id, fetched.text_key
  from (select * from case_texts t where t.is_open and t.bands && mine.bands limit 500) fetched
  order by (select count(*) from unnest(fetched.bands) as band where band = any (mine.bands)) desc, fetched.filing_id
  limit 40
  ) near
  where mine.case_id = $1
  ),
  found as (
  select c.id, c.lead_id, c.created_at, max(candidates.alike) as alike
  from candidates join cases c on c.id = candidates.case_id
  where c.is_open and c.id <> $1 and candidates.alike >= 0.3
  group by c.id order by alike desc, c.created_at desc, c.id limit 10
  )
  select id from found order by alike desc, created_at desc, id;

-- cases-public-alert
  select published.id, published.title
  from case_filings cf
  left join "fraud_alerts" a on a.id = cf.filing_id
  left join "reports" r on r.id = cf.filing_id
  join "fraud_alerts" published on published.id = coalesce(a.merged_into, r.fraud_alert_id, a.id) and published.status = 'approved'
  where cf.case_id = $1
  order by published.id = a.id desc, a.id = (select lead_id from cases where id = $1) desc, published.decided_at, published.id limit 1;

-- cases-put-off-count
  select count(*)::int as n from case_put_offs p join cases c on c.id = p.case_id where p.until > now() and c.is_open;

-- cases-similar
  with named as (
  select distinct fi.key from case_filings cf join "filing_indicators" fi on fi.filing_id = cf.filing_id
  where cf.case_id = $1 limit 100
  ),
  candidates as (
  select cf.case_id, 1 + count(distinct named.key) as alike
  from named cross join lateral (
  select filing_id from "filing_indicators" where key = named.key limit 5000
  ) o join case_filings cf on cf.filing_id = o.filing_id
  group by cf.case_id
  union all
  select near.case_id, similarity(near.text_key, mine.text_key)
  from case_texts mine cross join lateral (
  select fetched.case_id, fetched.text_key
  from (select * from case_texts t where not t.is_open and t.bands && mine.bands limit 500) fetched
  order by (select count(*) from unnest(fetched.bands) as band where band = any (mine.bands)) desc, fetched.filing_id
  limit 40
  ) near
  where mine.case_id = $1
  ),
  found as (
  select c.id, c.lead_id, c.created_at, max(candidates.alike) as alike
  from candidates join cases c on c.id = candidates.case_id
  where not c.is_open and c.id <> $1 and candidates.alike >= 0.3
  group by c.id order by alike desc, c.created_at desc, c.id limit 5
  )
  select found.id, lead.title, lead.report_type as "reportType", ended.outcome, found.created_at as "createdAt",
  found.alike > 1 as "isOfSameTraces", public_alert.id as "alertId", public_alert.title as "alertTitle"
  from found join "filed" lead on lead.id = found.lead_id
  cross join lateral (
  select case when bool_and(decided.is_upheld) then 'approved' when bool_or(decided.is_upheld) then 'mixed'
  else 'rejected' end as outcome
  from (
  select f.is_public or f.status = 'merged' as is_upheld from case_filings cf join "filed" f on f.id = cf.filing_id
  where cf.case_id = found.id limit 200
  ) decided
  ) ended
  left join lateral (
  select published.id, published.title
  from case_filings cf
  left join "fraud_alerts" a on a.id = cf.filing_id
  left join "reports" r on r.id = cf.filing_id
  join "fraud_alerts" published on published.id = coalesce(a.merged_into, r.fraud_alert_id, a.id) and published.status = 'approved'
  where cf.case_id = found.id
  order by published.id = a.id desc, a.id = (select lead_id from cases where id = found.id) desc, published.decided_at, published.id limit 1) public_alert on true
  order by found.alike desc, found.created_at desc, found.id;

-- cases-sorting
  select count(*)::int as count, min(created_at) as since,
  coalesce(min(created_at) < now() - interval '5 minutes', false) as "isLate",
  extract(epoch from now() - min(created_at))::float8 as "ageSeconds"
  from unsorted_filings;

-- decision-log-figures
  with facts as materialized (
  select date_trunc('month', l.day)::date as month, l.kind, l.reversal, l.asked_by,
  l.subject = 'appeal' as is_appeal, case l.subject when 'appeal' then l.to_value end as outcome,
  undo.number is not null or l.reversal is not distinct from 'undone' as is_undone, l.from_value <> l.to_value as is_change,
  case when l.subject in ('alert', 'report', 'provider') and undo.number is null and l.reversal is distinct from 'undone'
  then l.waited_hours end as waited,
  count(*) as n, sum(l.alerts) as alerts, sum(l.reports) as reports, sum(l.providers) as providers
  from "decision_log" l left join "decision_log" undo on undo.reverses = l.number and undo.reversal = 'undone'
  where true group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  ), waits as (
  select month, waited, sum(n) as n from facts where waited is not null group by grouping sets ((month, waited), (waited))
  ), ranked as (
  select month, waited, sum(n) over (partition by month order by waited) as upto, sum(n) over (partition by month) as total
  from waits
  ), hours as (
  select month, min(waited) filter (where upto >= ceil(0.5::float8 * total)) as median, min(waited) filter (where upto >= ceil(0.9::float8 * total)) as p90 from ranked group by month
  ), counts as (
  select month, coalesce(sum(alerts) filter (where true), 0)::int as alerts, coalesce(sum(reports) filter (where true), 0)::int as reports, coalesce(sum(providers) filter (where true), 0)::int as providers,
  coalesce(sum(n) filter (where waited is not null), 0)::int as decided,
  coalesce(sum(n) filter (where kind = 'decision' and not is_appeal and is_change and not is_undone), 0)::int as decisions,
  coalesce(sum(n) filter (where reversal = 'reversed'), 0)::int as reversed, coalesce(sum(n) filter (where reversal = 'undone'), 0)::int as undone,
  coalesce(sum(n) filter (where kind = 'request'), 0)::int as appeals, coalesce(sum(n) filter (where outcome = 'upheld' and kind = 'decision' and not is_undone), 0)::int as upheld,
  coalesce(sum(n) filter (where outcome = 'partly' and kind = 'decision' and not is_undone), 0)::int as partly, coalesce(sum(n) filter (where outcome = 'dismissed' and kind = 'decision' and not is_undone), 0)::int as dismissed
  from facts group by grouping sets ((month), ())
  )
  select to_char(c.month, 'YYYY-MM') as month, c.alerts, c.reports, c.providers, c.decided, h.median as "medianHours",
  h.p90 as "p90Hours", c.decisions, c.reversed, c.undone, c.appeals, c.upheld, c.partly, c.dismissed
  from counts c left join hours h on h.month is not distinct from c.month
  order by c.month desc nulls first limit $1;

-- decision-log-keys
  with recursive keys as (
  (select key from "decision_log_signatures" order by key limit 1)
  union all
  select (select s.key from "decision_log_signatures" s where s.key > keys.key order by s.key limit 1) from keys where keys.key is not null
  )
  select k.key, first.size::float8 as first, last.size::float8 as last
  from (select key from keys where key is not null limit $1) k
  cross join lateral (select checkpoint, size from "decision_log_signatures" s where s.key = k.key order by checkpoint limit 1) first
  cross join lateral (select size, checkpoint from "decision_log_signatures" s where s.key = k.key order by checkpoint desc limit 1) last
  order by last.checkpoint desc, first.checkpoint desc;

-- decision-log-last-note
  select note, size::float8 as size from "decision_log_checkpoints" order by number desc limit 1;

-- decision-log-months
  with recursive months as (
  (select date_trunc('month', day)::date as month from "decision_log" order by day desc limit 1)
  union all
  select (
  select date_trunc('month', l.day)::date from "decision_log" l where l.day < months.month order by l.day desc limit 1
  ) from months where months.month is not null
  )
  select to_char(month, 'YYYY-MM') as month from months where month is not null order by month desc limit $1;

-- decision-log-note-of-day
  select note, day < (now() at time zone 'UTC')::date as "isOver" from "decision_log_checkpoints"
  where day = $1::date order by number desc limit 1;

-- decision-log-removals
  with facts as materialized (
  select date_trunc('month', l.day)::date as month, l.kind, l.reversal, l.asked_by,
  l.subject = 'appeal' as is_appeal, case l.subject when 'appeal' then l.to_value end as outcome,
  undo.number is not null or l.reversal is not distinct from 'undone' as is_undone, l.from_value <> l.to_value as is_change,
  case when l.subject in ('alert', 'report', 'provider') and undo.number is null and l.reversal is distinct from 'undone'
  then l.waited_hours end as waited,
  count(*) as n, sum(l.alerts) as alerts, sum(l.reports) as reports, sum(l.providers) as providers
  from "decision_log" l left join "decision_log" undo on undo.reverses = l.number and undo.reversal = 'undone'
  where l.wants = 'removal' group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  )
  select to_char(month, 'YYYY-MM') as month, asked_by as "askedBy", coalesce(sum(n) filter (where kind = 'request'), 0)::int as received,
  coalesce(sum(n) filter (where outcome = 'upheld' and kind = 'decision' and not is_undone), 0)::int as upheld, coalesce(sum(n) filter (where outcome = 'partly' and kind = 'decision' and not is_undone), 0)::int as partly,
  coalesce(sum(n) filter (where outcome = 'dismissed' and kind = 'decision' and not is_undone), 0)::int as dismissed
  from facts group by grouping sets ((month, asked_by), (asked_by));

-- decision-log-signed-days
  with recursive days as (
  (select day, size, 1 as place from "decision_log_checkpoints" order by day desc, number desc limit 1)
  union all
  select earlier.* from days, lateral (
  select c.day, c.size, days.place + 1 from "decision_log_checkpoints" c
  where c.day < days.day order by c.day desc, c.number desc limit 1
  ) earlier where days.place < $1
  )
  select to_char(day, 'YYYY-MM-DD') as day, size::float8 as size from days order by day desc;

-- decision-log-stretch
  select
  l.number::float8 as number, to_char(l.day, 'YYYY-MM-DD') as day, l.kind, l.subject, l.subject_id as "subjectId", l.path,
  l.from_value as "from", l.to_value as "to", l.people, l.waited_hours as "waitedHours", l.reversal,
  l.reverses::float8 as reverses, l.statement_before as before, l.statement_after as after, l.wants, l.asked_by as "askedBy",
  l.alerts, l.reports, l.providers, encode(l.previous, 'hex') as previous, encode(l.hash, 'hex') as hash from "decision_log" l where l.number >= $1 and l.number < $2 order by l.number;

-- decisions-public
  select coalesce(d.from_value, v.standing) as "from", coalesce(d.to_value, v.standing) as "to", d.reason,
  v.statement, v.successor, coalesce(d.created_at, v.created_at) as "createdAt", coalesce(d.subject = 'appeal', false) as "isAppeal"
  from (
  select * from decisions d
  where (
  (d.subject_id = $1 and d.subject = $2)
  or (d.subject = 'appeal' and d.subject_id in (select x.id from "appeals" x where x.subject_id = $1))
  )
  and d.reverses is null and not exists (select from decisions r where r.reverses = d.id)
  ) d
  full join (
  select v.*, coalesce(v.successor ->> 'verificationStatus', v.successor ->> 'status') as standing
  from public_versions v where v.subject_id = $1 and v.subject = $2 and v.successor is not null and not (
  select bool_and(exists (
  select from decisions r where r.subject_id = $1 and r.reverses is not null and r.created_at = ended.created_at
  ))
  from public_versions ended
  where ended.subject_id = $1 and ended.subject = $2 and ended.hash = v.hash and ended.id < v.id
  ) is true
  ) v on v.created_at = d.created_at and d.subject <> 'appeal'
  where d.from_value is distinct from d.to_value or v.id is not null
  order by "createdAt" desc, d.id desc, v.id desc limit 50;

-- evidence-file
  select filing_id as "filingId", sealed_name as "sealedName", type, bytes, stored_at is not null as "isStored", now() as now
  from evidence_files where id = $1;

-- experiences-newest
  select id, provider_name as "providerName", rating, experience, issue_type as "issueType", created_at as "createdAt"
  from experiences where status = 'approved'
  order by created_at desc, id desc limit $1;

-- filing-by-id
  select f.id, t.kind, t.title, t.report_type as "reportType", t.text as description, t.status, t.alert_id as "alertId",
  t.created_at as "createdAt", t.decided_at as "decidedAt", exists (select from "filings_with_contact" c where c.id = f.id) as "hasContact",
  f.sealed_details as "sealedDetails", f.language, o.sealed as "sealedOriginal",
  case when t.kind = 'alert' and t.provider_id is null then t.provider_name end as "namedProvider", now() as now,
  case when x.id is not null then json_build_object(
  'subject', x.subject, 'subjectId', x.subject_id, 'askedBy', x.asked_by, 'wants', x.wants, 'isNoticed', x.is_noticed,
  'reason', x.reason) end as appeal
  from filings f join filed t on t.id = f.id left join filing_originals o on o.filing_id = f.id
  left join "appeals" x on x.id = case f.kind when 'appeal' then f.id end where f.id = $1;

-- filing-by-receipt
  select f.id, t.kind, t.title, t.report_type as "reportType", t.text as description, t.status, t.alert_id as "alertId",
  t.created_at as "createdAt", t.decided_at as "decidedAt", exists (select from "filings_with_contact" c where c.id = f.id) as "hasContact",
  f.sealed_details as "sealedDetails", f.language, o.sealed as "sealedOriginal",
  case when t.kind = 'alert' and t.provider_id is null then t.provider_name end as "namedProvider", now() as now,
  case when x.id is not null then json_build_object(
  'subject', x.subject, 'subjectId', x.subject_id, 'askedBy', x.asked_by, 'wants', x.wants, 'isNoticed', x.is_noticed,
  'reason', x.reason) end as appeal
  from filings f join filed t on t.id = f.id left join filing_originals o on o.filing_id = f.id
  left join "appeals" x on x.id = case f.kind when 'appeal' then f.id end where f.receipt_hash = $1;

-- filing-of-owner
  select f.id, t.kind, t.title, t.report_type as "reportType", t.text as description, t.status, t.alert_id as "alertId",
  t.created_at as "createdAt", t.decided_at as "decidedAt", exists (select from "filings_with_contact" c where c.id = f.id) as "hasContact",
  f.sealed_details as "sealedDetails", f.language, o.sealed as "sealedOriginal",
  case when t.kind = 'alert' and t.provider_id is null then t.provider_name end as "namedProvider", now() as now,
  case when x.id is not null then json_build_object(
  'subject', x.subject, 'subjectId', x.subject_id, 'askedBy', x.asked_by, 'wants', x.wants, 'isNoticed', x.is_noticed,
  'reason', x.reason) end as appeal
  from filings f join filed t on t.id = f.id left join filing_originals o on o.filing_id = f.id
  left join "appeals" x on x.id = case f.kind when 'appeal' then f.id end where f.id = $1 and f.owner_tag = any($2::uuid[]);

-- filings-but-scams-counted
  select count(*)::int as n from filed t where t.owner_tag = any($1::uuid[]) and t.kind in ('report', 'submission', 'appeal');

-- filings-but-scams-of-owner
  select t.id, t.kind, t.title, t.report_type as "reportType", t.status, t.created_at as "createdAt"
  from filed t where t.owner_tag = any($1::uuid[]) and t.kind in ('report', 'submission', 'appeal') order by t.created_at desc, t.id desc limit $2 offset $3;

-- filings-by-ids
  select f.id, t.kind, t.title, t.report_type as "reportType", t.text as description, t.status, t.alert_id as "alertId",
  t.created_at as "createdAt", t.decided_at as "decidedAt", exists (select from "filings_with_contact" c where c.id = f.id) as "hasContact",
  f.sealed_details as "sealedDetails", f.language, o.sealed as "sealedOriginal",
  case when t.kind = 'alert' and t.provider_id is null then t.provider_name end as "namedProvider", now() as now,
  case when x.id is not null then json_build_object(
  'subject', x.subject, 'subjectId', x.subject_id, 'askedBy', x.asked_by, 'wants', x.wants, 'isNoticed', x.is_noticed,
  'reason', x.reason) end as appeal
  from filings f join filed t on t.id = f.id left join filing_originals o on o.filing_id = f.id
  left join "appeals" x on x.id = case f.kind when 'appeal' then f.id end where f.id = any($1::uuid[]);

-- filings-ending
  select f.id, closed.is_free and f.sealed_contact is not null
  and (coalesce(closed.at < now() - interval '180 days', false) or coalesce(f.created_at < now() - interval '730 days', false)) as contact,
  closed.is_free and f.receipt_hash is not null and coalesce(closed.at < now() - interval '365 days', false) as receipt,
  closed.is_free and coalesce(closed.at < now() - interval '365 days', false) and (
  f.sealed_details is not null or exists (select from evidence_files e where e.filing_id = f.id)
  or exists (select from filing_originals o where o.filing_id = f.id)
  or exists (select from filing_questions q where q.filing_id = f.id)
  ) as evidence
  from (select * from filings where $1::uuid is null or id > $1 order by id limit 1000) f
  left join filed t on t.id = f.id
  cross join lateral (
  select case when t.id is null then f.created_at when t.status in ('pending', 'investigating') then null
  else coalesce(t.decided_at, t.created_at) end as at,
  not exists (select from "appeals" x where x.subject_id = f.id and x.status = 'pending') as is_free
  ) closed
  order by f.id;

-- filings-of-owner
  select f.id, t.kind, t.title, t.report_type as "reportType", t.text as description, t.status, t.alert_id as "alertId",
  t.created_at as "createdAt", t.decided_at as "decidedAt", exists (select from "filings_with_contact" c where c.id = f.id) as "hasContact",
  f.sealed_details as "sealedDetails", f.language, o.sealed as "sealedOriginal",
  case when t.kind = 'alert' and t.provider_id is null then t.provider_name end as "namedProvider", now() as now,
  case when x.id is not null then json_build_object(
  'subject', x.subject, 'subjectId', x.subject_id, 'askedBy', x.asked_by, 'wants', x.wants, 'isNoticed', x.is_noticed,
  'reason', x.reason) end as appeal
  from filings f join filed t on t.id = f.id left join filing_originals o on o.filing_id = f.id
  left join "appeals" x on x.id = case f.kind when 'appeal' then f.id end where f.owner_tag = any($1::uuid[]) order by f.created_at desc, f.id desc limit $2;

-- filings-questions
  select q.* from unnest($1::uuid[]) as wanted (id) cross join lateral (
  select filing_id as "filingId", id, question, created_at as "askedAt", sealed_answer as "sealedAnswer",
  answered_at as "answeredAt"
  from filing_questions where filing_id = wanted.id order by created_at desc, id desc limit 20
  ) q
  order by q."askedAt", q.id;

-- indicators-known
  select kind, report_count as "reportCount", last_seen_at as "lastSeenAt" from indicators
  where key = any($1::bytea[]) order by report_count desc, last_seen_at desc, key limit 5;

-- indicators-published
  select distinct i.kind, i.value from filing_indicators named join indicators i on i.key = named.key
  where named.filing_id = any($1::uuid[]) and not is_withheld and not is_from_answer and i.value is not null
  order by i.kind, i.value limit 100;

-- invoices-count
  select coalesce((select sum(last) from invoice_counters), 0)::int as "all",
  (select count(*) from invoice_standings where status = 'credited')::int as credited,
  (count(*) filter (where not is_late))::int as issued, (count(*) filter (where is_late))::int as overdue
  from (
  select i.due_on < (now() at time zone 'Africa/Johannesburg')::date as is_late
  from invoice_standings s join invoices i on i.id = s.invoice_id where s.status = 'issued'
  ) open;

-- news-of-provider
  select n.id, n.title, n.source_name as "sourceName", n.source_url as "sourceUrl", n.published_at as "publishedAt", n.language
  from news_mentions mention
  join news_items n on n.id = mention.item_id and n.is_active
  join "providers" p on p.id = mention.provider_id and p.review_state = 'approved'
  where mention.provider_id = $1 and mention.state = 'confirmed'
  order by n.published_at desc, n.id desc limit $2;

-- provider-country-warnings
  select country, sum(n)::int as providers, coalesce(sum(n) filter (where verification_status = 'Flagged' or type = 'Network Marketing'), 0)::int as "flaggedProviders"
  from provider_counts where country <> '' and n > 0
  group by country order by "flaggedProviders" desc, providers desc, country limit 100;

-- provider-evidence
  select id, kind, country, authority, reference, source_url as "sourceUrl",
  to_char(checked_on, 'YYYY-MM-DD') as "checkedOn", checked_by as "checkedBy"
  from provider_evidence where provider_id = $1
  order by checked_on desc, id limit 50;

-- provider-find
  select
  p.id, p.name, p.other_names as "otherNames", p.type, p.description, p.logo_url as "logoUrl", p.website,
  p.verification_status as "verificationStatus", p.flagged_reasons as "flaggedReasons", p.risk_score as "riskScore",
  p.rating, p.review_count as "reviewCount", p.countries, p.established, p.user_count as "userCount",
  p.license_info as "licenseInfo", p.regulatory_compliance as "regulatoryCompliance",
  p.user_satisfaction as "userSatisfaction", p.security_measures as "securityMeasures",
  p.security_features as "securityFeatures", p.insurance,
  (select coalesce(json_agg(json_build_object('certification', json_build_object('id', c.id, 'name', c.name,
  'description', c.description, 'icon', c.icon, 'color', c.color, 'isActive', c.is_active, 'priority', c.priority))
  order by c.priority desc, c.name, c.id), '[]')
  from (
  select c.* from provider_certifications held join certifications c on c.id = held.certification_id
  where held.provider_id = p.id
  and not (c.id = '019a4e00-0000-7000-8000-00000000c0de' and (p.verification_status in ('Flagged', 'Suspended') or p.risk_score = 'High'))
  order by c.priority desc, c.name, c.id
  limit 30
  ) c
  ) as certifications, (select min(x.created_at) from appeals x where x.subject_id = p.id and x.status = 'pending' and x.is_noticed) as "appealSince", (
  select json_build_object('people', w.people, 'usual', round(w.usual::numeric, 1), 'calmAt', w.calm_at,
  'since', to_char(w.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'countedAt', to_char(w.counted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from withdrawal_watches w
  where w.provider_id = p.id and w.status = 'approved' and w.ended_at is null and p.is_public) as "withdrawalWatch",
  (
  select json_build_object('text', y.text, 'language', y.language, 'repliedAt', to_char(y.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from business_replies y
  where y.subject_id = p.id and y.provider_id = p.id and y.status = 'approved' and y.ended_at is null) as reply
  from providers p where p.id = $1 and p.review_state = 'approved';

-- provider-rarest-country
  select country from provider_counts where country = any($1::text[]) and cell = any($2::smallint[])
  group by country order by sum(n) limit 1;

-- provider-similar
  with sharing as materialized (
  select l.provider_id, l.rating, l.name_key, count(*) as shared
  from provider_listings l
  where l.country = any($2::text[]) and l.cell = any($3::smallint[]) and l.provider_id <> $1
  group by l.provider_id, l.rating, l.name_key
  order by shared desc, l.rating desc, l.name_key, l.provider_id
  limit 3
  ),
  others as (
  select heads.provider_id, heads.rating, heads.name_key, 0::bigint as shared
  from unnest($3::smallint[]) as cells (cell) cross join lateral (
  select l.provider_id, l.rating, l.name_key from provider_listings l
  where l.country = '' and l.cell = cells.cell and l.provider_id <> $1
  and l.provider_id not in (select provider_id from sharing)
  order by l.rating desc, l.name_key, l.provider_id
  limit 3
  ) heads
  where (select count(*) from sharing) < 3
  ),
  chosen as materialized (
  select * from (select * from sharing union all select * from others) candidates
  order by shared desc, rating desc, name_key, provider_id
  limit 3
  )
  select
  p.id, p.name, p.other_names as "otherNames", p.type, p.description, p.logo_url as "logoUrl", p.website,
  p.verification_status as "verificationStatus", p.flagged_reasons as "flaggedReasons", p.risk_score as "riskScore",
  p.rating, p.review_count as "reviewCount", p.countries, p.established, p.user_count as "userCount",
  p.license_info as "licenseInfo", p.regulatory_compliance as "regulatoryCompliance",
  p.user_satisfaction as "userSatisfaction", p.security_measures as "securityMeasures",
  p.security_features as "securityFeatures", p.insurance,
  (select coalesce(json_agg(json_build_object('certification', json_build_object('id', c.id, 'name', c.name,
  'description', c.description, 'icon', c.icon, 'color', c.color, 'isActive', c.is_active, 'priority', c.priority))
  order by c.priority desc, c.name, c.id), '[]')
  from (
  select c.* from provider_certifications held join certifications c on c.id = held.certification_id
  where held.provider_id = p.id
  and not (c.id = '019a4e00-0000-7000-8000-00000000c0de' and (p.verification_status in ('Flagged', 'Suspended') or p.risk_score = 'High'))
  order by c.priority desc, c.name, c.id
  limit 30
  ) c
  ) as certifications from chosen join providers p on p.id = chosen.provider_id
  order by chosen.shared desc, chosen.rating desc, chosen.name_key, chosen.provider_id;

-- provider-similar-everywhere
  with chosen as materialized (
  select heads.provider_id, heads.rating, heads.name_key, cardinality($2::text[]) as shared
  from unnest($3::smallint[]) as cells (cell) cross join lateral (
  select l.provider_id, l.rating, l.name_key
  from provider_listings l join providers other on other.id = l.provider_id
  where l.country = $4 and l.cell = cells.cell and l.provider_id <> $1 and other.countries @> $2::text[]
  order by l.rating desc, l.name_key, l.provider_id
  limit 3
  ) heads
  order by heads.rating desc, heads.name_key, heads.provider_id
  limit 3
  )
  select
  p.id, p.name, p.other_names as "otherNames", p.type, p.description, p.logo_url as "logoUrl", p.website,
  p.verification_status as "verificationStatus", p.flagged_reasons as "flaggedReasons", p.risk_score as "riskScore",
  p.rating, p.review_count as "reviewCount", p.countries, p.established, p.user_count as "userCount",
  p.license_info as "licenseInfo", p.regulatory_compliance as "regulatoryCompliance",
  p.user_satisfaction as "userSatisfaction", p.security_measures as "securityMeasures",
  p.security_features as "securityFeatures", p.insurance,
  (select coalesce(json_agg(json_build_object('certification', json_build_object('id', c.id, 'name', c.name,
  'description', c.description, 'icon', c.icon, 'color', c.color, 'isActive', c.is_active, 'priority', c.priority))
  order by c.priority desc, c.name, c.id), '[]')
  from (
  select c.* from provider_certifications held join certifications c on c.id = held.certification_id
  where held.provider_id = p.id
  and not (c.id = '019a4e00-0000-7000-8000-00000000c0de' and (p.verification_status in ('Flagged', 'Suspended') or p.risk_score = 'High'))
  order by c.priority desc, c.name, c.id
  limit 30
  ) c
  ) as certifications from chosen join providers p on p.id = chosen.provider_id
  order by chosen.shared desc, chosen.rating desc, chosen.name_key, chosen.provider_id;

-- provider-standing
  select review_count as "reviewCount", is_public as "isListed" from providers p where id = $1 and p.review_state = 'approved';

-- provider-standing-counts
  select risk_score as "riskScore", verification_status as "verificationStatus", sum(n)::int as n
  from provider_counts where country = '' and n > 0 group by 1, 2;

-- provider-state-counts
  select review_state as "reviewState", verification_status as "verificationStatus", n from provider_state_counts;

-- provider-stats
  select
  coalesce(sum(n) filter (where country = ''), 0)::int as "totalProviders",
  coalesce(sum(n) filter (where country = '' and verification_status = 'Verified'), 0)::int as "verifiedProviders",
  coalesce(sum(n) filter (where country = '' and (verification_status = 'Flagged' or type = 'Network Marketing')), 0)::int as "flaggedProviders",
  (count(distinct country) filter (where country <> ''))::int as countries
  from provider_counts where n > 0;

-- provider-stretch
  select id, updated_at as "updatedAt" from providers where is_public and id >= $1 order by id limit $2;

-- provider-stretches
  select id from (select id, row_number() over (order by id) - 1 as place from providers where is_public) numbered
  where place % $1::int = 0 order by id;

-- providers-changed
  select
  p.id, p.name, p.other_names as "otherNames", p.type, p.description, p.logo_url as "logoUrl", p.website,
  p.verification_status as "verificationStatus", p.flagged_reasons as "flaggedReasons", p.risk_score as "riskScore",
  p.rating, p.review_count as "reviewCount", p.countries, p.established, p.user_count as "userCount",
  p.license_info as "licenseInfo", p.regulatory_compliance as "regulatoryCompliance",
  p.user_satisfaction as "userSatisfaction", p.security_measures as "securityMeasures",
  p.security_features as "securityFeatures", p.insurance,
  (select coalesce(json_agg(json_build_object('certification', json_build_object('id', c.id, 'name', c.name,
  'description', c.description, 'icon', c.icon, 'color', c.color, 'isActive', c.is_active, 'priority', c.priority))
  order by c.priority desc, c.name, c.id), '[]')
  from (
  select c.* from provider_certifications held join certifications c on c.id = held.certification_id
  where held.provider_id = p.id
  and not (c.id = '019a4e00-0000-7000-8000-00000000c0de' and (p.verification_status in ('Flagged', 'Suspended') or p.risk_score = 'High'))
  order by c.priority desc, c.name, c.id
  limit 30
  ) c
  ) as certifications, to_json(p.updated_at) #>> '{}' as "updatedAt" from providers p
  where p.review_state = 'approved' and (p.updated_at, p.id) > ($1::timestamptz, $2::uuid)
  order by p.updated_at, p.id limit $3;

-- providers-newest
  with total as (
  select coalesce(sum(n), 0)::int as n from provider_counts where country = $3 and cell = any($4::smallint[])
  ),
  page as materialized (
  select id as provider_id, created_at from providers
  where is_public and cell = any($4::smallint[]) and ($3 = '' or countries @> array[$3::text])
  order by created_at desc, id desc limit $1 offset $2
  )
  select total.n as total,
  p.id, p.name, p.other_names as "otherNames", p.type, p.description, p.logo_url as "logoUrl", p.website,
  p.verification_status as "verificationStatus", p.flagged_reasons as "flaggedReasons", p.risk_score as "riskScore",
  p.rating, p.review_count as "reviewCount", p.countries, p.established, p.user_count as "userCount",
  p.license_info as "licenseInfo", p.regulatory_compliance as "regulatoryCompliance",
  p.user_satisfaction as "userSatisfaction", p.security_measures as "securityMeasures",
  p.security_features as "securityFeatures", p.insurance,
  (select coalesce(json_agg(json_build_object('certification', json_build_object('id', c.id, 'name', c.name,
  'description', c.description, 'icon', c.icon, 'color', c.color, 'isActive', c.is_active, 'priority', c.priority))
  order by c.priority desc, c.name, c.id), '[]')
  from (
  select c.* from provider_certifications held join certifications c on c.id = held.certification_id
  where held.provider_id = p.id
  and not (c.id = '019a4e00-0000-7000-8000-00000000c0de' and (p.verification_status in ('Flagged', 'Suspended') or p.risk_score = 'High'))
  order by c.priority desc, c.name, c.id
  limit 30
  ) c
  ) as certifications
  from total left join (page join providers p on p.id = page.provider_id) on true
  order by page.created_at desc, page.provider_id desc;

-- providers-walk-name
  with total as (select coalesce(sum(n), 0)::int as n from provider_counts where country = $3), page as materialized (select heads.* from (values (0), (1), (2)) as stream (rank) cross join lateral (
  select name_key, provider_id from provider_listings
  where country = $3 and risk_rank = stream.rank
  order by name_key, provider_id limit $1::int + $2::int
  ) heads order by name_key, provider_id limit $1 offset $2)
  select total.n as total,
  p.id, p.name, p.other_names as "otherNames", p.type, p.description, p.logo_url as "logoUrl", p.website,
  p.verification_status as "verificationStatus", p.flagged_reasons as "flaggedReasons", p.risk_score as "riskScore",
  p.rating, p.review_count as "reviewCount", p.countries, p.established, p.user_count as "userCount",
  p.license_info as "licenseInfo", p.regulatory_compliance as "regulatoryCompliance",
  p.user_satisfaction as "userSatisfaction", p.security_measures as "securityMeasures",
  p.security_features as "securityFeatures", p.insurance,
  (select coalesce(json_agg(json_build_object('certification', json_build_object('id', c.id, 'name', c.name,
  'description', c.description, 'icon', c.icon, 'color', c.color, 'isActive', c.is_active, 'priority', c.priority))
  order by c.priority desc, c.name, c.id), '[]')
  from (
  select c.* from provider_certifications held join certifications c on c.id = held.certification_id
  where held.provider_id = p.id
  and not (c.id = '019a4e00-0000-7000-8000-00000000c0de' and (p.verification_status in ('Flagged', 'Suspended') or p.risk_score = 'High'))
  order by c.priority desc, c.name, c.id
  limit 30
  ) c
  ) as certifications
  from total left join (page join providers p on p.id = page.provider_id) on true
  order by page.name_key, page.provider_id;

-- providers-walk-rating
  with total as (select coalesce(sum(n), 0)::int as n from provider_counts where country = $3), page as materialized (select heads.* from (values (0), (1)) as stream (rank) cross join lateral (
  select rating, name_key, provider_id from provider_listings
  where country = $3 and verified_rank = stream.rank
  order by rating desc, name_key, provider_id limit $1::int + $2::int
  ) heads order by rating desc, name_key, provider_id limit $1 offset $2)
  select total.n as total,
  p.id, p.name, p.other_names as "otherNames", p.type, p.description, p.logo_url as "logoUrl", p.website,
  p.verification_status as "verificationStatus", p.flagged_reasons as "flaggedReasons", p.risk_score as "riskScore",
  p.rating, p.review_count as "reviewCount", p.countries, p.established, p.user_count as "userCount",
  p.license_info as "licenseInfo", p.regulatory_compliance as "regulatoryCompliance",
  p.user_satisfaction as "userSatisfaction", p.security_measures as "securityMeasures",
  p.security_features as "securityFeatures", p.insurance,
  (select coalesce(json_agg(json_build_object('certification', json_build_object('id', c.id, 'name', c.name,
  'description', c.description, 'icon', c.icon, 'color', c.color, 'isActive', c.is_active, 'priority', c.priority))
  order by c.priority desc, c.name, c.id), '[]')
  from (
  select c.* from provider_certifications held join certifications c on c.id = held.certification_id
  where held.provider_id = p.id
  and not (c.id = '019a4e00-0000-7000-8000-00000000c0de' and (p.verification_status in ('Flagged', 'Suspended') or p.risk_score = 'High'))
  order by c.priority desc, c.name, c.id
  limit 30
  ) c
  ) as certifications
  from total left join (page join providers p on p.id = page.provider_id) on true
  order by page.rating desc, page.name_key, page.provider_id;

-- providers-walk-relevance
  with total as (select coalesce(sum(n), 0)::int as n from provider_counts where country = $3), page as materialized (select verified_rank, rating, name_key, provider_id from provider_listings where country = $3 order by verified_rank, rating desc, name_key, provider_id limit $1 offset $2)
  select total.n as total,
  p.id, p.name, p.other_names as "otherNames", p.type, p.description, p.logo_url as "logoUrl", p.website,
  p.verification_status as "verificationStatus", p.flagged_reasons as "flaggedReasons", p.risk_score as "riskScore",
  p.rating, p.review_count as "reviewCount", p.countries, p.established, p.user_count as "userCount",
  p.license_info as "licenseInfo", p.regulatory_compliance as "regulatoryCompliance",
  p.user_satisfaction as "userSatisfaction", p.security_measures as "securityMeasures",
  p.security_features as "securityFeatures", p.insurance,
  (select coalesce(json_agg(json_build_object('certification', json_build_object('id', c.id, 'name', c.name,
  'description', c.description, 'icon', c.icon, 'color', c.color, 'isActive', c.is_active, 'priority', c.priority))
  order by c.priority desc, c.name, c.id), '[]')
  from (
  select c.* from provider_certifications held join certifications c on c.id = held.certification_id
  where held.provider_id = p.id
  and not (c.id = '019a4e00-0000-7000-8000-00000000c0de' and (p.verification_status in ('Flagged', 'Suspended') or p.risk_score = 'High'))
  order by c.priority desc, c.name, c.id
  limit 30
  ) c
  ) as certifications
  from total left join (page join providers p on p.id = page.provider_id) on true
  order by page.verified_rank, page.rating desc, page.name_key, page.provider_id;

-- providers-walk-risk
  with total as (select coalesce(sum(n), 0)::int as n from provider_counts where country = $3), page as materialized (select risk_rank, name_key, provider_id from provider_listings where country = $3 order by risk_rank, name_key, provider_id limit $1 offset $2)
  select total.n as total,
  p.id, p.name, p.other_names as "otherNames", p.type, p.description, p.logo_url as "logoUrl", p.website,
  p.verification_status as "verificationStatus", p.flagged_reasons as "flaggedReasons", p.risk_score as "riskScore",
  p.rating, p.review_count as "reviewCount", p.countries, p.established, p.user_count as "userCount",
  p.license_info as "licenseInfo", p.regulatory_compliance as "regulatoryCompliance",
  p.user_satisfaction as "userSatisfaction", p.security_measures as "securityMeasures",
  p.security_features as "securityFeatures", p.insurance,
  (select coalesce(json_agg(json_build_object('certification', json_build_object('id', c.id, 'name', c.name,
  'description', c.description, 'icon', c.icon, 'color', c.color, 'isActive', c.is_active, 'priority', c.priority))
  order by c.priority desc, c.name, c.id), '[]')
  from (
  select c.* from provider_certifications held join certifications c on c.id = held.certification_id
  where held.provider_id = p.id
  and not (c.id = '019a4e00-0000-7000-8000-00000000c0de' and (p.verification_status in ('Flagged', 'Suspended') or p.risk_score = 'High'))
  order by c.priority desc, c.name, c.id
  limit 30
  ) c
  ) as certifications
  from total left join (page join providers p on p.id = page.provider_id) on true
  order by page.risk_rank, page.name_key, page.provider_id;

-- regtech-approved-alerts
  select id, title, description, severity, affected_countries as countries, status = 'approved' as "isActive",
  created_at as "createdAt", null as source
  from "fraud_alerts" where status = 'approved' order by created_at desc, id desc limit $1;

-- regtech-metrics
  select id, metric_type as "metricType", value, period from regtech_metrics
  order by period desc, metric_type limit $1;

-- regtech-published-report
  select
  id, period, country, priority, content, complaints, schemes, lost_cents::float8 as "lostCents", median_hours as "medianHours",
  providers, verified, flagged, created_at as "createdAt", 'published' as status from "regtech_reports" where id = $1;

-- regtech-urgent-news
  select id, title, summary as description, 'High' as severity, array[source_country] as countries, is_active as "isActive",
  published_at as "createdAt", json_build_object('name', source_name, 'url', source_url) as source
  from "news_items" where is_active and priority = 'high' order by published_at desc, id desc limit $1;

-- reports-count
  select coalesce(sum(n), 0)::int as n from report_standing_counts
  where status = any($1::text[]) and severity = any($2::text[]) and report_type = any($3::text[]);

-- reports-counts
  with public as (select severity, report_type, n from report_standing_counts where status in ('investigating', 'resolved'))
  select 'severity' as facet, severity as value, sum(n)::int as n from public group by severity having sum(n) > 0
  union all
  select 'type', report_type, sum(n)::int from public group by report_type having sum(n) > 0
  order by facet, n desc, value;

-- reports-list
  with page as materialized (
  select id, created_at from (
  (select r.id, r.created_at from reports r where r.is_public and r.severity = 'Low' and 'Low' = any($1::text[]) order by r.created_at desc, r.id desc limit $2::int + $3::int) union all
  (select r.id, r.created_at from reports r where r.is_public and r.severity = 'Medium' and 'Medium' = any($1::text[]) order by r.created_at desc, r.id desc limit $2::int + $3::int) union all
  (select r.id, r.created_at from reports r where r.is_public and r.severity = 'High' and 'High' = any($1::text[]) order by r.created_at desc, r.id desc limit $2::int + $3::int) union all
  (select r.id, r.created_at from reports r where r.is_public and r.severity = 'Critical' and 'Critical' = any($1::text[]) order by r.created_at desc, r.id desc limit $2::int + $3::int) union all
  (select r.id, r.created_at from
  "filings" f join reports r on r.id = f.id
  where f.owner_tag = any($4::uuid[]) and f.kind = 'report' and r.status = 'pending' and r.severity = any($1::text[]) order by r.created_at desc, r.id desc limit $2::int + $3::int)) merged order by created_at desc, id desc limit $2 offset $3
  )
  select
  r.id, r.report_type as "reportType", r.severity, r.created_at as "createdAt", r.provider_id as "providerId",
  r.fraud_alert_id as "fraudAlertId", r.status, (select min(x.created_at) from appeals x where x.subject_id = r.id and x.status = 'pending' and x.is_noticed) as "appealSince",
  (
  select json_build_object('text', y.text, 'language', y.language, 'repliedAt', to_char(y.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from business_replies y
  where y.subject_id = r.id and y.provider_id = r.provider_id and y.status = 'approved' and y.ended_at is null) as reply, r.description, r.reporter_location as "reporterLocation"
  from page join reports r on r.id = page.id
  order by page.created_at desc, page.id desc;

-- reports-public
  select
  r.id, r.report_type as "reportType", r.severity, r.created_at as "createdAt", r.provider_id as "providerId",
  r.fraud_alert_id as "fraudAlertId", r.status, (select min(x.created_at) from appeals x where x.subject_id = r.id and x.status = 'pending' and x.is_noticed) as "appealSince",
  (
  select json_build_object('text', y.text, 'language', y.language, 'repliedAt', to_char(y.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from business_replies y
  where y.subject_id = r.id and y.provider_id = r.provider_id and y.status = 'approved' and y.ended_at is null) as reply, r.description, r.reporter_location as "reporterLocation" from reports r where r.id = $1 and r.is_public;

-- reports-teasers
  with page as materialized (
  select id, created_at from (
  (select r.id, r.created_at from reports r where r.is_public and r.severity = 'Low' and 'Low' = any($1::text[]) order by r.created_at desc, r.id desc limit $2::int + $3::int) union all
  (select r.id, r.created_at from reports r where r.is_public and r.severity = 'Medium' and 'Medium' = any($1::text[]) order by r.created_at desc, r.id desc limit $2::int + $3::int) union all
  (select r.id, r.created_at from reports r where r.is_public and r.severity = 'High' and 'High' = any($1::text[]) order by r.created_at desc, r.id desc limit $2::int + $3::int) union all
  (select r.id, r.created_at from reports r where r.is_public and r.severity = 'Critical' and 'Critical' = any($1::text[]) order by r.created_at desc, r.id desc limit $2::int + $3::int)) merged order by created_at desc, id desc limit $2 offset $3
  )
  select
  r.id, r.report_type as "reportType", r.severity, r.created_at as "createdAt", r.provider_id as "providerId",
  r.fraud_alert_id as "fraudAlertId", r.status, (select min(x.created_at) from appeals x where x.subject_id = r.id and x.status = 'pending' and x.is_noticed) as "appealSince",
  (
  select json_build_object('text', y.text, 'language', y.language, 'repliedAt', to_char(y.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from business_replies y
  where y.subject_id = r.id and y.provider_id = r.provider_id and y.status = 'approved' and y.ended_at is null) as reply, left(r.description, 81) as description
  from page join reports r on r.id = page.id
  order by page.created_at desc, page.id desc;

-- reviews-highest
  with page as materialized (
  select heads.* from (values (1), (2), (3), (4), (5)) as stars (rating) cross join lateral (
  select r.id, r.rating, r.created_at from reviews r
  where r.provider_id = $1 and r.status = 'approved' and r.rating = stars.rating
  order by r.created_at desc, r.id desc limit $2::int + $3::int
  ) heads
  order by rating desc, created_at desc, id desc limit $2 offset $3
  )
  select
  r.id, r.rating, r.experience, r.issue_type as "issueType", r.user_location as "userLocation",
  r.created_at as "createdAt" from page join reviews r on r.id = page.id
  order by page.rating desc, page.created_at desc, page.id desc;

-- reviews-lowest
  select
  r.id, r.rating, r.experience, r.issue_type as "issueType", r.user_location as "userLocation",
  r.created_at as "createdAt" from reviews r where r.provider_id = $1 and r.status = 'approved' order by r.rating, r.created_at desc, r.id desc limit $2 offset $3;

-- reviews-newest
  select
  r.id, r.rating, r.experience, r.issue_type as "issueType", r.user_location as "userLocation",
  r.created_at as "createdAt" from reviews r where r.provider_id = $1 and r.status = 'approved' order by r.created_at desc, r.id desc limit $2 offset $3;

-- reviews-summary
  select p.rating, p.review_count as "reviewCount", array(
  select coalesce(kept.n, 0)
  from (values (1), (2), (3), (4), (5)) as stars (rating)
  left join rating_counts kept on kept.provider_id = p.id and kept.rating = stars.rating
  order by stars.rating
  ) as distribution
  from "providers" p where p.id = $1 and p.review_state = 'approved';

-- search-correct
  select corrected_query($1)::text as query;

-- search-expand
  select expanded_query($1)::text as query;

-- session-by-token
  select s.id as "sessionId", s.has_second_factor as "hasSecondFactor",
  coalesce(s.factor_at > now() - interval '10 minutes', false) as "isFresh",
  case when u.is_admin or u.is_moderator then exists (select from passkeys p where p.user_id = u.id)
  or exists (select from authenticator_apps a where a.user_id = u.id and a.confirmed_at is not null)
  else false end as "hasFactor",
  s.last_seen_at < case when u.is_admin or u.is_moderator then now() - interval '1 minute' else date_trunc('hour', now()) end as "isDue",
  u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.profile_image_url as "profileImageUrl",
  case when (u.subscription_ends_at is not null and greatest(u.subscription_ends_at, u.grace_until) <= now()) then 'free' else u.subscription_tier end as "subscriptionTier", u.user_type as "userType", case when (u.subscription_ends_at is not null and greatest(u.subscription_ends_at, u.grace_until) <= now()) and u.subscription_status <> 'pending' then 'expired' else u.subscription_status end as "subscriptionStatus",
  u.subscription_ends_at as "subscriptionEndsAt", u.is_admin as "isAdmin", u.is_moderator as "isModerator",
  u.referral_code as "referralCode",
  u.created_at as "createdAt"
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and not s.awaits_factor and s.expires_at > now() and not ((u.is_admin or u.is_moderator) and (s.created_at <= now() - interval '12 hours'
  or s.last_seen_at <= now() - interval '30 minutes'));

-- triage-case
  select c.id, coalesce(lead.title, '') as title, lead.report_type as "reportType", waiting.severity,
  array(
  select distinct country from (
  select f.id, f.kind, f.created_at, case f.severity when 'Low' then 0 when 'Medium' then 1 when 'High' then 2 when 'Critical' then 3 end as severity, f.countries,
  concat_ws(' ', f.words, f.provider_name, 'HK-' || right(f.id::text, 8)) as words
  from "case_filings" cf cross join lateral (select * from "filed" f where f.id = cf.filing_id offset 0) f
  where cf.case_id = c.id and f.status = 'pending' and f.kind <> 'submission'
  order by cf.created_at, cf.filing_id limit 500
  ) u cross join unnest(u.countries) as country
  order by country limit 60
  ) as countries,
  c.filing_count as "filingCount", c.undecided_count as "undecidedCount", c.created_at as "createdAt",
  c.newest_filing_at as "newestFilingAt", coalesce(waiting.since + interval '48 hours', c.created_at + interval '48 hours') as "dueAt",
  case when waiting.since <= now() - interval '48 hours' then 'overdue'
  when waiting.since <= now() - interval '24 hours' then 'due' else 'fresh' end as age, c.is_open as "isOpen",
  holder.email as "claimedBy", k.user_id as "claimedById", k.expires_at as "claimExpiresAt",
  (
  select min(cf.question) from "case_filings" cf
  where cf.case_id = c.id and cf.question is not null and (select f.status from (select * from "filed" f where f.id = cf.filing_id offset 0) f) = 'pending'
  ) as question, exists (
  select from "unexamined_filings" x join "case_filings" cf on cf.filing_id = x.filing_id
  where cf.case_id = c.id and (select f.status from (select * from "filed" f where f.id = x.filing_id offset 0) f) = 'pending'
  ) as "hasUnexamined", p.until as "putOffUntil", p.is_for_answer as "isPutOffForAnswer",
  snoozer.email as "putOffBy", p.note as "putOffNote", p.times as "putOffTimes"
  from (select * from "cases" where id = $1) c
  cross join lateral (
  select min(u.created_at) as since, max(u.severity) as severity from (
  select f.id, f.kind, f.created_at, case f.severity when 'Low' then 0 when 'Medium' then 1 when 'High' then 2 when 'Critical' then 3 end as severity, f.countries,
  concat_ws(' ', f.words, f.provider_name, 'HK-' || right(f.id::text, 8)) as words
  from "case_filings" cf cross join lateral (select * from "filed" f where f.id = cf.filing_id offset 0) f
  where cf.case_id = c.id and f.status = 'pending' and f.kind <> 'submission'
  order by cf.created_at, cf.filing_id limit 500
  ) u
  ) waiting
  left join "case_claims" k on k.case_id = c.id and k.expires_at > now()
  left join "users" holder on holder.id = k.user_id
  left join "case_put_offs" p on p.case_id = c.id and p.until > now()
  left join "users" snoozer on snoozer.id = p.user_id
  left join lateral (select * from "filed" f where f.id = c.lead_id offset 0) lead on true
  order by c.id;

-- triage-cases
  select c.id, coalesce(lead.title, '') as title, lead.report_type as "reportType", waiting.severity,
  array(
  select distinct country from (
  select f.id, f.kind, f.created_at, case f.severity when 'Low' then 0 when 'Medium' then 1 when 'High' then 2 when 'Critical' then 3 end as severity, f.countries,
  concat_ws(' ', f.words, f.provider_name, 'HK-' || right(f.id::text, 8)) as words
  from "case_filings" cf cross join lateral (select * from "filed" f where f.id = cf.filing_id offset 0) f
  where cf.case_id = c.id and f.status = 'pending' and f.kind <> 'submission'
  order by cf.created_at, cf.filing_id limit 500
  ) u cross join unnest(u.countries) as country
  order by country limit 60
  ) as countries,
  c.filing_count as "filingCount", c.undecided_count as "undecidedCount", c.created_at as "createdAt",
  c.newest_filing_at as "newestFilingAt", coalesce(waiting.since + interval '48 hours', c.created_at + interval '48 hours') as "dueAt",
  case when waiting.since <= now() - interval '48 hours' then 'overdue'
  when waiting.since <= now() - interval '24 hours' then 'due' else 'fresh' end as age, c.is_open as "isOpen",
  holder.email as "claimedBy", k.user_id as "claimedById", k.expires_at as "claimExpiresAt",
  (
  select min(cf.question) from "case_filings" cf
  where cf.case_id = c.id and cf.question is not null and (select f.status from (select * from "filed" f where f.id = cf.filing_id offset 0) f) = 'pending'
  ) as question, exists (
  select from "unexamined_filings" x join "case_filings" cf on cf.filing_id = x.filing_id
  where cf.case_id = c.id and (select f.status from (select * from "filed" f where f.id = x.filing_id offset 0) f) = 'pending'
  ) as "hasUnexamined", p.until as "putOffUntil", p.is_for_answer as "isPutOffForAnswer",
  snoozer.email as "putOffBy", p.note as "putOffNote", p.times as "putOffTimes"
  from unnest($1::uuid[]) with ordinality as requested (id, sort_index) join "cases" c on c.id = requested.id
  cross join lateral (
  select min(u.created_at) as since, max(u.severity) as severity from (
  select f.id, f.kind, f.created_at, case f.severity when 'Low' then 0 when 'Medium' then 1 when 'High' then 2 when 'Critical' then 3 end as severity, f.countries,
  concat_ws(' ', f.words, f.provider_name, 'HK-' || right(f.id::text, 8)) as words
  from "case_filings" cf cross join lateral (select * from "filed" f where f.id = cf.filing_id offset 0) f
  where cf.case_id = c.id and f.status = 'pending' and f.kind <> 'submission'
  order by cf.created_at, cf.filing_id limit 500
  ) u
  ) waiting
  left join "case_claims" k on k.case_id = c.id and k.expires_at > now()
  left join "users" holder on holder.id = k.user_id
  left join "case_put_offs" p on p.case_id = c.id and p.until > now()
  left join "users" snoozer on snoozer.id = p.user_id
  left join lateral (select * from "filed" f where f.id = c.lead_id offset 0) lead on true
  order by requested.sort_index;

-- triage-filings
  select f.id, f.severity, f.type, f.countries, f.provider_id as "providerId", f.provider_name as "providerName",
  f.owner_tag as "ownerTag", exists (select from "unexamined_filings" x where x.filing_id = f.id) as "isUnexamined"
  from unnest($1::uuid[]) with ordinality as requested (id, sort_index) join "filed" f on f.id = requested.id
  order by requested.sort_index;

-- triage-first-page
  select id from (
  (
  select f.id, f.status = 'pending' as waits, cf.created_at from "case_filings" cf join "filed" f on f.id = cf.filing_id
  where cf.case_id = $1 and f.status = 'pending' order by cf.created_at, cf.filing_id limit 50
  ) union all (
  select f.id, f.status = 'pending' as waits, cf.created_at from "case_filings" cf join "filed" f on f.id = cf.filing_id
  where cf.case_id = $1 and f.status <> 'pending' order by cf.created_at, cf.filing_id limit 50
  )
  ) found
  order by waits desc, id = (select lead_id from "cases" where id = $1) desc, created_at, id limit 50;

-- triage-next-page
  select id from (
  select f.id, f.status = 'pending' as waits, cf.created_at from "case_filings" cf join "filed" f on f.id = cf.filing_id
  where cf.case_id = $1 and f.status = 'pending' and f.kind <> 'submission' and f.id <> all($2::uuid[]) order by cf.created_at, cf.filing_id limit 50
  ) found
  order by created_at, id;

-- triage-open-count
  select (
  (select count(*) from (select from "cases" where is_open limit 10000) found)
  - (
  select count(*) from "case_put_offs" p join "cases" c on c.id = p.case_id
  where p.until > now() and c.is_open
  )
  )::int as n;

-- triage-rest
  select f.id, f.kind, cf.created_at::text as "joinedAt"
  from case_samples s
  join "case_filings" cf on cf.case_id = s.case_id and cf.created_at <= s.created_at
  and ($2::timestamptz is null or (cf.created_at, cf.filing_id) > ($2, $3::uuid))
  join "filed" f on f.id = cf.filing_id
  where s.id = $1 and f.status = 'pending' and f.kind <> 'submission' and f.id <> all(s.filing_ids)
  and not exists (
  select from "case_readings" k where k.filing_id = f.id and k.user_id = s.user_id and k.shown_at <= s.created_at
  )
  order by cf.created_at, cf.filing_id limit 500;

-- triage-standings
  select who.tag, judged.agreed, judged.disagreed
  from unnest($1::uuid[]) as who (tag) cross join lateral (
  select count(*) filter (where sent.status in ('approved', 'merged', 'investigating', 'resolved'))::int as agreed,
  count(*) filter (where sent.status = 'rejected')::int as disagreed
  from (select f.status from "filed" f where f.owner_tag = who.tag limit 1000) sent
  ) judged;

-- triage-unread
  select count(*)::int as n from "case_filings" cf join "filed" f on f.id = cf.filing_id where cf.case_id = $1 and f.status = 'pending' and f.kind <> 'submission' and not exists (select from "case_readings" k where k.filing_id = f.id and k.user_id = $2);

-- users-by-address
  select
  u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.profile_image_url as "profileImageUrl",
  case when (u.subscription_ends_at is not null and greatest(u.subscription_ends_at, u.grace_until) <= now()) then 'free' else u.subscription_tier end as "subscriptionTier", u.user_type as "userType", case when (u.subscription_ends_at is not null and greatest(u.subscription_ends_at, u.grace_until) <= now()) and u.subscription_status <> 'pending' then 'expired' else u.subscription_status end as "subscriptionStatus",
  u.subscription_ends_at as "subscriptionEndsAt", u.is_admin as "isAdmin", u.is_moderator as "isModerator",
  u.referral_code as "referralCode",
  u.created_at as "createdAt", u.email_verified_at as "emailVerifiedAt" from users u where u.email = $1;

-- users-counts
  select user_type as "userType", tier, n from user_counts;

-- users-today
  select count(*)::int as n from users where created_at >= date_trunc('day', now(), 'Africa/Johannesburg');

-- webhook-due
  select d.id, d.event_id as "eventId", e.type, e.data, e.created_at as "createdAt", d.tries, w.failures,
  (select json_agg(json_build_object('id', s.id, 'sealed', s.sealed_secret) order by s.ends_at desc nulls first)
  from "webhook_secrets" s
  where s.webhook_id = w.id and (s.ends_at is null or s.ends_at > now())) as secrets
  from "webhook_deliveries" d
  join "webhook_events" e on e.id = d.event_id
  join "webhooks" w on w.id = d.webhook_id
  join "users" u on u.id = w.account_id
  where d.webhook_id = $1 and d.state = 'waiting' and d.next_at <= now() and w.state = 'active' and case when (u.subscription_ends_at is not null and greatest(u.subscription_ends_at, u.grace_until) <= now()) then 'free' else u.subscription_tier end in ('api', 'enterprise')
  order by d.next_at, d.created_at, d.id limit 1;

-- webhook-lease
  update "webhooks" leased set leased_until = now() + make_interval(secs => $2), served_at = now()
  where leased.id in (
  select w.id from "webhooks" w join "users" u on u.id = w.account_id
  where w.state = 'active' and w.not_before <= now() and (w.leased_until is null or w.leased_until <= now())
  and case when (u.subscription_ends_at is not null and greatest(u.subscription_ends_at, u.grace_until) <= now()) then 'free' else u.subscription_tier end in ('api', 'enterprise')
  and exists (
  select from "webhook_deliveries" d
  where d.webhook_id = w.id and d.state = 'waiting' and d.next_at <= now())
  order by w.served_at nulls first, w.id limit $1 for update of w skip locked)
  returning leased.id, leased.url;

-- webhook-release
  update "webhooks" set leased_until = null where id = $1;

-- webhook-spread
  with taken as (
  select id, type, created_at from "webhook_events" where spread_at is null
  order by created_at, id limit $1 for update skip locked
  ), put as (
  insert into "webhook_deliveries" (id, webhook_id, event_id, created_at)
  select gen_random_uuid(), w.id, t.id, t.created_at
  from taken t join "webhooks" w on t.type = any (w.events) join "users" u on u.id = w.account_id
  where case when (u.subscription_ends_at is not null and greatest(u.subscription_ends_at, u.grace_until) <= now()) then 'free' else u.subscription_tier end in ('api', 'enterprise')
  on conflict (event_id, webhook_id) do nothing
  )
  update "webhook_events" e set spread_at = now() from taken where e.id = taken.id;

-- window-give-back
  update rate_limits set points = greatest(0, points - $3::int) where key = $1 and expire = $2::bigint;

-- window-take
  with counted as (
  insert into rate_limits as kept (key, points, expire)
  select key, n, $5::bigint from unnest($1::text[], $2::int[]) as asked (key, n) order by key
  on conflict (key) do update set
  points = case when kept.expire <= $4::bigint then excluded.points else kept.points + excluded.points end,
  expire = case when kept.expire <= $4::bigint then excluded.expire else kept.expire end
  where kept.expire <= $4::bigint or kept.points < $3::int
  returning key, points, expire
  )
  select key, points, expire::float8 as "endsAt", true as "isCounted" from counted
  union all
  select key, points, expire::float8, false from rate_limits
  where key = any($1::text[]) and not exists (select from counted where counted.key = rate_limits.key);
