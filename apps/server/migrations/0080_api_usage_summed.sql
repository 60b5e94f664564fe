-- outside a transaction: the locks of the tables made before are released first. Each statement can be run again.
-- Adds rows to the sums that pages show, and takes others off. In one order, so that two that add wait for each other and never for ever.
create or replace function public.add_api_usage(added public.api_usage[], taken public.api_usage[]) returns void
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
--> statement-breakpoint
-- Rows that end after their time are not taken off: the sums of their days end with them.
create or replace function public.sum_api_usage() returns trigger
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
--> statement-breakpoint
-- What was there before, a month of an account at a time. Nothing is added meanwhile: processes keep what they measure until they can,
-- and no call waits for that. Begun anew if it broke off.
do $$
declare
  month record;
begin
  lock table public.api_usage in share row exclusive mode;
  delete from public.api_call_sums;
  delete from public.api_key_sums;
  for month in
    select distinct account_id, date_trunc('month', day::timestamp)::date as first_day from public.api_usage order by 1, 2
  loop
    perform public.add_api_usage(array_agg(u), '{}') from public.api_usage u
    where u.account_id = month.account_id and u.day >= month.first_day and u.day < month.first_day + interval '1 month';
  end loop;
  create or replace trigger api_usage_summed_inserted after insert on public.api_usage
    referencing new table as new_rows for each statement execute function public.sum_api_usage();
  create or replace trigger api_usage_summed_updated after update on public.api_usage
    referencing old table as old_rows new table as new_rows for each statement execute function public.sum_api_usage();
  create or replace trigger api_usage_summed_truncated after truncate on public.api_usage
    for each statement execute function public.sum_api_usage();
end;
$$;
--> statement-breakpoint
analyze public.api_call_sums, public.api_key_sums;
