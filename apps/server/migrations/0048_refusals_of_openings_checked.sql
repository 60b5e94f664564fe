-- outside a transaction: reading the rows must not hold what was locked to add the constraint.
ALTER TABLE "contact_openings" VALIDATE CONSTRAINT "contact_openings_refusal_known";
