-- Evidence that was wrong is withdrawn instead of deleted.
alter table provider_evidence add column withdrawn_at timestamp with time zone;
--> statement-breakpoint
alter table provider_evidence add column withdrawn_reason text;
