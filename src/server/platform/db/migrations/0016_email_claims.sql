ALTER TABLE "mail_outbox" ADD COLUMN "claimed_by" integer;--> statement-breakpoint
CREATE INDEX "mail_outbox_claimed" ON "mail_outbox" USING btree ("claimed_by") WHERE claimed_by is not null;