CREATE TABLE "listing_claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"method" text NOT NULL,
	"mailbox" text,
	"token" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"fault" text,
	"asked_at" timestamp with time zone,
	"proven_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "listing_claims_method_known" CHECK ("listing_claims"."method" in ('dns', 'file', 'mail')),
	CONSTRAINT "listing_claims_mailbox_known" CHECK ("listing_claims"."mailbox" in ('admin', 'administrator', 'hostmaster', 'postmaster', 'webmaster')),
	CONSTRAINT "listing_claims_status_known" CHECK ("listing_claims"."status" in ('open', 'pending', 'approved', 'rejected')),
	CONSTRAINT "listing_claims_fault_known" CHECK ("listing_claims"."fault" in ('record-missing', 'record-differs', 'file-missing', 'file-differs', 'file-elsewhere', 'unreachable', 'code-differs', 'website-changed')),
	CONSTRAINT "listing_claims_mail_has_box" CHECK (("listing_claims"."method" = 'mail') = ("listing_claims"."mailbox" is not null))
);
--> statement-breakpoint
ALTER TABLE "listing_claims" ADD CONSTRAINT "listing_claims_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_claims" ADD CONSTRAINT "listing_claims_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "listing_claims_one_undecided" ON "listing_claims" USING btree ("business_id") WHERE "listing_claims"."status" in ('open', 'pending');--> statement-breakpoint
CREATE INDEX "listing_claims_of_business" ON "listing_claims" USING btree ("business_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "listing_claims_of_provider" ON "listing_claims" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "listing_claims_pending_oldest" ON "listing_claims" USING btree ("created_at","id") WHERE "listing_claims"."status" = 'pending';