ALTER TABLE "factors" ADD COLUMN "type" text DEFAULT 'totp' NOT NULL;--> statement-breakpoint
ALTER TABLE "factors" ADD COLUMN "credential_id" text;--> statement-breakpoint
ALTER TABLE "factors" ADD COLUMN "public_key" text;--> statement-breakpoint
ALTER TABLE "factors" ADD COLUMN "counter" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "factors" ADD COLUMN "transports" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "factors" ADD COLUMN "rp_id" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "factor_type" text;