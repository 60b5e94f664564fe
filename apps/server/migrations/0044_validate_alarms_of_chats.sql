alter table alarms validate constraint alarms_kind_known;
