CREATE TABLE "evidence_pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"evidence_id" uuid,
	"uploaded_by" uuid NOT NULL,
	"type" text NOT NULL,
	"picture" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "evidence_pictures" ADD CONSTRAINT "evidence_pictures_evidence_id_provider_evidence_id_fk" FOREIGN KEY ("evidence_id") REFERENCES "public"."provider_evidence"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "evidence_pictures_of_evidence" ON "evidence_pictures" USING btree ("evidence_id");--> statement-breakpoint
CREATE INDEX "evidence_pictures_unused" ON "evidence_pictures" USING btree ("created_at") WHERE "evidence_pictures"."evidence_id" is null;