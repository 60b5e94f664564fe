ALTER TABLE "users" ADD COLUMN "is_moderator" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "users_moderators" ON "users" USING btree ("id") WHERE "users"."is_moderator";