CREATE INDEX "customer_reassignments_search" ON "customer_reassignments" USING gin ("reference" gin_trgm_ops);--> statement-breakpoint
-- Rows of a list that shows them all, counted as they come and go; the list is the trigger's argument.
CREATE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	change bigint;
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		UPDATE row_counts SET total = 0 WHERE list = TG_ARGV[0];
		RETURN NULL;
	ELSIF TG_OP = 'INSERT' THEN
		SELECT count(*) INTO change FROM came;
	ELSE
		SELECT -count(*) INTO change FROM went;
	END IF;
	IF change <> 0 THEN
		UPDATE row_counts SET total = total + change WHERE list = TG_ARGV[0];
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER guarantors_came AFTER INSERT ON "guarantors" REFERENCING NEW TABLE AS came
	FOR EACH STATEMENT EXECUTE FUNCTION count_rows('guarantors');
--> statement-breakpoint
CREATE TRIGGER guarantors_went AFTER DELETE ON "guarantors" REFERENCING OLD TABLE AS went
	FOR EACH STATEMENT EXECUTE FUNCTION count_rows('guarantors');
--> statement-breakpoint
CREATE TRIGGER guarantors_emptied AFTER TRUNCATE ON "guarantors"
	FOR EACH STATEMENT EXECUTE FUNCTION count_rows('guarantors');
--> statement-breakpoint
INSERT INTO row_counts (list, total) SELECT 'guarantors', count(*) FROM guarantors;
