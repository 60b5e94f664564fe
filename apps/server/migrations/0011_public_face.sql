CREATE TABLE "sales_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"company" text,
	"phone" text,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sales_messages_language_known" CHECK ("sales_messages"."language" in ('en', 'fr'))
);
--> statement-breakpoint
CREATE TABLE "provider_evidence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"country" text NOT NULL,
	"authority" text NOT NULL,
	"reference" text,
	"source_url" text,
	"checked_on" date NOT NULL,
	"checked_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provider_evidence_kind_known" CHECK ("provider_evidence"."kind" in ('licence', 'registration', 'audit', 'insurance', 'visit', 'warning'))
);
--> statement-breakpoint
CREATE TABLE "experiences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_name" text NOT NULL,
	"rating" smallint NOT NULL,
	"experience" text NOT NULL,
	"issue_type" text DEFAULT 'none' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "experiences_issue_type_known" CHECK ("experiences"."issue_type" in ('none', 'withdrawal', 'fees', 'support', 'scam', 'other')),
	CONSTRAINT "experiences_status_known" CHECK ("experiences"."status" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "experiences_rating_scale" CHECK ("experiences"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "spent_proofs" (
	"proof_hash" "bytea" PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unconfirmed_submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"kind" text NOT NULL,
	"content" jsonb NOT NULL,
	"email" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unconfirmed_submissions_language_known" CHECK ("unconfirmed_submissions"."language" in ('en', 'fr'))
);
--> statement-breakpoint
CREATE TABLE "rating_counts" (
	"provider_id" uuid NOT NULL,
	"rating" smallint NOT NULL,
	"n" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "rating_counts_provider_id_rating_pk" PRIMARY KEY("provider_id","rating"),
	CONSTRAINT "rating_counts_scale" CHECK ("rating_counts"."rating" between 1 and 5),
	CONSTRAINT "rating_counts_not_negative" CHECK ("rating_counts"."n" >= 0)
);
--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "reply" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "replied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider_evidence" ADD CONSTRAINT "provider_evidence_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rating_counts" ADD CONSTRAINT "rating_counts_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sales_messages_newest" ON "sales_messages" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "provider_evidence_newest" ON "provider_evidence" USING btree ("provider_id","checked_on" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "experiences_approved_newest" ON "experiences" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "experiences"."status" = 'approved';--> statement-breakpoint
CREATE INDEX "experiences_pending_oldest" ON "experiences" USING btree ("created_at","id") WHERE "experiences"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "spent_proofs_expiry" ON "spent_proofs" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "unconfirmed_submissions_token" ON "unconfirmed_submissions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "unconfirmed_submissions_expiry" ON "unconfirmed_submissions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "reviews_pending_oldest" ON "reviews" USING btree ("created_at","id") WHERE "reviews"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "reviews_approved_by_rating" ON "reviews" USING btree ("provider_id","rating","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "reviews"."status" = 'approved';