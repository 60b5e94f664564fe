-- There is no release yet that reads the old names.
ALTER TABLE "held_referrals" RENAME COLUMN "look_id" TO "review_id";--> statement-breakpoint
ALTER TABLE "held_referrals" RENAME CONSTRAINT "held_referrals_look_id_referral_reviews_id_fk" TO "held_referrals_review_id_referral_reviews_id_fk";--> statement-breakpoint
ALTER INDEX "held_referrals_of_look" RENAME TO "held_referrals_of_review";
