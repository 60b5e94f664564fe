-- What was opened once stays counted.
create trigger opened_contacts_append_only before update or delete or truncate on public.opened_contacts
for each statement execute function public.keep_append_only();
--> statement-breakpoint
-- Always: also in a session that plays a replica, where ordinary triggers are silent.
alter table public.opened_contacts enable always trigger opened_contacts_append_only;
