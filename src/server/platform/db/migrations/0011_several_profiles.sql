ALTER TABLE "profiles" DROP CONSTRAINT "profiles_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "card_urls" ADD COLUMN "profile_id" uuid;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
UPDATE "profiles" SET "owner_id" = "id";--> statement-breakpoint
ALTER TABLE "profiles" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "card_urls" ADD CONSTRAINT "card_urls_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_urls_profile_id" ON "card_urls" USING btree ("profile_id") WHERE "card_urls"."profile_id" is not null;--> statement-breakpoint
CREATE INDEX "profiles_owner_id" ON "profiles" USING btree ("owner_id");