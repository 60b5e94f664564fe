-- The words of a provider, and whether each occurs in its description apart from its name.
create function public.words_of(name text, search tsvector) returns table (word text, is_in_text boolean)
language sql immutable parallel safe
begin atomic
  select used.word, used.word <> all (named.words)
  from (select tsvector_to_array(public.search_words(name)) as words offset 0) named
  cross join unnest(tsvector_to_array(search)) as used (word);
end;
--> statement-breakpoint
-- Words are only ever added here; the nightly comparison removes those that no public provider uses any more.
create function public.know_words() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate provider_words;
  elsif tg_op = 'INSERT' then
    insert into provider_words as known (word, is_in_text)
    select used.word, bool_or(used.is_in_text)
    from new_rows p cross join words_of(p.name, p.search) used
    where p.is_public
    group by used.word
    order by used.word
    on conflict (word) do update set is_in_text = true where excluded.is_in_text and not known.is_in_text;
  else
    insert into provider_words as known (word, is_in_text)
    select used.word, bool_or(used.is_in_text)
    from new_rows n join old_rows o on o.id = n.id cross join words_of(n.name, n.search) used
    where n.is_public and (not o.is_public or n.search <> o.search)
    group by used.word
    order by used.word
    on conflict (word) do update set is_in_text = true where excluded.is_in_text and not known.is_in_text;
  end if;
  return null;
end;
$$;
--> statement-breakpoint
create trigger providers_words_inserted after insert on public.providers
referencing new table as new_rows for each statement execute function public.know_words();
--> statement-breakpoint
create trigger providers_words_updated after update on public.providers
referencing old table as old_rows new table as new_rows for each statement execute function public.know_words();
--> statement-breakpoint
create trigger providers_words_truncated after truncate on public.providers
for each statement execute function public.know_words();
--> statement-breakpoint
insert into public.provider_words (word, is_in_text)
select used.word, bool_or(used.is_in_text)
from public.providers p cross join public.words_of(p.name, p.search) used
where p.is_public
group by used.word;
--> statement-breakpoint
-- The text as typed, found anywhere in a description: it may begin inside a word and end inside one. A single word is looked
-- for inside the known words of texts; of several, the first may be the end of a word and the last the beginning of one.
-- Naming the words one by one is far quicker than asking for all that begin alike; that is left for the words of names.
create function public.expanded_query(value text) returns tsquery
language sql stable strict parallel safe
begin atomic
  select coalesce(string_agg(
    '(' || asked.word || case
      when inside.words is not null then inside.words
      when asked.place = asked.last_place then ':*'
      else ''
    end || ')', ' & '
  ), '')::tsquery
  from (
    select word, place, count(*) over () as last_place
    from regexp_split_to_table(public.folded_words(value), ' ') with ordinality as typed (word, place)
    where word <> ''
  ) asked
  left join lateral (
    select string_agg(' | ' || known.word, '') as words
    from (
      select word from public.provider_words
      where is_in_text and provider_words.word like
        case when asked.place = 1 then '%' else '' end || asked.word || case when asked.place = asked.last_place then '%' else '' end
      limit 100
    ) known
  ) inside on asked.place in (1, asked.last_place);
end;
--> statement-breakpoint
-- Words that are unknown are taken for what they begin, or else for the known words that look most like them. Null when one
-- looks like nothing, and when there is nothing to correct.
create function public.corrected_query(value text) returns tsquery
language sql stable strict parallel safe
begin atomic
  select case
    when bool_and(meant.words is not null) and not bool_and(meant.words = asked.word)
    then string_agg('(' || meant.words || ')', ' & ')::tsquery
  end
  from regexp_split_to_table(public.folded_words(value), ' ') as asked (word)
  cross join lateral (
    select coalesce(
      (select known.word from public.provider_words known where known.word = asked.word),
      (
        select asked.word || ':*' where exists (
          select from public.provider_words known
          where known.word >= asked.word and known.word < asked.word || chr(1114111)
        )
      ),
      (
        select string_agg(alike.word, ' | ')
        from (
          select known.word, similarity(known.word, asked.word) as likeness,
            max(similarity(known.word, asked.word)) over () as best
          from public.provider_words known where known.word % asked.word
        ) alike
        where alike.likeness >= greatest(0.35, alike.best - 0.1)
      )
    ) as words
  ) meant
  where asked.word <> '';
end;
--> statement-breakpoint
drop function public.search_query(text);
