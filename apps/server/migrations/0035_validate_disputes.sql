alter table filings validate constraint filings_kind_known;--> statement-breakpoint
alter table decision_log validate constraint decision_log_subject_known;--> statement-breakpoint
alter table decisions validate constraint decisions_subject_known;--> statement-breakpoint
alter table proposals validate constraint proposals_subject_known;--> statement-breakpoint
alter table public_versions validate constraint public_versions_subject_known;
