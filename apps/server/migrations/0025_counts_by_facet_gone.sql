DROP TABLE "active_alert_counts" CASCADE;--> statement-breakpoint
DROP TABLE "alert_counts" CASCADE;--> statement-breakpoint
DROP TABLE "report_counts" CASCADE;--> statement-breakpoint
-- The release before this one reads them still; the next one drops these views.
create view public.active_alert_counts as
select country, alert_type, severity, n from public.alert_standing_counts where status = 'approved';
--> statement-breakpoint
create view public.alert_counts as
select 'standing' as facet, status || '/' || severity as value, sum(n)::int as n
from public.alert_standing_counts where country = '' group by status, severity
union all
select 'place', status || '/' || severity || '/' || country, sum(n)::int
from public.alert_standing_counts where country <> '' group by status, severity, country
union all
select 'severity', severity, sum(n)::int
from public.alert_standing_counts where status = 'approved' and country = '' group by severity
union all
select 'country', country, sum(n)::int
from public.alert_standing_counts where status = 'approved' and country <> '' group by country;
--> statement-breakpoint
create view public.report_counts as
select 'standing' as facet, status || '/' || severity || '/' || report_type as value, n from public.report_standing_counts
union all
select 'severity', severity, sum(n)::int
from public.report_standing_counts where status in ('investigating', 'resolved') group by severity
union all
select 'type', report_type, sum(n)::int
from public.report_standing_counts where status in ('investigating', 'resolved') group by report_type;
