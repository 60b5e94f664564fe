-- outside a transaction
-- Arabic names are found however they are typed: without vowel signs and the stretching line, with one form of alif, yeh
-- and final heh, as people type them.

create or replace function public.fold(value text) returns text
language sql immutable strict parallel safe
return lower(public.unaccent('public.unaccent'::regdictionary, translate(value,
  U&'\0622\0623\0625\0671\0649\06CC\0629\0624\0626\06A9\0640\064B\064C\064D\064E\064F\0650\0651\0652\0653\0654\0655\0670',
  U&'\0627\0627\0627\0627\064A\064A\0647\0648\064A\0643')));
--> statement-breakpoint
-- Computes the stored keys of the rows that have such letters again.
update public.providers set name = name, description = description
where names_key ~ U&'[\0600-\06FF]' or description ~ U&'[\0600-\06FF]';
--> statement-breakpoint
-- An update would not renew these: their columns do not change.
reindex index concurrently public.fraud_alerts_active_words;
--> statement-breakpoint
reindex index concurrently public.fraud_alerts_active_description;
