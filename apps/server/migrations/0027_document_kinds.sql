ALTER TABLE "business_documents" ADD COLUMN "kind" text DEFAULT 'other' NOT NULL;--> statement-breakpoint
-- may lock: a business has few documents, and nobody but businesses waits
ALTER TABLE "business_documents" ADD CONSTRAINT "business_documents_kind_known" CHECK ("business_documents"."kind" in ('registration', 'licence', 'address', 'audit', 'other'));
