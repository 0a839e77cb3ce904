-- No row is read or written: the tables of before become the first partition of new ones that take their names.
SET LOCAL TIME ZONE 'UTC';--> statement-breakpoint
SET LOCAL DateStyle = 'ISO';--> statement-breakpoint
LOCK TABLE "profiles" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
LOCK TABLE "card_taps", "profile_days" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "card_taps_other" NO INHERIT "card_taps";--> statement-breakpoint
ALTER TABLE "profile_days_other" NO INHERIT "profile_days";--> statement-breakpoint
DROP TRIGGER "later" ON "card_taps";--> statement-breakpoint
DROP TRIGGER "later" ON "profile_days";--> statement-breakpoint
DROP FUNCTION "set_later_tap_aside"();--> statement-breakpoint
DROP FUNCTION "set_later_day_aside"();--> statement-breakpoint
DROP INDEX "card_taps_tapped_at";--> statement-breakpoint
ALTER TABLE "card_taps" RENAME TO "card_taps_before";--> statement-breakpoint
ALTER TABLE "profile_days" RENAME TO "profile_days_before";--> statement-breakpoint
ALTER SEQUENCE "card_taps_id_seq" RENAME TO "card_taps_before_id_seq";--> statement-breakpoint
ALTER INDEX "card_taps_profile" RENAME TO "card_taps_before_profile";--> statement-breakpoint
ALTER INDEX "profile_days_pkey" RENAME TO "profile_days_before_pkey";--> statement-breakpoint
ALTER INDEX "profile_days_day" RENAME TO "profile_days_before_day";--> statement-breakpoint
ALTER TABLE "card_taps_before" DROP CONSTRAINT "card_taps_pkey";--> statement-breakpoint
ALTER TABLE "card_taps_before" ADD CONSTRAINT "card_taps_before_pkey" PRIMARY KEY USING INDEX "card_taps_key";--> statement-breakpoint
CREATE TABLE "card_taps" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "card_taps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"card_id" text,
	"profile_id" uuid,
	"tapped_at" timestamp with time zone NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	CONSTRAINT "card_taps_pkey" PRIMARY KEY("tapped_at","id")
) PARTITION BY RANGE ("tapped_at");--> statement-breakpoint
CREATE TABLE "profile_days" (
	"profile_id" uuid NOT NULL,
	"day" date NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"saves" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "profile_days_pkey" PRIMARY KEY("profile_id","day")
) PARTITION BY RANGE ("day");--> statement-breakpoint
ALTER TABLE "card_taps" ADD CONSTRAINT "card_taps_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_days" ADD CONSTRAINT "profile_days_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_taps_profile" ON "card_taps" USING btree ("profile_id","tapped_at");--> statement-breakpoint
CREATE INDEX "profile_days_day" ON "profile_days" USING btree ("day");--> statement-breakpoint
SELECT setval('card_taps_id_seq', last_value, is_called) FROM "card_taps_before_id_seq";--> statement-breakpoint
ALTER TABLE "card_taps_before" ALTER COLUMN "id" DROP IDENTITY;--> statement-breakpoint
DO $$
DECLARE
	name text;
	until text;
	is_filled boolean;
BEGIN
	FOREACH name IN ARRAY ARRAY['card_taps', 'profile_days'] LOOP
		SELECT substring(pg_get_constraintdef(oid) from '''([^'']+)''') INTO STRICT until
			FROM pg_constraint WHERE conrelid = (name || '_before')::regclass AND conname = name || '_before';
		EXECUTE format('SELECT EXISTS (SELECT FROM %I)', name || '_before') INTO is_filled;
		IF is_filled THEN
			EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', name, name || '_before', until);
			EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', name || '_before', name || '_before');
			EXECUTE format('ALTER TABLE %I RENAME TO %I', name || '_before', name || '_before_' || to_char(until::timestamp, 'YYYY_MM'));
		ELSE
			EXECUTE format('DROP TABLE %I', name || '_before');
		END IF;
		EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', name, name || '_other');
	END LOOP;
END
$$;
