CREATE TABLE "lookalikes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text collate "C" NOT NULL,
	"rule" text NOT NULL,
	"provider_id" uuid,
	"name" text NOT NULL,
	"official_sites" text[] NOT NULL,
	"asks" integer DEFAULT 1 NOT NULL,
	"first_asked_on" date DEFAULT current_date NOT NULL,
	"last_asked_on" date DEFAULT current_date NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"alert_id" uuid,
	CONSTRAINT "lookalikes_host_unique" UNIQUE("host"),
	CONSTRAINT "lookalikes_rule_known" CHECK ("lookalikes"."rule" in ('sameLabel', 'asToken', 'insideLabel', 'oneEdit', 'twoEdits')),
	CONSTRAINT "lookalikes_state_known" CHECK ("lookalikes"."state" in ('open', 'cleared', 'reported'))
);
--> statement-breakpoint
CREATE TABLE "protected_names" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"other_names" text[] NOT NULL,
	"official_sites" text[] NOT NULL,
	"source_url" text NOT NULL,
	"added_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lookalikes" ADD CONSTRAINT "lookalikes_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "protected_names" ADD CONSTRAINT "protected_names_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lookalikes_open" ON "lookalikes" USING btree ("asks" DESC NULLS FIRST,"last_asked_on" DESC NULLS FIRST,"id") WHERE "lookalikes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "lookalikes_decided" ON "lookalikes" USING btree ("decided_at" DESC NULLS FIRST,"id") WHERE "lookalikes"."state" <> 'open';