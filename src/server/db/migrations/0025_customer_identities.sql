-- Sealed BVN and NIN. The checks keep numbers in clear out, for every writer.
CREATE TABLE "customer_identities" (
	"customer_id" bigint PRIMARY KEY NOT NULL,
	"bvn" text,
	"nin" text,
	CONSTRAINT "customer_identities_bvn" CHECK ("customer_identities"."bvn" ~ '^[0-9a-f]{12}[.][A-Za-z0-9_-]{52}$'),
	CONSTRAINT "customer_identities_nin" CHECK ("customer_identities"."nin" ~ '^[0-9a-f]{12}[.][A-Za-z0-9_-]{52}$')
);
--> statement-breakpoint
ALTER TABLE "customer_identities" ADD CONSTRAINT "customer_identities_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
