-- Finds what a pasted text names: the names of providers in it, and what published alerts print.

-- The keys under which a text finds a name: the name itself, and its first word with a star. 'Fastari Daily Gains' has
-- the keys 'fastari daily gains' and 'fastari*'. First words of fewer than five letters stand in too many texts.
-- In plpgsql, because a query that builds an array takes far longer, and this runs for each written row.
create function public.name_keys(name text, other_names text[]) returns text[]
language plpgsql immutable parallel safe as $$
declare
  keys text[] := '{}';
  written text;
  folded text;
  first_word text;
begin
  foreach written in array array_prepend(name, other_names) loop
    folded := public.folded_words(written);
    if folded <> '' then
      keys := keys || folded;
      first_word := split_part(folded, ' ', 1);
      if length(first_word) > 4 then keys := keys || (first_word || '*'); end if;
    end if;
  end loop;
  return keys;
end;
$$;

-- Every phrase of a text that may be a name: up to six words in a row, as in name_keys. A single word may also be the
-- first word of a name, unless it occurs in the descriptions of providers. Only the first 600 words are read.
create function public.phrases_in(value text) returns text[]
language plpgsql stable strict parallel safe set search_path = public, pg_temp as $$
declare
  words text[] := (string_to_array(folded_words(value), ' '))[1:600];
begin
  return array(
    select array_to_string(words[place:place + size - 1], ' ')
    from generate_subscripts(words, 1) as place cross join generate_series(1, 6) as size
    where place + size - 1 <= cardinality(words) and (size > 1 or cardinality(words) = 1 or length(words[place]) > 2)
    union
    select typed.word || '*' from unnest(words) as typed (word)
    where length(typed.word) > 4
      and not exists (select from provider_words known where known.word = typed.word and known.is_in_text)
  );
end;
$$;

-- The web addresses, wallets, chat names and numbers that a text prints, in a form that does not depend on their
-- spelling: each host with its parent domains, each word of 20 or more letters and digits, each name with @, and each
-- number of eight or more digits both as a whole ('=254712345678') and by its last eight digits ('#12345678'), which no
-- country code or leading zero changes.
create function public.printed_identifiers(value text) returns text[]
language sql immutable strict parallel safe
return array(
  select array_to_string(labels[place:], '.')
  from regexp_matches(lower(value), '(?:[a-z0-9_-]+\.)+[a-z]{2,24}', 'g') as hosts (found)
  cross join string_to_array(found[1], '.') as labels
  cross join generate_series(1, cardinality(labels) - 1) as place
  union
  select lower(found[1]) from regexp_matches(value, '[A-Za-z0-9]{20,}', 'g') as words (found) where found[1] ~ '[0-9]'
  union
  select rtrim(lower(found[1]), '.')
  from regexp_matches(value, '(?<![A-Za-z0-9._%+-])@[A-Za-z][A-Za-z0-9_.]{2,31}', 'g') as handles (found)
  union
  select spelling
  from regexp_matches(
    value, '(?<![A-Za-z0-9])[0-9](?:[ ().-]{0,2}[0-9]){7,18}(?![A-Za-z0-9])', 'g'
  ) as numbers (found)
  cross join ltrim(regexp_replace(found[1], '[^0-9]', '', 'g'), '0') as digits
  cross join lateral (values ('=' || digits), ('#' || right(digits, 8))) as spellings (spelling)
  where length(digits) >= 8
);
