UPDATE "people" SET "is_group" = true, "search" = '' WHERE NOT "is_group" AND "card" ~* '(^|[\r\n])([^\r\n\t .:;]*\.)?(X-ADDRESSBOOKSERVER-)?KIND(;[^\r\n]*)?:[ \t]*group[ \t]*([\r\n]|$)';--> statement-breakpoint
DELETE FROM "people_keys" USING "people" WHERE "people"."id" = "people_keys"."person_id" AND "people"."is_group" AND "people_keys"."kind" <> 'uid';
