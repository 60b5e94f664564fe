-- There is no release yet that reads the old names.
ALTER TABLE "family_members" RENAME COLUMN "thing" TO "indicator";--> statement-breakpoint
ALTER TABLE "family_traces" RENAME COLUMN "thing" TO "indicator";
