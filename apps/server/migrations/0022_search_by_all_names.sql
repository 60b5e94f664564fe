-- 'https://user@www.Foo.co.za:8080/join?x' is the host 'foo.co.za'.
create function public.host_of(address text) returns text
language sql immutable strict parallel safe
return regexp_replace(
  regexp_replace(
    regexp_replace(lower(btrim(address)), '^[a-z][a-z0-9+.-]*://|[/?#].*$', '', 'g'),
    '^.*@|[.]*(:[0-9]*)?$', '', 'g'
  ),
  '^www[0-9]?[.](?=[^.]+[.])', ''
);
--> statement-breakpoint
-- The part of a host that somebody owns: 'foo.co.za' of 'app.foo.co.za'. Under 'co.za' or 'github.io' everybody may have a name,
-- so the one before it counts. A number is nobody's, and a page in a network says nothing about the network's other pages.
create function public.site_of(address text) returns text
language sql immutable strict parallel safe
return substring(public.host_of(address) from
  '(?:^|[.])'
  '(?!(?:(?:facebook|fb|google|instagram|linkedin|medium|telegram|tiktok|twitter|whatsapp|x|youtube)[.]com|'
  'bit[.]ly|linktr[.]ee|t[.]me|wa[.]me)$)'
  '([^.[:space:]]+[.](?:'
  '(?:ac|biz|co|com|edu|go|gob|gouv|gov|info|law|ltd|me|mil|mobi|name|ne|net|nom|or|org|plc|press|sc|school|web)[.][a-z]{2}|'
  '(?:blogspot|firebaseapp|herokuapp|myshopify|onrender|weebly|wixsite|wordpress)[.]com|'
  'github[.]io|(?:netlify|vercel|web)[.]app|(?:pages|workers)[.]dev|azurewebsites[.]net|'
  '[^.[:space:]]*[^.0-9[:space:]][^.[:space:]]*))$'
);
--> statement-breakpoint
-- All that a provider is called, a line each, and what its site is called.
create function public.names_of(name text, other_names text[], website text) returns text
language sql immutable parallel safe
return concat_ws(E'\n', name, nullif(array_to_string(other_names, E'\n'), ''), split_part(public.site_of(website), '.', 1));
--> statement-breakpoint
-- Each name whole, without signs: 'Foo-Pay (Ltd)' is called 'foo pay ltd'.
create function public.called(name text, other_names text[]) returns text[]
language sql immutable parallel safe
return array(select public.folded_words(one) from unnest(array_prepend(name, other_names)) as one);
--> statement-breakpoint
DROP INDEX "providers_name_trigrams";--> statement-breakpoint
DROP INDEX "providers_all_name_trigrams";--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "other_names" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- Together, so that the table is written anew only once.
ALTER TABLE "providers"
  drop column "search",
  ADD COLUMN "website_site" text collate "C" GENERATED ALWAYS AS (public.site_of(website)) STORED,
  ADD COLUMN "names_key" text collate "C" GENERATED ALWAYS AS (public.fold(public.names_of(name, other_names, website))) STORED NOT NULL,
  ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (public.search_words(public.names_of(name, other_names, null) || ' ' || description)) STORED NOT NULL;--> statement-breakpoint
alter table public.providers alter column search set statistics 1000;--> statement-breakpoint
CREATE INDEX "providers_search" ON "providers" USING gin ("search") WHERE "providers"."is_public";--> statement-breakpoint
CREATE INDEX "fraud_alerts_active_words" ON "fraud_alerts" USING gin (public.search_words("title" || ' ' || coalesce("affected_provider_name", ''))) WHERE "fraud_alerts"."status" = 'approved';--> statement-breakpoint
CREATE INDEX "providers_names_trigrams" ON "providers" USING gin ("names_key" gin_trgm_ops) WHERE "providers"."is_public";--> statement-breakpoint
CREATE INDEX "providers_website_site" ON "providers" USING btree ("website_site");--> statement-breakpoint
CREATE INDEX "providers_warned_names" ON "providers" USING gin (public.called("name", "other_names")) WHERE "providers"."review_state" = 'approved' and "providers"."verification_status" in ('Flagged', 'Suspended');--> statement-breakpoint
CREATE INDEX "providers_all_names_trigrams" ON "providers" USING gin ("names_key" gin_trgm_ops);--> statement-breakpoint
-- As before, and other names are names: only words of descriptions are looked into.
create or replace function public.know_words() returns trigger
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
