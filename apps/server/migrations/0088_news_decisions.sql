ALTER TABLE "decision_log" DROP CONSTRAINT "decision_log_subject_known";--> statement-breakpoint
ALTER TABLE "decisions" DROP CONSTRAINT "decisions_subject_known";--> statement-breakpoint
ALTER TABLE "proposals" DROP CONSTRAINT "proposals_subject_known";--> statement-breakpoint
ALTER TABLE "public_versions" DROP CONSTRAINT "public_versions_subject_known";--> statement-breakpoint
ALTER TABLE "decision_log" ADD CONSTRAINT "decision_log_subject_known" CHECK ("decision_log"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'change', 'appeal', 'watch', 'reply', 'news')) NOT VALID;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_subject_known" CHECK ("decisions"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'account', 'message', 'payment', 'change', 'document', 'appeal', 'watch', 'reply', 'news')) NOT VALID;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_subject_known" CHECK ("proposals"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'account', 'message', 'payment', 'change', 'document', 'appeal', 'watch', 'reply', 'news')) NOT VALID;--> statement-breakpoint
ALTER TABLE "public_versions" ADD CONSTRAINT "public_versions_subject_known" CHECK ("public_versions"."subject" in ('alert', 'report', 'provider', 'review', 'experience', 'account', 'message', 'payment', 'change', 'document', 'appeal', 'watch', 'reply', 'news')) NOT VALID;--> statement-breakpoint
-- What members read of an authority is hidden and shown in public: the log tells of it.
create or replace trigger decisions_await_log after insert on public.decisions for each row
when (new.subject in ('alert', 'report', 'provider', 'review', 'experience', 'change', 'appeal', 'watch', 'reply', 'news'))
execute function public.await_log('decision');
