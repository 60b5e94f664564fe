CREATE TABLE "card_agreements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"status" text DEFAULT 'started' NOT NULL,
	"token" text,
	"first_cents" integer NOT NULL,
	"monthly_cents" integer NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"next_charge_on" date,
	"failed_since" timestamp with time zone,
	"end_asked_at" timestamp with time zone,
	"end_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "card_agreements_status_known" CHECK ("card_agreements"."status" in ('started', 'active', 'ending', 'ended'))
);
--> statement-breakpoint
CREATE TABLE "differences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"detail" text NOT NULL,
	"amount_cents" integer,
	"user_id" uuid,
	"note" text,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "differences_kind_known" CHECK ("differences"."kind" in ('notice-held', 'charge-unexpected', 'charge-missing', 'cancel-refused', 'books-wrong'))
);
--> statement-breakpoint
CREATE TABLE "gateway_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"body" "bytea" NOT NULL,
	"is_from_gateway" boolean NOT NULL,
	"outcome" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "gateway_notices_outcome_known" CHECK ("gateway_notices"."outcome" in ('waiting', 'held', 'taken', 'ignored', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "invoice_counters" (
	"series" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_standings" (
	"invoice_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"paid_at" timestamp with time zone,
	"file" "bytea",
	"file_hash" "bytea",
	CONSTRAINT "invoice_standings_status_known" CHECK ("invoice_standings"."status" in ('issued', 'paid', 'overdue', 'credited'))
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"payment_id" uuid,
	"credits_invoice_id" uuid,
	"supplier" jsonb NOT NULL,
	"recipient" jsonb NOT NULL,
	"description" text NOT NULL,
	"total_cents" integer NOT NULL,
	"vat_cents" integer,
	"issued_on" date NOT NULL,
	"due_on" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_kind_known" CHECK ("invoices"."kind" in ('premium', 'listing', 'api', 'credit_note'))
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_accounts_currency_known" CHECK ("ledger_accounts"."currency" in ('ZAR', 'CREDIT'))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transfer_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"balance_before" bigint NOT NULL,
	"balance_after" bigint NOT NULL,
	"account_version" integer NOT NULL,
	CONSTRAINT "ledger_entries_add_up" CHECK ("ledger_entries"."balance_after" = "ledger_entries"."balance_before" + "ledger_entries"."amount"),
	CONSTRAINT "ledger_entries_move" CHECK ("ledger_entries"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_proofs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entries" bigint NOT NULL,
	"faults" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"event_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"stage" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"payment_id" uuid NOT NULL,
	"status" text DEFAULT 'asked' NOT NULL,
	"amount_cents" integer NOT NULL,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_status_known" CHECK ("refunds"."status" in ('asked', 'paid', 'declined'))
);
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_status_known";
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_amount_positive";
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "grace_until" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "method" text DEFAULT 'bank_deposit' NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "credits_used" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "agreement_id" uuid;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "gateway_reference" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "period_from" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "period_to" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "card_agreements" ADD CONSTRAINT "card_agreements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "differences" ADD CONSTRAINT "differences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoice_standings" ADD CONSTRAINT "invoice_standings_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transfer_id_ledger_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "plan_letters" ADD CONSTRAINT "plan_letters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "card_agreements_token" ON "card_agreements" USING btree ("token");
--> statement-breakpoint
CREATE INDEX "card_agreements_of_user" ON "card_agreements" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "card_agreements_active" ON "card_agreements" USING btree ("user_id") WHERE "card_agreements"."status" = 'active';
--> statement-breakpoint
CREATE INDEX "card_agreements_due" ON "card_agreements" USING btree ("next_charge_on") WHERE "card_agreements"."status" = 'active';
--> statement-breakpoint
CREATE INDEX "card_agreements_ending" ON "card_agreements" USING btree ("end_asked_at") WHERE "card_agreements"."status" = 'ending';
--> statement-breakpoint
CREATE UNIQUE INDEX "differences_open" ON "differences" USING btree ("kind","subject") WHERE "differences"."settled_at" is null;
--> statement-breakpoint
CREATE INDEX "differences_of_user" ON "differences" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "differences_oldest" ON "differences" USING btree ("created_at","id") WHERE "differences"."settled_at" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "gateway_notices_body" ON "gateway_notices" USING btree ("body_hash");
--> statement-breakpoint
CREATE INDEX "gateway_notices_waiting" ON "gateway_notices" USING btree ("created_at") WHERE "gateway_notices"."outcome" = 'waiting';
--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("number");
--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_of_payment" ON "invoices" USING btree ("payment_id") WHERE "invoices"."kind" <> 'credit_note';
--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_credited_once" ON "invoices" USING btree ("credits_invoice_id");
--> statement-breakpoint
CREATE INDEX "invoices_of_user" ON "invoices" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "invoices_newest" ON "invoices" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_name" ON "ledger_accounts" USING btree ("name","currency");
--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_in_order" ON "ledger_entries" USING btree ("account_id","account_version");
--> statement-breakpoint
CREATE INDEX "ledger_entries_of_transfer" ON "ledger_entries" USING btree ("transfer_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transfers_source" ON "ledger_transfers" USING btree ("source","source_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "plan_letters_once" ON "plan_letters" USING btree ("user_id","stage");
--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_of_payment" ON "refunds" USING btree ("payment_id") WHERE "refunds"."status" <> 'declined';
--> statement-breakpoint
CREATE INDEX "refunds_of_user" ON "refunds" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "refunds_asked" ON "refunds" USING btree ("created_at","id") WHERE "refunds"."status" = 'asked';
--> statement-breakpoint
-- may lock: nobody could pay before this, so it holds a handful of rows
ALTER TABLE "payments" ADD CONSTRAINT "payments_agreement_id_card_agreements_id_fk" FOREIGN KEY ("agreement_id") REFERENCES "public"."card_agreements"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- may lock: nobody could pay before this, so it holds a handful of rows
CREATE UNIQUE INDEX "payments_gateway_reference" ON "payments" USING btree ("gateway_reference");
--> statement-breakpoint
-- may lock: nobody could pay before this, so it holds a handful of rows
CREATE UNIQUE INDEX "payments_one_pending" ON "payments" USING btree ("user_id","method") WHERE "payments"."status" = 'pending';
--> statement-breakpoint
-- may lock: nobody could pay before this, so it holds a handful of rows
CREATE INDEX "payments_pending_card" ON "payments" USING btree ("agreement_id") WHERE "payments"."status" = 'pending';
--> statement-breakpoint
-- may lock: nobody could pay before this, so it holds a handful of rows
ALTER TABLE "payments" ADD CONSTRAINT "payments_method_known" CHECK ("payments"."method" in ('bank_deposit', 'card_payment'));
--> statement-breakpoint
-- may lock: nobody could pay before this, so it holds a handful of rows
ALTER TABLE "payments" ADD CONSTRAINT "payments_status_known" CHECK ("payments"."status" in ('pending', 'confirmed', 'declined', 'refunded'));
--> statement-breakpoint
-- may lock: nobody could pay before this, so it holds a handful of rows
ALTER TABLE "payments" ADD CONSTRAINT "payments_amount_positive" CHECK ("payments"."amount_cents" >= 0 and "payments"."credits_used" >= 0);
--> statement-breakpoint
create trigger ledger_transfers_append_only before update or delete or truncate on public.ledger_transfers
for each statement execute function public.keep_append_only();
--> statement-breakpoint
alter table public.ledger_transfers enable always trigger ledger_transfers_append_only;
--> statement-breakpoint
create trigger ledger_entries_append_only before update or delete or truncate on public.ledger_entries
for each statement execute function public.keep_append_only();
--> statement-breakpoint
alter table public.ledger_entries enable always trigger ledger_entries_append_only;
--> statement-breakpoint
create trigger ledger_proofs_append_only before update or delete or truncate on public.ledger_proofs
for each statement execute function public.keep_append_only();
--> statement-breakpoint
alter table public.ledger_proofs enable always trigger ledger_proofs_append_only;
--> statement-breakpoint
create trigger invoices_append_only before update or delete or truncate on public.invoices
for each statement execute function public.keep_append_only();
--> statement-breakpoint
alter table public.invoices enable always trigger invoices_append_only;
