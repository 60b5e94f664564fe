-- What may not be kept for good can be taken out of an entry, once, and the seal says so (modules/audit/clearing.ts). All else
-- stays refused to everybody, as before.
ALTER TABLE "audit_seals" ADD COLUMN "cleared" "bytea";
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
drop trigger audit_entries_append_only on public.audit_entries;
--> statement-breakpoint
create trigger audit_entries_append_only before update of id, at, actor_kind, action, reason or delete or truncate
on public.audit_entries
for each statement execute function public.keep_append_only();
--> statement-breakpoint
create trigger audit_entries_cleared_only before update on public.audit_entries
for each row execute function public.keep_entry_but_cleared();
--> statement-breakpoint
drop trigger audit_seals_append_only on public.audit_seals;
--> statement-breakpoint
create trigger audit_seals_append_only before update of position, entry_id, hash or delete or truncate
on public.audit_seals
for each statement execute function public.keep_append_only();
--> statement-breakpoint
create trigger audit_seals_cleared_only before update on public.audit_seals
for each row execute function public.keep_seal_but_cleared();
--> statement-breakpoint
alter table public.audit_entries enable always trigger audit_entries_append_only;
--> statement-breakpoint
alter table public.audit_entries enable always trigger audit_entries_cleared_only;
--> statement-breakpoint
alter table public.audit_seals enable always trigger audit_seals_append_only;
--> statement-breakpoint
alter table public.audit_seals enable always trigger audit_seals_cleared_only;
