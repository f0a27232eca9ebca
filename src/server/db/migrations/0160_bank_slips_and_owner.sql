-- last release: it always names the customer of a message; one to the owner of the business it leaves to newer servers
ALTER TABLE "bank_movements" ADD COLUMN "slip_file" text;--> statement-breakpoint
ALTER TABLE "customer_messages" ALTER COLUMN "customer_id" DROP NOT NULL;--> statement-breakpoint
-- With the column, so that no row is read for the reference.
ALTER TABLE "customer_messages" ADD COLUMN "closing_id" bigint
	CONSTRAINT "customer_messages_closing_id_business_days_id_fk" REFERENCES "public"."business_days"("id");
