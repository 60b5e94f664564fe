-- There is no release yet that reads the old names.
ALTER TABLE "family_judgements" RENAME COLUMN "taken_back_by" TO "undone_by";--> statement-breakpoint
ALTER TABLE "family_judgements" RENAME COLUMN "taken_back_at" TO "undone_at";--> statement-breakpoint
ALTER TABLE "family_judgements" RENAME CONSTRAINT "family_judgements_taken_back_by_users_id_fk" TO "family_judgements_undone_by_users_id_fk";--> statement-breakpoint
ALTER TABLE "masks" DROP CONSTRAINT "masks_state_known";--> statement-breakpoint
UPDATE "masks" SET "state" = 'reverted' WHERE "state" = 'taken-back';--> statement-breakpoint
-- may lock: moderators apply masks by hand, so the table is small
ALTER TABLE "masks" ADD CONSTRAINT "masks_state_known" CHECK ("masks"."state" in ('open', 'confirmed', 'reverted'));
