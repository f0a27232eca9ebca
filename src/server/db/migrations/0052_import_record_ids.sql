-- A record has the id of its row.
ALTER TABLE "import_records" ALTER COLUMN "id" DROP IDENTITY;--> statement-breakpoint
SELECT setval('import_rows_id_seq', greatest((SELECT max(id) FROM import_rows), (SELECT max(id) FROM import_records), 1));
