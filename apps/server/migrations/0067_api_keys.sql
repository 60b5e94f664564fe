CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"public_id" text collate "C" NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"is_test" boolean NOT NULL,
	"permissions" text[] NOT NULL,
	"addresses" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"rotated_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_permissions_known" CHECK ("api_keys"."permissions" <@ array['read:providers', 'read:compliance', 'read:reviews', 'write:reports']::text[]),
	CONSTRAINT "api_keys_rotated_ends" CHECK ("api_keys"."rotated_at" is null or "api_keys"."expires_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "api_quota_months" (
	"account_id" uuid NOT NULL,
	"month" date NOT NULL,
	"used" integer NOT NULL,
	"told_percent" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "api_quota_months_account_id_month_pk" PRIMARY KEY("account_id","month"),
	CONSTRAINT "api_quota_months_used" CHECK ("api_quota_months"."used" >= 0)
);
--> statement-breakpoint
CREATE TABLE "api_usage" (
	"account_id" uuid NOT NULL,
	"day" date NOT NULL,
	"key_id" uuid NOT NULL,
	"endpoint" text collate "C" NOT NULL,
	"outcome" text NOT NULL,
	"calls" bigint NOT NULL,
	"charged" bigint NOT NULL,
	"latency_ms" bigint NOT NULL,
	"latencies" integer[] NOT NULL,
	CONSTRAINT "api_usage_account_id_day_key_id_endpoint_outcome_pk" PRIMARY KEY("account_id","day","key_id","endpoint","outcome"),
	CONSTRAINT "api_usage_outcome_known" CHECK ("api_usage"."outcome" in ('done', 'unchanged', 'wrong', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_quota_months" ADD CONSTRAINT "api_quota_months_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_usage" ADD CONSTRAINT "api_usage_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_usage" ADD CONSTRAINT "api_usage_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_found" ON "api_keys" USING btree ("public_id");--> statement-breakpoint
CREATE INDEX "api_keys_of_account" ON "api_keys" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "api_usage_day" ON "api_usage" USING btree ("day");--> statement-breakpoint
CREATE INDEX "api_usage_of_key" ON "api_usage" USING btree ("key_id");