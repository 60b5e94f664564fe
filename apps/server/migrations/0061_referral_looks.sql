CREATE TABLE "held_referrals" (
	"referral_id" uuid PRIMARY KEY NOT NULL,
	"look_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "referral_looks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"referrer_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "referral_looks_status_known" CHECK ("referral_looks"."status" in ('pending', 'approved', 'rejected'))
);
--> statement-breakpoint
ALTER TABLE "held_referrals" ADD CONSTRAINT "held_referrals_referral_id_referrals_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."referrals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_referrals" ADD CONSTRAINT "held_referrals_look_id_referral_looks_id_fk" FOREIGN KEY ("look_id") REFERENCES "public"."referral_looks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_looks" ADD CONSTRAINT "referral_looks_referrer_id_users_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "held_referrals_of_look" ON "held_referrals" USING btree ("look_id");--> statement-breakpoint
CREATE UNIQUE INDEX "referral_looks_one_open" ON "referral_looks" USING btree ("referrer_id") WHERE "referral_looks"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "referral_looks_pending_oldest" ON "referral_looks" USING btree ("created_at","id") WHERE "referral_looks"."status" = 'pending';