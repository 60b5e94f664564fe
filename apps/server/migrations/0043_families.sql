CREATE TABLE "family_judgements" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "family_judgements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"a" "bytea" NOT NULL,
	"b" "bytea" NOT NULL,
	"judgement" text NOT NULL,
	"action_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"judged_by" uuid,
	"judged_at" timestamp with time zone DEFAULT now() NOT NULL,
	"taken_back_by" uuid,
	"taken_back_at" timestamp with time zone,
	CONSTRAINT "family_judgements_id_pk" PRIMARY KEY("id"),
	CONSTRAINT "family_judgements_known" CHECK ("family_judgements"."judgement" in ('same', 'notSame', 'unsure'))
);
--> statement-breakpoint
CREATE TABLE "family_links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "family_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"a" "bytea" NOT NULL,
	"b" "bytea" NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"judgement" text,
	"is_active" boolean GENERATED ALWAYS AS (coalesce(judgement = 'same', is_shared)) STORED NOT NULL,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "family_links_pair" UNIQUE("a","b"),
	CONSTRAINT "family_links_order" CHECK ("family_links"."a" < "family_links"."b"),
	CONSTRAINT "family_links_judgement_known" CHECK ("family_links"."judgement" in ('same', 'notSame', 'unsure'))
);
--> statement-breakpoint
CREATE TABLE "family_members" (
	"thing" "bytea" PRIMARY KEY NOT NULL,
	"family_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "family_traces" (
	"thing" "bytea" NOT NULL,
	"trace" "bytea" NOT NULL,
	"kind" text NOT NULL,
	"filing_id" uuid,
	"source_id" smallint,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_applied" boolean DEFAULT false NOT NULL,
	"is_gone" boolean DEFAULT false NOT NULL,
	CONSTRAINT "family_traces_once" UNIQUE NULLS NOT DISTINCT("thing","trace","filing_id","source_id"),
	CONSTRAINT "family_traces_kind_known" CHECK ("family_traces"."kind" in ('wallet', 'till', 'paybill', 'account', 'telegramId', 'phone', 'email', 'chatName')),
	CONSTRAINT "family_traces_source" CHECK (num_nonnulls("family_traces"."filing_id", "family_traces"."source_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "family_judgements" ADD CONSTRAINT "family_judgements_judged_by_users_id_fk" FOREIGN KEY ("judged_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_judgements" ADD CONSTRAINT "family_judgements_taken_back_by_users_id_fk" FOREIGN KEY ("taken_back_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_traces" ADD CONSTRAINT "family_traces_filing_id_filings_id_fk" FOREIGN KEY ("filing_id") REFERENCES "public"."filings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "family_judgements_of_pair" ON "family_judgements" USING btree ("a","b","id");--> statement-breakpoint
CREATE INDEX "family_judgements_of_action" ON "family_judgements" USING btree ("action_id");--> statement-breakpoint
CREATE INDEX "family_links_of_b" ON "family_links" USING btree ("b");--> statement-breakpoint
CREATE INDEX "family_links_blocked" ON "family_links" USING btree ("id") WHERE "family_links"."is_active" and "family_links"."is_blocked";--> statement-breakpoint
CREATE INDEX "family_members_of_family" ON "family_members" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "family_traces_of_trace" ON "family_traces" USING btree ("trace","thing");--> statement-breakpoint
CREATE INDEX "family_traces_of_filing" ON "family_traces" USING btree ("filing_id");--> statement-breakpoint
CREATE INDEX "family_traces_of_list" ON "family_traces" USING btree ("source_id") WHERE "family_traces"."source_id" is not null;--> statement-breakpoint
CREATE INDEX "family_traces_waiting" ON "family_traces" USING btree ("trace") WHERE not "family_traces"."is_applied";