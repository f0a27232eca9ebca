ALTER TABLE "permissions" DROP CONSTRAINT "permissions_name_unique";--> statement-breakpoint
ALTER TABLE "roles" DROP CONSTRAINT "roles_name_unique";--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "anonymised_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "permissions_name_key" ON "permissions" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "roles_name_key" ON "roles" USING btree (lower(replace("name", ' ', '')));--> statement-breakpoint
-- Rows of the first version get their words and their place in the chain: the one time that they are touched.
ALTER TABLE "admin_activity" DISABLE TRIGGER admin_activity_append_only;--> statement-breakpoint
ALTER TABLE "admin_activity" ADD COLUMN "description" text;--> statement-breakpoint
UPDATE "admin_activity" SET "description" = "action";--> statement-breakpoint
ALTER TABLE "admin_activity" ALTER COLUMN "description" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_activity" ADD COLUMN "place" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_activity" ADD COLUMN "previous_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_activity" ADD COLUMN "hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- The same text as in src/server/auditChain.ts, which must come to the same hash.
CREATE FUNCTION admin_activity_hash(entry public.admin_activity) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT encode(sha256(convert_to(json_build_array(
		entry.previous_hash, entry.place::text, entry.id::text,
		to_char(timezone('UTC', entry.created_at), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
		entry.admin_id::text, entry.action, entry.description, entry.subject,
		entry.status, entry.detail, entry.reference)::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
DO $$
DECLARE
	entry public.admin_activity;
	places bigint := 0;
	last_hash text := '';
BEGIN
	FOR entry IN SELECT * FROM public.admin_activity ORDER BY id LOOP
		places := places + 1;
		entry.place := places;
		entry.previous_hash := last_hash;
		last_hash := admin_activity_hash(entry);
		UPDATE public.admin_activity SET place = entry.place, previous_hash = entry.previous_hash, hash = last_hash
			WHERE id = entry.id;
	END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE "admin_activity" ENABLE TRIGGER admin_activity_append_only;--> statement-breakpoint
CREATE INDEX "admin_activity_search" ON "admin_activity" USING gin ("description" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "admin_activity" ADD CONSTRAINT "admin_activity_place_unique" UNIQUE("place");--> statement-breakpoint
-- One writer at a time takes the next place, and keeps the others waiting until it has committed: the chain can't
-- fork. The lock must be the last that a transaction takes, or two could wait for each other: what the foreign key
-- will lock is therefore locked before it.
CREATE FUNCTION chain_admin_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	last public.admin_activity;
BEGIN
	PERFORM 1 FROM public.admins WHERE id = NEW.admin_id FOR KEY SHARE;
	PERFORM pg_advisory_xact_lock(4301);
	SELECT * INTO last FROM public.admin_activity ORDER BY place DESC LIMIT 1;
	NEW.place := coalesce(last.place, 0) + 1;
	NEW.previous_hash := coalesce(last.hash, '');
	NEW.hash := public.admin_activity_hash(NEW);
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER admin_activity_chain BEFORE INSERT ON "admin_activity"
	FOR EACH ROW EXECUTE FUNCTION chain_admin_activity();
