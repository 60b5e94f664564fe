ALTER TABLE "filing_indicators" VALIDATE CONSTRAINT "filing_indicators_hidden_kinds";--> statement-breakpoint
ALTER TABLE "filing_indicators" VALIDATE CONSTRAINT "filing_indicators_kind_known";--> statement-breakpoint
ALTER TABLE "indicators" VALIDATE CONSTRAINT "indicators_hidden_kinds";--> statement-breakpoint
ALTER TABLE "indicators" VALIDATE CONSTRAINT "indicators_kind_known";