-- Where two words meet: the last three letters of one and the first three of the next. A full name or a title is rare and made of
-- common trigrams, so an index of trigrams intersects long lists to find it; its seams are nearly as rare as itself. Every seam of a
-- text is a seam of whatever contains the text, also where the text begins or ends inside a word.
-- In plpgsql, because a query that makes an array takes fifteen times as long, and this runs for each row that is written.
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
--> statement-breakpoint
-- Whether a text stands in another, both folded alike. What is asked for is known when the statement is planned, so what is left of
-- this is the half that has an index: seams for several words, trigrams otherwise. The body is a string on purpose: it takes the
-- collation of what it is asked about, without which no index would serve it.
create function public.contains_text(within text, asked text) returns boolean
language sql immutable parallel safe
as $$
  select case
    when cardinality(public.word_seams(asked)) = 0
    then within like '%' || regexp_replace(asked, '([\\%_])', '\\\1', 'g') || '%'
    else strpos(within, asked) > 0 and public.word_seams(within) @> public.word_seams(asked)
  end
$$;
