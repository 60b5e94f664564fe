CREATE TABLE "certifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"icon" text,
	"color" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_certifications" (
	"provider_id" uuid NOT NULL,
	"certification_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provider_certifications_provider_id_certification_id_pk" PRIMARY KEY("provider_id","certification_id")
);
--> statement-breakpoint
CREATE TABLE "provider_counts" (
	"country" text collate "C" NOT NULL,
	"type" text NOT NULL,
	"verification_status" text NOT NULL,
	"risk_score" text NOT NULL,
	"n" integer NOT NULL,
	"cell" smallint GENERATED ALWAYS AS (case type when 'Exchange' then 0 when 'Broker' then 1 when 'Wallet' then 2 when 'OTC Desk' then 3 when 'Network Marketing' then 4 when 'Peer-to-Peer' then 5 when 'Business Services' then 6 when 'Payment Processor' then 7 when 'Mining Pool' then 8 when 'DeFi Platform' then 9 when 'Other' then 10 end * 100 + case verification_status when 'Verified' then 0 when 'Limited' then 1 when 'Flagged' then 2 when 'Pending' then 3 when 'Suspended' then 4 end * 10 + case risk_score when 'Low' then 0 when 'Medium' then 1 when 'High' then 2 end) STORED NOT NULL,
	CONSTRAINT "provider_counts_country_type_verification_status_risk_score_pk" PRIMARY KEY("country","type","verification_status","risk_score")
);
--> statement-breakpoint
CREATE TABLE "provider_listings" (
	"country" text collate "C" NOT NULL,
	"provider_id" uuid NOT NULL,
	"cell" smallint NOT NULL,
	"rating" numeric(2, 1) NOT NULL,
	"name_key" text collate "C" NOT NULL,
	"verified_rank" smallint GENERATED ALWAYS AS (case when cell / 10 % 10 = 0 then 0 else 1 end) STORED NOT NULL,
	"risk_rank" smallint GENERATED ALWAYS AS (cell % 10) STORED NOT NULL,
	CONSTRAINT "provider_listings_provider_id_country_pk" PRIMARY KEY("provider_id","country")
);
--> statement-breakpoint
CREATE TABLE "providers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"description" text NOT NULL,
	"logo_url" text,
	"website" text,
	"verification_status" text DEFAULT 'Pending' NOT NULL,
	"flagged_reasons" text[] DEFAULT '{}' NOT NULL,
	"risk_score" text DEFAULT 'Medium' NOT NULL,
	"rating" numeric(2, 1) DEFAULT '0.0' NOT NULL,
	"review_count" integer DEFAULT 0 NOT NULL,
	"countries" text[] DEFAULT '{}' NOT NULL,
	"established" smallint,
	"user_count" integer,
	"license_info" text,
	"regulatory_compliance" smallint DEFAULT 0 NOT NULL,
	"user_satisfaction" smallint DEFAULT 0 NOT NULL,
	"security_measures" smallint DEFAULT 0 NOT NULL,
	"security_features" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"insurance" text,
	"review_state" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_public" boolean GENERATED ALWAYS AS (review_state = 'approved' and verification_status <> 'Suspended') STORED NOT NULL,
	"name_key" text collate "C" GENERATED ALWAYS AS (public.fold(name)) STORED NOT NULL,
	"cell" smallint GENERATED ALWAYS AS (case type when 'Exchange' then 0 when 'Broker' then 1 when 'Wallet' then 2 when 'OTC Desk' then 3 when 'Network Marketing' then 4 when 'Peer-to-Peer' then 5 when 'Business Services' then 6 when 'Payment Processor' then 7 when 'Mining Pool' then 8 when 'DeFi Platform' then 9 when 'Other' then 10 end * 100 + case verification_status when 'Verified' then 0 when 'Limited' then 1 when 'Flagged' then 2 when 'Pending' then 3 when 'Suspended' then 4 end * 10 + case risk_score when 'Low' then 0 when 'Medium' then 1 when 'High' then 2 end) STORED NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (public.search_words(name || ' ' || description)) STORED NOT NULL,
	CONSTRAINT "providers_type_known" CHECK ("providers"."type" in ('Exchange', 'Broker', 'Wallet', 'OTC Desk', 'Network Marketing', 'Peer-to-Peer', 'Business Services', 'Payment Processor', 'Mining Pool', 'DeFi Platform', 'Other')),
	CONSTRAINT "providers_verification_status_known" CHECK ("providers"."verification_status" in ('Verified', 'Limited', 'Flagged', 'Pending', 'Suspended')),
	CONSTRAINT "providers_risk_score_known" CHECK ("providers"."risk_score" in ('Low', 'Medium', 'High')),
	CONSTRAINT "providers_review_state_known" CHECK ("providers"."review_state" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "providers_regulatory_compliance_percent" CHECK ("providers"."regulatory_compliance" between 0 and 100),
	CONSTRAINT "providers_user_satisfaction_percent" CHECK ("providers"."user_satisfaction" between 0 and 100),
	CONSTRAINT "providers_security_measures_percent" CHECK ("providers"."security_measures" between 0 and 100),
	CONSTRAINT "providers_rating_scale" CHECK ("providers"."rating" between 0 and 5),
	CONSTRAINT "providers_review_count_positive" CHECK ("providers"."review_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_id" uuid NOT NULL,
	"user_id" uuid,
	"rating" smallint NOT NULL,
	"experience" text NOT NULL,
	"issue_type" text DEFAULT 'none' NOT NULL,
	"user_location" text DEFAULT 'other' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_one_per_person" UNIQUE("provider_id","user_id"),
	CONSTRAINT "reviews_issue_type_known" CHECK ("reviews"."issue_type" in ('none', 'withdrawal', 'fees', 'support', 'scam', 'other')),
	CONSTRAINT "reviews_user_location_known" CHECK ("reviews"."user_location" in ('nigeria', 'south-africa', 'kenya', 'ghana', 'uganda', 'other')),
	CONSTRAINT "reviews_status_known" CHECK ("reviews"."status" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "reviews_rating_scale" CHECK ("reviews"."rating" between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "provider_certifications" ADD CONSTRAINT "provider_certifications_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_certifications" ADD CONSTRAINT "provider_certifications_certification_id_certifications_id_fk" FOREIGN KEY ("certification_id") REFERENCES "public"."certifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_certifications_certification" ON "provider_certifications" USING btree ("certification_id");--> statement-breakpoint
CREATE INDEX "provider_listings_relevance" ON "provider_listings" USING btree ("country","verified_rank","rating" DESC NULLS FIRST,"name_key","provider_id");--> statement-breakpoint
CREATE INDEX "provider_listings_risk" ON "provider_listings" USING btree ("country","risk_rank","name_key","provider_id");--> statement-breakpoint
CREATE INDEX "provider_listings_cell_rating" ON "provider_listings" USING btree ("country","cell","rating" DESC NULLS FIRST,"name_key","provider_id");--> statement-breakpoint
CREATE INDEX "provider_listings_cell_name" ON "provider_listings" USING btree ("country","cell","name_key","provider_id");--> statement-breakpoint
CREATE INDEX "providers_name_trigrams" ON "providers" USING gin ("name_key" gin_trgm_ops) WHERE "providers"."is_public";--> statement-breakpoint
CREATE INDEX "providers_search" ON "providers" USING gin ("search") WHERE "providers"."is_public";--> statement-breakpoint
CREATE INDEX "providers_newest" ON "providers" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "providers"."is_public";--> statement-breakpoint
CREATE INDEX "providers_public_ids" ON "providers" USING btree ("id") WHERE "providers"."is_public";--> statement-breakpoint
CREATE INDEX "reviews_approved_newest" ON "reviews" USING btree ("provider_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "reviews"."status" = 'approved';