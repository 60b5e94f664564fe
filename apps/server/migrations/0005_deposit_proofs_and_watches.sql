CREATE TABLE "deposit_proofs" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deposit_proofs_type_known" CHECK ("deposit_proofs"."type" in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf'))
);
--> statement-breakpoint
CREATE TABLE "provider_watches" (
	"user_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"known_status" text NOT NULL,
	"leave_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provider_watches_user_id_provider_id_pk" PRIMARY KEY("user_id","provider_id"),
	CONSTRAINT "provider_watches_status_known" CHECK ("provider_watches"."known_status" in ('Verified', 'Limited', 'Flagged', 'Pending', 'Suspended'))
);
--> statement-breakpoint
ALTER TABLE "deposit_proofs" ADD CONSTRAINT "deposit_proofs_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_watches" ADD CONSTRAINT "provider_watches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_watches" ADD CONSTRAINT "provider_watches_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_watches_of_provider" ON "provider_watches" USING btree ("provider_id","known_status");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_watches_leave_key" ON "provider_watches" USING btree ("leave_key");