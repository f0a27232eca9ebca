-- The next lines of a file, as one value: twenty thousand rows of one line each keep the program busier than twenty of
-- a thousand. Empty at the end.
CREATE FUNCTION next_lines(file refcursor, how_many int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	line text;
	lines text[] := '{}';
BEGIN
	FOR i IN 1..how_many LOOP
		FETCH file INTO line;
		EXIT WHEN NOT FOUND;
		lines := lines || line;
	END LOOP;
	RETURN array_to_string(lines, '');
END $$;
