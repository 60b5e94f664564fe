CREATE TABLE "api_call_sums" (
	"account_id" uuid NOT NULL,
	"span" text NOT NULL,
	"first_day" date NOT NULL,
	"endpoint" text collate "C" NOT NULL,
	"done" bigint NOT NULL,
	"unchanged" bigint NOT NULL,
	"wrong" bigint NOT NULL,
	"failed" bigint NOT NULL,
	"charged" bigint NOT NULL,
	"latencies" integer[] NOT NULL,
	CONSTRAINT "api_call_sums_account_id_span_first_day_endpoint_pk" PRIMARY KEY("account_id","span","first_day","endpoint"),
	CONSTRAINT "api_call_sums_span_known" CHECK ("api_call_sums"."span" in ('day', 'month'))
);
--> statement-breakpoint
CREATE TABLE "api_key_sums" (
	"account_id" uuid NOT NULL,
	"span" text NOT NULL,
	"first_day" date NOT NULL,
	"key_id" uuid NOT NULL,
	"calls" bigint NOT NULL,
	CONSTRAINT "api_key_sums_account_id_span_first_day_key_id_pk" PRIMARY KEY("account_id","span","first_day","key_id"),
	CONSTRAINT "api_key_sums_span_known" CHECK ("api_key_sums"."span" in ('day', 'month'))
);
--> statement-breakpoint
ALTER TABLE "api_call_sums" ADD CONSTRAINT "api_call_sums_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_sums" ADD CONSTRAINT "api_key_sums_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_sums" ADD CONSTRAINT "api_key_sums_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_sums_of_key" ON "api_key_sums" USING btree ("key_id");