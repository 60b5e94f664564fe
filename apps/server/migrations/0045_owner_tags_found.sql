-- outside a transaction: the table takes reports in meanwhile.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "filings_of_owner" ON "filings" USING btree ("owner_tag","kind","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "filings"."owner_tag" is not null;
