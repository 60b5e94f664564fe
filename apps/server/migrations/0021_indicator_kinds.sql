ALTER TABLE "filing_indicators" DROP CONSTRAINT "filing_indicators_phone_hidden";--> statement-breakpoint
ALTER TABLE "filing_indicators" DROP CONSTRAINT "filing_indicators_kind_known";--> statement-breakpoint
ALTER TABLE "indicators" DROP CONSTRAINT "indicators_phone_hidden";--> statement-breakpoint
ALTER TABLE "indicators" DROP CONSTRAINT "indicators_kind_known";--> statement-breakpoint
ALTER TABLE "filing_indicators" ADD CONSTRAINT "filing_indicators_hidden_kinds" CHECK (("kind" in ('phone', 'email', 'till', 'paybill')) = ("value" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "filing_indicators" ADD CONSTRAINT "filing_indicators_kind_known" CHECK ("kind" in ('website', 'bitcoin', 'evm', 'tron', 'phone', 'handle', 'solana', 'ton', 'litecoin', 'xrp', 'email', 'till', 'paybill', 'app')) NOT VALID;--> statement-breakpoint
ALTER TABLE "indicators" ADD CONSTRAINT "indicators_hidden_kinds" CHECK (("kind" in ('phone', 'email', 'till', 'paybill')) = ("value" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "indicators" ADD CONSTRAINT "indicators_kind_known" CHECK ("kind" in ('website', 'bitcoin', 'evm', 'tron', 'phone', 'handle', 'solana', 'ton', 'litecoin', 'xrp', 'email', 'till', 'paybill', 'app')) NOT VALID;