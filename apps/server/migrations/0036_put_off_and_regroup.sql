CREATE TABLE "case_put_offs" (
	"case_id" uuid PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"is_for_answer" boolean NOT NULL,
	"user_id" uuid,
	"note" text,
	"times" integer DEFAULT 1 NOT NULL,
	"undecided_count" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cases_apart" (
	"case_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cases_apart_case_id_other_id_pk" PRIMARY KEY("case_id","other_id")
);
--> statement-breakpoint
CREATE TABLE "merged_cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"into_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unsorted_filings" (
	"filing_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "case_keys" DROP CONSTRAINT "case_keys_pkey";--> statement-breakpoint
ALTER TABLE "case_keys" ADD CONSTRAINT "case_keys_key_case_id_pk" PRIMARY KEY("key","case_id");--> statement-breakpoint
ALTER TABLE "case_filings" ADD COLUMN "question" text;--> statement-breakpoint
ALTER TABLE "filing_indicators" ADD COLUMN "is_from_answer" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "case_put_offs" ADD CONSTRAINT "case_put_offs_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_put_offs" ADD CONSTRAINT "case_put_offs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases_apart" ADD CONSTRAINT "cases_apart_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases_apart" ADD CONSTRAINT "cases_apart_other_id_cases_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_cases" ADD CONSTRAINT "merged_cases_into_id_cases_id_fk" FOREIGN KEY ("into_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unsorted_filings" ADD CONSTRAINT "unsorted_filings_filing_id_filings_id_fk" FOREIGN KEY ("filing_id") REFERENCES "public"."filings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_put_offs_until" ON "case_put_offs" USING btree ("until");--> statement-breakpoint
CREATE INDEX "case_put_offs_of_user" ON "case_put_offs" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "cases_apart_other" ON "cases_apart" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "merged_cases_into" ON "merged_cases" USING btree ("into_id");--> statement-breakpoint
CREATE INDEX "unsorted_filings_oldest" ON "unsorted_filings" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "case_filings_asked" ON "case_filings" USING btree ("case_id") WHERE "case_filings"."question" is not null;--> statement-breakpoint
ALTER TABLE "case_filings" ADD CONSTRAINT "case_filings_question_known" CHECK ("case_filings"."question" in ('asked', 'answered'));--> statement-breakpoint
update case_filings cf set question = newest.state
from (
  select distinct on (filing_id) filing_id, case when answered_at is null then 'asked' else 'answered' end as state
  from filing_questions order by filing_id, created_at desc, id desc
) newest
where cf.filing_id = newest.filing_id;
