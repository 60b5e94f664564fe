-- Extensions, and the text functions that generated columns and indexes use. Names are schema-qualified, because an
-- immutable function must not depend on the search path.

create extension if not exists pg_trgm with schema public;
create extension if not exists unaccent with schema public;

-- ------ Folding: text as people compare it ------

-- Without accents and capital letters.
create function public.fold(value text) returns text
language sql immutable strict parallel safe
return lower(public.unaccent('public.unaccent'::regdictionary, value));

-- Only letters and digits belong to a word; otherwise 'hakiki.example' would be one word that 'hakiki' does not match.
create function public.folded_words(value text) returns text
language sql immutable strict parallel safe
return trim(regexp_replace(public.fold(value), '[^[:alnum:]]+', ' ', 'g'));

-- Each name without punctuation: 'Foo-Pay (Ltd)' becomes 'foo pay ltd'.
create function public.called(name text, other_names text[]) returns text[]
language sql immutable parallel safe
return array(select public.folded_words(one) from unnest(array_prepend(name, other_names)) as one);

-- All names of a provider, one per line; the last one comes from the address of its website.
create function public.names_of(name text, other_names text[], website text) returns text
language sql immutable parallel safe
return concat_ws(E'\n', name, nullif(array_to_string(other_names, E'\n'), ''), website);

-- ------ Full-text search ------

create function public.search_words(value text) returns tsvector
language sql immutable strict parallel safe
return to_tsvector('pg_catalog.simple', public.folded_words(value));

-- The words of a provider, and whether each occurs in its description outside its name.
create function public.words_of(name text, search tsvector) returns table (word text, is_in_text boolean)
language sql immutable parallel safe
begin atomic
  select used.word, used.word <> all (named.words)
  from (select tsvector_to_array(public.search_words(name)) as words offset 0) named
  cross join unnest(tsvector_to_array(search)) as used (word);
end;

-- ------ Substring search ------

-- A pattern for `like`; null for fewer than three letters, which no trigram index serves. Those are searched as the
-- beginning of words only.
create function public.contains_pattern(value text) returns text
language sql immutable strict parallel safe
return case when length(public.fold(value)) >= 3
  then '%' || regexp_replace(public.fold(value), '([\\%_])', '\\\1', 'g') || '%'
end;

-- Where two words meet: the last three letters of one and the first three of the next. A full name or a title is rare
-- but consists of common trigrams, so a trigram index intersects long lists to find it; its seams are nearly as rare as
-- the text itself. Every seam of a text is a seam of each text that contains it, also where the text begins or ends
-- inside a word. In plpgsql, because a query that builds an array takes fifteen times as long, and this runs for each
-- written row.
create function public.word_seams(value text) returns text[]
language plpgsql immutable strict parallel safe as $$
declare
  seams text[] := '{}';
  ended text;
  word text;
begin
  foreach word in array string_to_array(value, ' ') loop
    if char_length(word) < 3 then
      ended := null;
    else
      if ended is not null then seams := seams || (ended || left(word, 3)); end if;
      ended := right(word, 3) || ' ';
    end if;
  end loop;
  return seams;
end;
$$;

-- Whether a text contains another; both must be folded alike. The searched text is known at planning time, so only the
-- branch that has an index remains: seams for several words, trigrams otherwise. The body is a string on purpose: it
-- inherits the collation of its argument, without which no index would serve it.
create function public.contains_text(within text, asked text) returns boolean
language sql immutable parallel safe
as $$
  select case
    when cardinality(public.word_seams(asked)) = 0
    then within like '%' || regexp_replace(asked, '([\\%_])', '\\\1', 'g') || '%'
    else strpos(within, asked) > 0 and public.word_seams(within) @> public.word_seams(asked)
  end
$$;

-- The numbers in a text, each as a whole. Without a query, because this runs for each written row.
create function public.numbers_in(value text) returns text[]
language sql immutable strict parallel safe
as $$ select string_to_array(trim(regexp_replace(value, '[^0-9]+', ' ', 'g')), ' ') $$;
