-- may lock: nothing was issued before this, so it is empty
CREATE INDEX "invoice_standings_unpaid" ON "invoice_standings" USING btree ("status") WHERE "invoice_standings"."status" <> 'paid';
--> statement-breakpoint
-- may lock: nothing was issued before this, so it is empty
CREATE INDEX "invoices_number_and_name" ON "invoices" USING gin (lower("number" || ' ' || ("recipient" ->> 'name')) gin_trgm_ops);
