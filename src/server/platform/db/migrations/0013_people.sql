CREATE TABLE "people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"card" text NOT NULL,
	"full_name" text DEFAULT '' NOT NULL,
	"business_name" text DEFAULT '' NOT NULL,
	"search" text DEFAULT '' NOT NULL,
	"source" text NOT NULL,
	"met_at" timestamp with time zone NOT NULL,
	"event" text DEFAULT '' NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"card_id" text DEFAULT '' NOT NULL,
	"profile_id" uuid,
	"their_profile_id" uuid,
	"consent_version" integer,
	"updated_at" timestamp with time zone NOT NULL,
	"revision" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people_books" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL,
	"oldest_revision" bigint DEFAULT 0 NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people_deleted" (
	"owner_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"revision" bigint NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "people_deleted_pkey" PRIMARY KEY("owner_id","resource")
);
--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_their_profile_id_profiles_id_fk" FOREIGN KEY ("their_profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_books" ADD CONSTRAINT "people_books_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_deleted" ADD CONSTRAINT "people_deleted_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "people_resource" ON "people" USING btree ("owner_id","resource");--> statement-breakpoint
CREATE INDEX "people_met_at" ON "people" USING btree ("owner_id","met_at","id");--> statement-breakpoint
CREATE INDEX "people_revision" ON "people" USING btree ("owner_id","revision");--> statement-breakpoint
CREATE INDEX "people_search" ON "people" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "people_their_profile_id" ON "people" USING btree ("their_profile_id") WHERE "people"."their_profile_id" is not null;--> statement-breakpoint
CREATE INDEX "people_profile_id" ON "people" USING btree ("profile_id") WHERE "people"."profile_id" is not null;--> statement-breakpoint
CREATE INDEX "people_deleted_revision" ON "people_deleted" USING btree ("owner_id","revision");--> statement-breakpoint
CREATE INDEX "people_deleted_at" ON "people_deleted" USING btree ("deleted_at");