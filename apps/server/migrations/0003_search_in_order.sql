ALTER TABLE "providers" ADD COLUMN "verified_rank" smallint GENERATED ALWAYS AS (case verification_status when 'Verified' then 0 else 1 end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "risk_rank" smallint GENERATED ALWAYS AS (case risk_score when 'Low' then 0 when 'Medium' then 1 when 'High' then 2 end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "providers_countries" ON "providers" USING gin ("countries") WHERE "providers"."is_public";--> statement-breakpoint
CREATE INDEX "providers_relevance" ON "providers" USING btree ("verified_rank","rating" DESC NULLS FIRST,"name_key","id") WHERE "providers"."is_public";--> statement-breakpoint
CREATE INDEX "providers_rating" ON "providers" USING btree ("rating" DESC NULLS FIRST,"name_key","id") WHERE "providers"."is_public";--> statement-breakpoint
CREATE INDEX "providers_risk" ON "providers" USING btree ("risk_rank","name_key","id") WHERE "providers"."is_public";--> statement-breakpoint
CREATE INDEX "providers_name" ON "providers" USING btree ("name_key","id") WHERE "providers"."is_public";--> statement-breakpoint
-- Two letters are in almost every name and in no trigram; they are looked for as the beginning of words only.
create or replace function public.contains_pattern(value text) returns text
language sql immutable strict parallel safe
return case when length(public.fold(value)) >= 3
  then '%' || regexp_replace(public.fold(value), '([\\%_])', '\\\1', 'g') || '%'
end;
