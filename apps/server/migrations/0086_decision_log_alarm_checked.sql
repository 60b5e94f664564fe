alter table public.alarms validate constraint alarms_kind_known;
