-- For every writer: a change of a plan is never changed or deleted; a later one of the same day replaces it.
CREATE TRIGGER plan_changes_keep BEFORE UPDATE OR DELETE OR TRUNCATE ON "plan_changes"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
