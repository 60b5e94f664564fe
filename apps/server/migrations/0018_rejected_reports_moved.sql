-- A report that was turned down is public no more than one that waits.
create or replace function public.facets_of_report(status text, severity text, report_type text)
returns table (facet text, value text)
language sql immutable parallel safe
begin atomic
  select 'standing', status || '/' || severity || '/' || report_type
  union all
  select 'severity', severity where status in ('investigating', 'resolved')
  union all
  select 'type', report_type where status in ('investigating', 'resolved');
end;
--> statement-breakpoint
-- Decided and pending still: this is how one that was turned down has been kept so far. The triggers move the counts.
update public.reports set status = 'rejected' where status = 'pending' and decided_at is not null;
