-- Others write meanwhile.
ALTER TABLE "card_taps" VALIDATE CONSTRAINT "card_taps_before";--> statement-breakpoint
ALTER TABLE "profile_days" VALIDATE CONSTRAINT "profile_days_before";
