CREATE TABLE "provider_words" (
	"word" text collate "C" PRIMARY KEY NOT NULL,
	"is_in_text" boolean NOT NULL
);
--> statement-breakpoint
CREATE INDEX "provider_words_alike" ON "provider_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "provider_words_in_text" ON "provider_words" USING gin ("word" gin_trgm_ops) WHERE "provider_words"."is_in_text";