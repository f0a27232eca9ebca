ALTER TABLE "collection_lines" ALTER COLUMN "savings_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "collection_lines" ADD COLUMN "loan_id" bigint;--> statement-breakpoint
ALTER TABLE "collection_lines" ADD CONSTRAINT "collection_lines_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_lines" ADD CONSTRAINT "collection_lines_for" CHECK (num_nonnulls("collection_lines"."savings_id", "collection_lines"."loan_id") = 1);