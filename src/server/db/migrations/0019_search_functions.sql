-- In which period of thirty-two days an instant lies, by number.
CREATE OR REPLACE FUNCTION period_of(at timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT ((timezone('UTC', at))::date - date '2000-01-01') / 32
$$;
--> statement-breakpoint
-- The letters of a text and its pairs of letters, as before (migration 0014), in an eighth of the time.
CREATE OR REPLACE FUNCTION name_grams(value text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
DECLARE
	grams text[] := '{}';
	before text := ' ';
	letter text;
BEGIN
	FOREACH letter IN ARRAY string_to_array(translate(value, '0123456789+.@-', '              '), NULL) LOOP
		IF letter <> ' ' THEN
			grams := grams || letter;
			IF before <> ' ' THEN
				grams := grams || (before || letter);
			END IF;
		END IF;
		before := letter;
	END LOOP;
	RETURN grams;
END $$;
