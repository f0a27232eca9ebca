ALTER TABLE "import_faults" DROP CONSTRAINT "import_faults_import_id_imports_id_fk";
--> statement-breakpoint
ALTER TABLE "import_records" DROP CONSTRAINT "import_records_import_id_imports_id_fk";
--> statement-breakpoint
ALTER TABLE "import_rows" DROP CONSTRAINT "import_rows_import_id_imports_id_fk";
