create extension if not exists pg_trgm with schema public;
--> statement-breakpoint
create extension if not exists unaccent with schema public;
--> statement-breakpoint
-- Text as people compare it: without accents and capitals. Names are schema-qualified so that it may be called immutable.
create function public.fold(value text) returns text
language sql immutable strict parallel safe
return lower(public.unaccent('public.unaccent'::regdictionary, value));
--> statement-breakpoint
-- Only letters and digits separate from one another; otherwise 'hakiki.example' would be one word that 'hakiki' does not find.
create function public.folded_words(value text) returns text
language sql immutable strict parallel safe
return trim(regexp_replace(public.fold(value), '[^[:alnum:]]+', ' ', 'g'));
--> statement-breakpoint
create function public.search_words(value text) returns tsvector
language sql immutable strict parallel safe
return to_tsvector('pg_catalog.simple', public.folded_words(value));
--> statement-breakpoint
-- Every word must occur, and each may be the beginning of a longer one. Text without a word asks for nothing.
create function public.search_query(value text) returns tsquery
language sql immutable strict parallel safe
return case public.folded_words(value)
  when '' then ''::tsquery
  else to_tsquery('pg_catalog.simple', replace(public.folded_words(value), ' ', ':* & ') || ':*')
end;
--> statement-breakpoint
create function public.contains_pattern(value text) returns text
language sql immutable strict parallel safe
return '%' || regexp_replace(public.fold(value), '([\\%_])', '\\\1', 'g') || '%';
