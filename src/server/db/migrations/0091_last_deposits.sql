-- last release: it neither reads nor writes the table, and its own tables get the same rows
CREATE TABLE "last_deposits" (
	"id" bigint PRIMARY KEY NOT NULL,
	"day" date,
	"since" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "last_deposits" ADD CONSTRAINT "last_deposits_id_savings_id_fk" FOREIGN KEY ("id") REFERENCES "public"."savings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "last_deposits_since" ON "last_deposits" USING btree ("since","id");--> statement-breakpoint
CREATE INDEX "savings_cycles_through" ON "savings_cycles" USING btree ("through_day","savings_id");
--> statement-breakpoint
-- Since when nothing was paid into wallets, without those that are closed. What was recorded before the newest row that counts on its
-- own day counts on no later one, so that few rows are read.
CREATE FUNCTION last_deposits_of(wallets bigint[]) RETURNS SETOF last_deposits LANGUAGE sql STABLE AS $$
	SELECT s.id, d.day, coalesce(d.day, greatest(timezone('Africa/Lagos', s.created_at)::date,
			(SELECT max(i.cut_over_day) FROM import_records r JOIN imports i ON i.id = r.import_id
				WHERE r.record_id = s.id AND r.noun = 'savings' AND r.is_new = 1)))
	FROM savings s CROSS JOIN LATERAL (
		SELECT max(coalesce(h.collected_on, timezone('Africa/Lagos', h.created_at)::date)) AS day FROM savings_history h
		WHERE h.savings_id = s.id AND h.kind = 'deposit' AND h.status = 'approved' AND h.reverses_id IS NULL
			AND NOT EXISTS (SELECT FROM savings_history r WHERE r.reverses_id = h.id)
			AND h.created_at >= coalesce((SELECT n.created_at FROM savings_history n
				WHERE n.savings_id = s.id AND n.kind = 'deposit' AND n.status = 'approved' AND n.reverses_id IS NULL AND n.collected_on IS NULL
					AND NOT EXISTS (SELECT FROM savings_history r WHERE r.reverses_id = n.id)
				ORDER BY n.created_at DESC LIMIT 1), '-infinity')) d
	WHERE s.id = ANY (wallets) AND s.status = 'active'
$$;
--> statement-breakpoint
CREATE FUNCTION count_last_deposits(wallets bigint[]) RETURNS void LANGUAGE sql AS $$
	INSERT INTO last_deposits (id, day, since) SELECT id, day, since FROM last_deposits_of(wallets)
		ON CONFLICT (id) DO UPDATE SET day = excluded.day, since = excluded.since
$$;
--> statement-breakpoint
CREATE FUNCTION keep_last_deposits_of_savings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM count_last_deposits(array(SELECT id FROM made));
	ELSIF NEW.status = 'active' THEN
		PERFORM count_last_deposits(ARRAY[NEW.id]);
	ELSE
		DELETE FROM last_deposits WHERE id = NEW.id;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER savings_last_deposits_new AFTER INSERT ON "savings" REFERENCING NEW TABLE AS made
	FOR EACH STATEMENT EXECUTE FUNCTION keep_last_deposits_of_savings();
--> statement-breakpoint
CREATE TRIGGER savings_last_deposits AFTER UPDATE OF status, created_at ON "savings" FOR EACH ROW
	WHEN ((NEW.status, NEW.created_at) <> (OLD.status, OLD.created_at)) EXECUTE FUNCTION keep_last_deposits_of_savings();
--> statement-breakpoint
-- A transaction that inserts a movement of a wallet has locked the wallet's account. The trigger inserts a missing row, so that
-- the transaction and the migration that inserts all rows wait for each other.
CREATE FUNCTION keep_last_deposits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM count_last_deposits(array(SELECT DISTINCT m.savings_id FROM made m WHERE m.kind = 'deposit' AND m.status = 'approved'
		AND (m.reverses_id IS NOT NULL OR NOT EXISTS (SELECT FROM last_deposits l WHERE l.id = m.savings_id))));
	UPDATE last_deposits l SET day = greatest(l.day, m.day), since = greatest(l.day, m.day)
		FROM (SELECT savings_id, max(coalesce(collected_on, timezone('Africa/Lagos', created_at)::date)) AS day FROM made
			WHERE kind = 'deposit' AND status = 'approved' AND reverses_id IS NULL GROUP BY savings_id) m
		WHERE l.id = m.savings_id AND (l.day IS NULL OR l.day < m.day);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER savings_history_last_deposits AFTER INSERT ON "savings_history" REFERENCING NEW TABLE AS made
	FOR EACH STATEMENT EXECUTE FUNCTION keep_last_deposits();
