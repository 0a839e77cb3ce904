DROP INDEX "profiles_search";--> statement-breakpoint
DROP INDEX "profiles_created_at";--> statement-breakpoint
CREATE INDEX "profiles_deactivated" ON "profiles" USING btree ("created_at","id") WHERE "profiles"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "profiles_search" ON "profiles" USING gin (lower("username" || chr(10) || "full_name" || chr(10) || "signin_email") gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "profiles_created_at" ON "profiles" USING btree ("created_at","id");