-- last release: it neither reads nor writes these tables
-- The days without collection, and what a past day was never changes.
CREATE TRIGGER collection_calendars_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "collection_calendars"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER holidays_kept BEFORE DELETE OR TRUNCATE ON "holidays" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER holidays_removed_once BEFORE UPDATE ON "holidays" FOR EACH ROW
	WHEN (OLD.removed_at IS NOT NULL OR NEW.removed_at IS NULL
		OR (OLD.id, OLD.day, OLD.name, OLD.admin_id, OLD.created_at)
			IS DISTINCT FROM (NEW.id, NEW.day, NEW.name, NEW.admin_id, NEW.created_at))
	EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The days without collection from one day to another, as `isCollectionDay` has it (domain/time/calendar.ts); `ever`: also those
-- that were it until a holiday was removed or other weekdays were set, because that moves nothing back.
CREATE FUNCTION closed_days(first_day date, last_day date, ever boolean DEFAULT false) RETURNS SETOF date LANGUAGE sql STABLE AS $$
	SELECT d.day FROM (SELECT first_day + n AS day FROM generate_series(0, last_day - first_day) n) d
	WHERE EXISTS (SELECT FROM holidays h WHERE h.day = d.day AND (ever OR h.removed_at IS NULL))
		OR EXISTS (SELECT FROM collection_calendars c
			WHERE c.from_day <= d.day AND extract(isodow FROM d.day)::smallint = ANY (c.closed_weekdays)
				AND (ever OR NOT EXISTS (SELECT FROM collection_calendars l
					WHERE l.from_day <= d.day AND (l.from_day, l.id) > (c.from_day, c.id))))
$$;
