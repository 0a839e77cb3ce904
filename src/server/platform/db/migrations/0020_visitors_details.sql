CREATE TABLE "people_givers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"confirm_token_hash" text,
	"confirm_until" timestamp with time zone,
	"token_hash" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people_settings" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"retention_days" integer DEFAULT 0 NOT NULL,
	"event" text DEFAULT '' NOT NULL,
	"event_until" timestamp with time zone,
	"notices" text DEFAULT 'daily' NOT NULL,
	"seen_at" timestamp with time zone,
	"noticed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "takes_details" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "giver_id" uuid;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "given" jsonb;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "kept_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "people_settings" ADD CONSTRAINT "people_settings_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "people_givers_email" ON "people_givers" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "people_givers_confirm_token_hash" ON "people_givers" USING btree ("confirm_token_hash") WHERE "people_givers"."confirm_token_hash" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "people_givers_token_hash" ON "people_givers" USING btree ("token_hash") WHERE "people_givers"."token_hash" is not null;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_giver_id_people_givers_id_fk" FOREIGN KEY ("giver_id") REFERENCES "public"."people_givers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "people_giver_id" ON "people" USING btree ("giver_id") WHERE "people"."giver_id" is not null;--> statement-breakpoint
CREATE INDEX "people_given" ON "people" USING btree ("owner_id","met_at") WHERE "people"."source" in ('given', 'profile');--> statement-breakpoint
CREATE INDEX "people_kept_until" ON "people" USING btree ("kept_until") WHERE "people"."kept_until" is not null;