ALTER TABLE "people" ADD COLUMN "tapped_card_id" uuid;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "is_group" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_tapped_card_id_card_urls_id_fk" FOREIGN KEY ("tapped_card_id") REFERENCES "public"."card_urls"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "people_tapped_card_id" ON "people" USING btree ("tapped_card_id") WHERE "people"."tapped_card_id" is not null;--> statement-breakpoint
CREATE INDEX "people_groups" ON "people" USING btree ("owner_id") WHERE "people"."is_group";