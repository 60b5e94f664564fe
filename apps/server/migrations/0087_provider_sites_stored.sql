-- Who a website belongs to is read by the server, which has the public suffix list, and stored. What was generated stays until the
-- worker has read every website again; no row is written here.
ALTER TABLE "providers" ALTER COLUMN "website_site" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "providers" ALTER COLUMN "names_key" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "providers" ALTER COLUMN "names_key" SET DEFAULT '';--> statement-breakpoint
-- The parameters keep their names, which cannot change; the third is now what the site is called.
create or replace function public.names_of(name text, other_names text[], website text) returns text
language sql immutable parallel safe
return concat_ws(E'\n', name, nullif(array_to_string(other_names, E'\n'), ''), website);
--> statement-breakpoint
-- The release before still asks by this function. It compares whole hosts until then, and the next release drops both.
create or replace function public.site_of(address text) returns text
language sql immutable strict parallel safe
return public.host_of(address);
--> statement-breakpoint
-- 'foo' of foo.co.za, 'scheme' of linktr.ee/scheme: as nameOfSite of the server.
create function public.keep_names_key() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.names_key := fold(names_of(
    new.name, new.other_names, split_part(regexp_replace(new.website_site, '^.*[/=]', ''), '.', 1)));
  return new;
end;
$$;
--> statement-breakpoint
create trigger providers_names_kept before insert or update of name, other_names, website_site on public.providers
for each row execute function public.keep_names_key();
