-- A guarantor is found by the reference of the loan too. Without it, a search for a customer's name finds the guarantors of
-- all customers of that name.
CREATE OR REPLACE FUNCTION keep_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	customer record;
BEGIN
	SELECT search_text, is_deleted INTO customer FROM customers WHERE id = NEW.customer_id FOR SHARE;
	IF TG_TABLE_NAME = 'guarantors' THEN
		NEW.search_text := search_text_of(
			concat_ws(' ', NEW.first_name, NEW.last_name, NEW.phone, (SELECT reference FROM loans WHERE id = NEW.loan_id)),
			customer.search_text, customer.is_deleted);
	ELSIF TG_TABLE_NAME = 'customer_reassignments' AND customer.is_deleted THEN
		NEW.search_text := '';
	ELSE
		NEW.search_text := search_text_of(NEW.reference, customer.search_text, customer.is_deleted);
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER guarantors_search_text ON "guarantors";
--> statement-breakpoint
CREATE TRIGGER guarantors_search_text
	BEFORE INSERT OR UPDATE OF search_text, first_name, last_name, phone, customer_id, loan_id ON "guarantors"
	FOR EACH ROW EXECUTE FUNCTION keep_search_text();
--> statement-breakpoint
UPDATE "guarantors" SET "search_text" = '' WHERE "loan_id" IS NOT NULL;
