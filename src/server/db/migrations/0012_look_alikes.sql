-- What a name looks like: accents and hooks dropped, without case, spaces and punctuation, and with the letters and
-- digits that Unicode (UTS #39) calls confusable as one: i l 1, o 0, m rn; and w vv.
CREATE FUNCTION name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT replace(replace(translate(regexp_replace(
		lower(translate(normalize(name, NFKD), 'ƁƊƘƳɓɗƙƴ', 'BDKYbdky') COLLATE "C"),
		'[\u0001-\u002f\u003a-\u0060\u007b-\u007f\u0300-\u0333]', '', 'g'), 'l10', 'iio'), 'rn', 'm'), 'vv', 'w')
$$;
--> statement-breakpoint
-- Of names that look alike already, one keeps its name: a permission as the program spells them, else the oldest.
UPDATE "roles" SET "name" = "name" || ' (' || "id" || ')' WHERE "id" IN (
	SELECT "id" FROM (SELECT "id", row_number() OVER (PARTITION BY name_key("name") ORDER BY "id") FROM "roles") ranked
	WHERE row_number > 1);
--> statement-breakpoint
UPDATE "permissions" SET "name" = "name" || ' (' || "id" || ')' WHERE "id" IN (
	SELECT "id" FROM (
		SELECT "id", row_number() OVER (PARTITION BY name_key("name") ORDER BY "name" !~ '^can-[a-z/-]+$', "id")
		FROM "permissions") ranked
	WHERE row_number > 1);
--> statement-breakpoint
DROP INDEX "permissions_name_key";--> statement-breakpoint
DROP INDEX "roles_name_key";--> statement-breakpoint
CREATE UNIQUE INDEX "permissions_name_key" ON "permissions" USING btree (name_key("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "roles_name_key" ON "roles" USING btree (name_key("name"));