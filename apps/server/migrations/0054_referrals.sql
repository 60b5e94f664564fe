CREATE TABLE "referrals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"referrer_id" uuid NOT NULL,
	"referred_user_id" uuid,
	"status" text DEFAULT 'pending' NOT NULL,
	"reward_amount" integer DEFAULT 0 NOT NULL,
	"completed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "referrals_status_known" CHECK ("referrals"."status" in ('pending', 'completed', 'credited')),
	CONSTRAINT "referrals_rewarded_when_completed" CHECK (("referrals"."status" = 'pending') = ("referrals"."reward_amount" = 0)),
	CONSTRAINT "referrals_of_others" CHECK ("referrals"."referrer_id" <> "referrals"."referred_user_id")
);
--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referrer_id_users_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referred_user_id_users_id_fk" FOREIGN KEY ("referred_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "referrals_of_referred" ON "referrals" USING btree ("referred_user_id");--> statement-breakpoint
CREATE INDEX "referrals_newest" ON "referrals" USING btree ("referrer_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
-- Who came by a code before there was this table.
INSERT INTO "referrals" ("id", "referrer_id", "referred_user_id", "status", "reward_amount", "completed_at", "created_at")
SELECT gen_random_uuid(), "referred_by", "id",
	case when "email_verified_at" is null then 'pending' else 'completed' end,
	case when "email_verified_at" is null then 0 else 50 end,
	"email_verified_at", "created_at"
FROM "users" WHERE "referred_by" is not null and "referred_by" <> "id";
