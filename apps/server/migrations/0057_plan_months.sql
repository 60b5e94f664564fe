ALTER TABLE "users" ADD COLUMN "plan_since" timestamp with time zone;
