DROP INDEX "audit_subject";--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "profiles_hidden_at" ON "profiles" USING btree ("hidden_at","id") WHERE "profiles"."hidden_at" is not null;--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject_id","id");