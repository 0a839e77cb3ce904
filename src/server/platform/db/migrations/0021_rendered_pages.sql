CREATE UNLOGGED TABLE "rendered_pages" (
	"profile_id" uuid PRIMARY KEY NOT NULL,
	"revision" text NOT NULL,
	"made_with" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"etag" text NOT NULL,
	"policy" text NOT NULL,
	"body" "bytea" NOT NULL,
	"checksum" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "rendered_pages" ADD CONSTRAINT "rendered_pages_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Compressed already.
ALTER TABLE "rendered_pages" ALTER COLUMN "body" SET STORAGE EXTERNAL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "forget_rendered_page"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM public.rendered_pages WHERE profile_id = OLD.id;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "profiles_forget_rendered_page" AFTER UPDATE ON "profiles" FOR EACH ROW EXECUTE FUNCTION "forget_rendered_page"();
