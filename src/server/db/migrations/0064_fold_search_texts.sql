-- no transaction
-- Names that fold to other letters than their lower case: a few of all. Each batch commits by itself and locks its rows for a moment.
DO $$
DECLARE
	done_to bigint := 0;
	ids bigint[];
BEGIN
	LOOP
		SELECT array_agg(id), max(id) INTO ids, done_to FROM (
			SELECT id FROM "customers" WHERE id > done_to AND (first_name ~ '[^A-Za-z]' OR last_name ~ '[^A-Za-z]') ORDER BY id LIMIT 200) rows;
		EXIT WHEN ids IS NULL;
		UPDATE "customers" SET search_text = '' WHERE id = ANY (ids);
		COMMIT;
	END LOOP;
END $$;
--> statement-breakpoint
DO $$
DECLARE
	done_to bigint := 0;
	ids bigint[];
BEGIN
	LOOP
		SELECT array_agg(id), max(id) INTO ids, done_to FROM (
			SELECT id FROM "guarantors" WHERE id > done_to AND (first_name ~ '[^A-Za-z]' OR last_name ~ '[^A-Za-z]') ORDER BY id LIMIT 200) rows;
		EXIT WHEN ids IS NULL;
		UPDATE "guarantors" SET search_text = '' WHERE id = ANY (ids);
		COMMIT;
	END LOOP;
END $$;
--> statement-breakpoint
DO $$
DECLARE
	done_to bigint := 0;
	ids bigint[];
BEGIN
	LOOP
		SELECT array_agg(id), max(id) INTO ids, done_to FROM (
			SELECT id FROM "agents" WHERE id > done_to AND (search_text = '') ORDER BY id LIMIT 200) rows;
		EXIT WHEN ids IS NULL;
		UPDATE "agents" SET search_text = '' WHERE id = ANY (ids);
		COMMIT;
	END LOOP;
END $$;
--> statement-breakpoint
DO $$
DECLARE
	done_to bigint := 0;
	ids bigint[];
BEGIN
	LOOP
		SELECT array_agg(id), max(id) INTO ids, done_to FROM (
			SELECT id FROM "remittances" WHERE id > done_to AND (agent_id IN (SELECT id FROM agents WHERE name !~ '^[A-Za-z]+ [A-Za-z]+$')) ORDER BY id LIMIT 200) rows;
		EXIT WHEN ids IS NULL;
		UPDATE "remittances" SET search_text = '' WHERE id = ANY (ids);
		COMMIT;
	END LOOP;
END $$;
--> statement-breakpoint
DO $$
DECLARE
	done_to bigint := 0;
	ids bigint[];
BEGIN
	LOOP
		SELECT array_agg(id), max(id) INTO ids, done_to FROM (
			SELECT id FROM "cash_differences" WHERE id > done_to AND (agent_id IN (SELECT id FROM agents WHERE name !~ '^[A-Za-z]+ [A-Za-z]+$')) ORDER BY id LIMIT 200) rows;
		EXIT WHEN ids IS NULL;
		UPDATE "cash_differences" SET search_text = '' WHERE id = ANY (ids);
		COMMIT;
	END LOOP;
END $$;
--> statement-breakpoint
DO $$
DECLARE
	done_to bigint := 0;
	ids bigint[];
BEGIN
	LOOP
		SELECT array_agg(id), max(id) INTO ids, done_to FROM (
			SELECT id FROM "collections" WHERE id > done_to AND (agent_id IN (SELECT id FROM agents WHERE name !~ '^[A-Za-z]+ [A-Za-z]+$')) ORDER BY id LIMIT 200) rows;
		EXIT WHEN ids IS NULL;
		UPDATE "collections" SET search_text = '' WHERE id = ANY (ids);
		COMMIT;
	END LOOP;
END $$;
--> statement-breakpoint
DO $$
DECLARE
	done_to bigint := 0;
	ids bigint[];
BEGIN
	LOOP
		SELECT array_agg(place), max(place) INTO ids, done_to FROM (
			SELECT place FROM "admin_activity" WHERE place > done_to AND (search_text ~ '[^ !#-&(-_a-~]|[a-z]-[a-z]') ORDER BY place LIMIT 1000) rows;
		EXIT WHEN ids IS NULL;
		UPDATE "admin_activity" SET search_text = '' WHERE place = ANY (ids);
		COMMIT;
	END LOOP;
END $$;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "agents_searched" ON "agents" USING gin (replace("search_text", '-', 'x') gin_trgm_ops,name_grams("search_text"),(array[period_of("created_at")])) WITH (fastupdate=false);
