ALTER INDEX "profiles_search" RESET (fastupdate);--> statement-breakpoint
ALTER INDEX "profiles_search" SET (gin_pending_list_limit = 256);