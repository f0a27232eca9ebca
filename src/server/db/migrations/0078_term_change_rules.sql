-- For every writer: a change is decided once, and what was requested does not change.
CREATE FUNCTION keep_term_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.status <> 'pending' OR NEW.status = 'pending'
		OR (NEW.id, NEW.reference, NEW.saving_type_id, NEW.loan_type_id, NEW.terms, NEW.before, NEW.changes, NEW.reason, NEW.requested_by, NEW.created_at)
			IS DISTINCT FROM (OLD.id, OLD.reference, OLD.saving_type_id, OLD.loan_type_id, OLD.terms, OLD.before, OLD.changes, OLD.reason, OLD.requested_by, OLD.created_at)
	THEN
		RAISE EXCEPTION 'term change % is decided once', OLD.reference USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER term_changes_decided_once BEFORE UPDATE ON "term_changes"
	FOR EACH ROW EXECUTE FUNCTION keep_term_change();
--> statement-breakpoint
CREATE TRIGGER term_changes_keep BEFORE DELETE OR TRUNCATE ON "term_changes"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
