CREATE TABLE "blind_tags" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"tag" "bytea",
	"key_id" "bytea",
	"tried_key_id" "bytea" NOT NULL,
	"tried_at" timestamp with time zone DEFAULT now() NOT NULL
);
