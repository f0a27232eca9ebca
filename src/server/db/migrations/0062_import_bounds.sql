CREATE TABLE "import_same_rows" (
	"row_id" bigint PRIMARY KEY NOT NULL,
	"import_id" bigint NOT NULL,
	"same" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import_files" ADD COLUMN "is_reading" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "import_files" ADD COLUMN "read_as" text;--> statement-breakpoint
ALTER TABLE "import_uploads" ADD COLUMN "question" jsonb;--> statement-breakpoint
ALTER TABLE "import_uploads" ADD COLUMN "dates" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "import_same_rows_same" ON "import_same_rows" USING btree ("import_id","same","row_id");