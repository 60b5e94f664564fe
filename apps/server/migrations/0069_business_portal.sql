CREATE TABLE "business_members" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "business_members_role_known" CHECK ("business_members"."role" in ('viewer', 'editor', 'owner'))
);
--> statement-breakpoint
CREATE TABLE "businesses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_name" text NOT NULL,
	"contact_email" text NOT NULL,
	"business_type" text DEFAULT 'Other' NOT NULL,
	"website" text,
	"provider_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "businesses_type_known" CHECK ("businesses"."business_type" in ('Exchange', 'Broker', 'Wallet', 'OTC Desk', 'Payment Processor', 'Mining Pool', 'DeFi Platform', 'Other'))
);
--> statement-breakpoint
CREATE TABLE "counted_logs" (
	"path" text PRIMARY KEY NOT NULL,
	"inode" bigint NOT NULL,
	"offset" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "page_views" (
	"provider_id" uuid NOT NULL,
	"day" date NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "page_views_provider_id_day_pk" PRIMARY KEY("provider_id","day"),
	CONSTRAINT "page_views_positive" CHECK ("page_views"."views" > 0)
);
--> statement-breakpoint
ALTER TABLE "business_documents" ALTER COLUMN "provider_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "business_documents" ADD COLUMN "business_id" uuid;--> statement-breakpoint
ALTER TABLE "business_documents" ADD COLUMN "name_key" text;--> statement-breakpoint
ALTER TABLE "business_documents" ADD COLUMN "bytes" integer;--> statement-breakpoint
ALTER TABLE "business_documents" ADD COLUMN "sha256" "bytea";--> statement-breakpoint
ALTER TABLE "business_documents" ADD COLUMN "sealed_under" "bytea";--> statement-breakpoint
ALTER TABLE "business_documents" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "business_documents" ADD COLUMN "is_current" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "business_documents" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "business_documents" ADD COLUMN "valid_until" date;--> statement-breakpoint
ALTER TABLE "business_members" ADD CONSTRAINT "business_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_members" ADD CONSTRAINT "business_members_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_views" ADD CONSTRAINT "page_views_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "business_members_of_business" ON "business_members" USING btree ("business_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "businesses_of_provider" ON "businesses" USING btree ("provider_id");--> statement-breakpoint
-- may lock: nothing could be sent before this, so it is empty
ALTER TABLE "business_documents" ADD CONSTRAINT "business_documents_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- may lock: nothing could be sent before this, so it is empty
CREATE INDEX "business_documents_of_business" ON "business_documents" USING btree ("business_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
-- may lock: nothing could be sent before this, so it is empty
CREATE UNIQUE INDEX "business_documents_versions" ON "business_documents" USING btree ("business_id","name_key","version");--> statement-breakpoint
-- may lock: nothing could be sent before this, so it is empty
CREATE INDEX "business_documents_approved_newest" ON "business_documents" USING btree ("created_at","id") WHERE "business_documents"."status" = 'approved';--> statement-breakpoint
-- may lock: nothing could be sent before this, so it is empty
CREATE INDEX "business_documents_ending" ON "business_documents" USING btree ("valid_until") WHERE "business_documents"."valid_until" is not null;