-- There is no release yet that reads the old name.
ALTER TABLE "invoice_standings" RENAME TO "invoice_statuses";--> statement-breakpoint
ALTER TABLE "invoice_statuses" RENAME CONSTRAINT "invoice_standings_pkey" TO "invoice_statuses_pkey";--> statement-breakpoint
ALTER TABLE "invoice_statuses" RENAME CONSTRAINT "invoice_standings_status_known" TO "invoice_statuses_status_known";--> statement-breakpoint
ALTER TABLE "invoice_statuses" RENAME CONSTRAINT "invoice_standings_invoice_id_invoices_id_fk" TO "invoice_statuses_invoice_id_invoices_id_fk";--> statement-breakpoint
ALTER INDEX "invoice_standings_unpaid" RENAME TO "invoice_statuses_unpaid";
