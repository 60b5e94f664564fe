-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "reviews_approved_issues";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "reviews_approved_issues" ON "reviews" USING btree ("provider_id","issue_type") WHERE "reviews"."status" = 'approved' and "reviews"."issue_type" <> 'none';
