ALTER TABLE "reviews" VALIDATE CONSTRAINT "reviews_user_location_known";
