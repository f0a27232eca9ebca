CREATE TABLE "row_counts" (
	"list" text PRIMARY KEY NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "customer_reassignments" DROP CONSTRAINT "customer_reassignments_reference_unique";--> statement-breakpoint
DROP INDEX "customers_created_at_id_index";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "reference" text GENERATED ALWAYS AS ('CU-' || lpad(id::text, greatest(6, length(id::text)), '0')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(first_name || ' ' || last_name || ' ' || phone_number || ' ' || 'CU-' || lpad(id::text, greatest(6, length(id::text)), '0'))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "id_card_file" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "updated_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "customers_page" ON "customers" USING btree ("created_at","id") WHERE not "customers"."is_deleted";--> statement-breakpoint
CREATE INDEX "customers_search" ON "customers" USING gin ("search_text" gin_trgm_ops) WHERE not "customers"."is_deleted";--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_reference_key" UNIQUE("reference");--> statement-breakpoint
ALTER TABLE "customer_reassignments" ADD CONSTRAINT "customer_reassignments_act" UNIQUE("reference","customer_id");
--> statement-breakpoint
-- The instant of the last change, whoever makes it; a change that brings its own keeps that.
CREATE FUNCTION keep_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.updated_at IS NOT DISTINCT FROM OLD.updated_at THEN
		NEW.updated_at := now();
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER customers_updated_at BEFORE UPDATE ON "customers"
	FOR EACH ROW EXECUTE FUNCTION keep_updated_at();
--> statement-breakpoint
-- Customers who are not deleted, counted as they come and go. A change of anything else touches no count.
CREATE FUNCTION count_customers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	change bigint;
BEGIN
	IF TG_OP = 'INSERT' THEN
		SELECT count(*) INTO change FROM came WHERE NOT is_deleted;
	ELSIF TG_OP = 'DELETE' THEN
		SELECT -count(*) INTO change FROM went WHERE NOT is_deleted;
	ELSE
		change := CASE WHEN NEW.is_deleted THEN -1 ELSE 1 END;
	END IF;
	IF change <> 0 THEN
		UPDATE row_counts SET total = total + change WHERE list = 'customers';
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER customers_came AFTER INSERT ON "customers" REFERENCING NEW TABLE AS came
	FOR EACH STATEMENT EXECUTE FUNCTION count_customers();
--> statement-breakpoint
CREATE TRIGGER customers_went AFTER DELETE ON "customers" REFERENCING OLD TABLE AS went
	FOR EACH STATEMENT EXECUTE FUNCTION count_customers();
--> statement-breakpoint
CREATE TRIGGER customers_deleted AFTER UPDATE ON "customers" FOR EACH ROW
	WHEN (OLD.is_deleted IS DISTINCT FROM NEW.is_deleted) EXECUTE FUNCTION count_customers();
--> statement-breakpoint
CREATE FUNCTION count_no_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE row_counts SET total = 0 WHERE list = 'customers';
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER customers_emptied AFTER TRUNCATE ON "customers"
	FOR EACH STATEMENT EXECUTE FUNCTION count_no_customers();
--> statement-breakpoint
INSERT INTO row_counts (list, total) SELECT 'customers', count(*) FROM customers WHERE NOT is_deleted;
