DROP INDEX "card_urls_created_at";--> statement-breakpoint
ALTER TABLE "card_urls" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "card_urls" ADD COLUMN "batch_number" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "card_urls_batch" ON "card_urls" USING btree ("batch_id","batch_number");--> statement-breakpoint
CREATE INDEX "card_urls_status" ON "card_urls" USING btree ("activation_status","created_at","id");--> statement-breakpoint
CREATE INDEX "card_urls_lost" ON "card_urls" USING btree ("created_at","id") WHERE "card_urls"."lost_at" is not null;--> statement-breakpoint
CREATE INDEX "card_urls_search" ON "card_urls" USING gin ("card_id" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "card_urls_created_at" ON "card_urls" USING btree ("created_at","id");