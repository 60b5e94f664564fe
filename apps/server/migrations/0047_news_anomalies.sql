-- There is no release yet that reads the old name.
ALTER TABLE "news_batches" RENAME COLUMN "oddities" TO "anomalies";
