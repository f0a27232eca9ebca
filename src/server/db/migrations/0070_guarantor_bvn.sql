-- last release: it writes no hash, and the index is empty until this one does
CREATE TABLE "guarantor_identities" (
	"guarantor_id" bigint PRIMARY KEY NOT NULL,
	"bvn" text NOT NULL,
	"bvn_hash" text NOT NULL,
	CONSTRAINT "guarantor_identities_bvn" CHECK ("guarantor_identities"."bvn" ~ '^[0-9a-f]{12}[.][A-Za-z0-9_-]{52}$'),
	CONSTRAINT "guarantor_identities_hash" CHECK ("guarantor_identities"."bvn_hash" ~ '^[0-9a-f]{12}[.][A-Za-z0-9_-]{43}$')
);
--> statement-breakpoint
ALTER TABLE "customer_identities" ADD COLUMN "bvn_hash" text;--> statement-breakpoint
ALTER TABLE "guarantor_identities" ADD CONSTRAINT "guarantor_identities_guarantor_id_guarantors_id_fk" FOREIGN KEY ("guarantor_id") REFERENCES "public"."guarantors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guarantor_identities_bvn_hash" ON "guarantor_identities" USING btree ("bvn_hash");--> statement-breakpoint
CREATE INDEX "customer_identities_bvn_hash" ON "customer_identities" USING btree ("bvn_hash") WHERE "customer_identities"."bvn_hash" is not null;--> statement-breakpoint
ALTER TABLE "customer_identities" ADD CONSTRAINT "customer_identities_hash" CHECK ("customer_identities"."bvn_hash" ~ '^[0-9a-f]{12}[.][A-Za-z0-9_-]{43}$');