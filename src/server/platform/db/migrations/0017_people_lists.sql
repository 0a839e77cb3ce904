CREATE TABLE "people_keys" (
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"person_id" uuid NOT NULL,
	CONSTRAINT "people_keys_pkey" PRIMARY KEY("owner_id","kind","value","person_id")
);
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "job_title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "their_state" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "their_version" integer;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "their_details" jsonb;--> statement-breakpoint
ALTER TABLE "people_keys" ADD CONSTRAINT "people_keys_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "people_keys_person_id" ON "people_keys" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "people_followed" ON "people" USING btree ("owner_id") WHERE "people"."their_profile_id" is not null or "people"."their_details" is not null;