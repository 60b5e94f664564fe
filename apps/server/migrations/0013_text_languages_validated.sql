ALTER TABLE "experiences" VALIDATE CONSTRAINT "experiences_language_languages_code_fk";--> statement-breakpoint
ALTER TABLE "reviews" VALIDATE CONSTRAINT "reviews_language_languages_code_fk";
