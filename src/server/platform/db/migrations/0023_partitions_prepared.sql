-- Taps and counted days become partitions by month, in three migrations of short locks. From the start of next month on, rows are set
-- aside in a child table, where every query of the table still sees them. What stays is known to be earlier, once it is checked.
CREATE UNIQUE INDEX "card_taps_key" ON "card_taps" USING btree ("tapped_at","id");--> statement-breakpoint
LOCK TABLE "profiles" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
LOCK TABLE "card_taps", "profile_days" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "card_taps_other" () INHERITS ("card_taps");--> statement-breakpoint
CREATE TABLE "profile_days_other" (CONSTRAINT "profile_days_other_pkey" PRIMARY KEY("profile_id","day")) INHERITS ("profile_days");--> statement-breakpoint
ALTER TABLE "card_taps_other" ADD CONSTRAINT "card_taps_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_days_other" ADD CONSTRAINT "profile_days_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "set_later_tap_aside"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.card_taps_other VALUES (NEW.*);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "set_later_day_aside"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.profile_days_other AS d VALUES (NEW.*)
		ON CONFLICT (profile_id, day) DO UPDATE SET views = d.views + excluded.views, saves = d.saves + excluded.saves;
	RETURN NULL;
END
$$;--> statement-breakpoint
DO $$
DECLARE
	month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month';
	moment timestamptz := month AT TIME ZONE 'UTC';
BEGIN
	WITH later AS (DELETE FROM ONLY card_taps WHERE tapped_at >= moment RETURNING *)
		INSERT INTO card_taps_other SELECT * FROM later;
	WITH later AS (DELETE FROM ONLY profile_days WHERE day >= month::date RETURNING *)
		INSERT INTO profile_days_other SELECT * FROM later;
	EXECUTE format('ALTER TABLE card_taps ADD CONSTRAINT card_taps_before CHECK (tapped_at < %L) NO INHERIT NOT VALID', moment);
	EXECUTE format('ALTER TABLE profile_days ADD CONSTRAINT profile_days_before CHECK (day < %L) NO INHERIT NOT VALID', month::date);
	EXECUTE format('CREATE TRIGGER later BEFORE INSERT ON card_taps FOR EACH ROW WHEN (NEW.tapped_at >= %L) EXECUTE FUNCTION set_later_tap_aside()', moment);
	EXECUTE format('CREATE TRIGGER later BEFORE INSERT ON profile_days FOR EACH ROW WHEN (NEW.day >= %L) EXECUTE FUNCTION set_later_day_aside()', month::date);
END
$$;
