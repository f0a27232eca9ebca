ALTER TABLE "admin_activity" ADD COLUMN "subject_name" text;--> statement-breakpoint
ALTER TABLE "admin_activity" ADD COLUMN "subject_role" text;--> statement-breakpoint
ALTER TABLE "admin_activity" ADD COLUMN "subject_reference" text;--> statement-breakpoint
ALTER TABLE "admin_activity" ADD COLUMN "amount" bigint;--> statement-breakpoint
ALTER TABLE "admin_activity" ADD COLUMN "subject_customer_id" bigint;--> statement-breakpoint
ALTER TABLE "admin_activity" ADD COLUMN "subject_agent_id" bigint;--> statement-breakpoint
DROP TRIGGER admin_activity_append_only ON "admin_activity";--> statement-breakpoint
-- The rows that are there: what the portal never changes is as it was then. Permissions and saving types can be renamed,
-- roles of admins change, and what was deleted is not known any more: these stay null.
UPDATE "admin_activity" l SET (subject_name, subject_reference, amount, subject_customer_id, subject_agent_id)
	= (s.name, s.reference, s.amount, s.customer_id, s.agent_id)
FROM (
	SELECT 'admin ' || id AS subject, name, NULL::text AS reference, NULL::bigint AS amount, NULL::bigint AS customer_id,
		NULL::bigint AS agent_id FROM admins
	UNION ALL SELECT 'role ' || id, name, NULL, NULL, NULL, NULL FROM roles
	UNION ALL SELECT 'agent ' || id, name, NULL, NULL, NULL, id FROM agents
	UNION ALL SELECT 'device ' || d.id, a.name, d.device_name, NULL, NULL, a.id
		FROM agent_devices d JOIN agents a ON a.id = d.agent_id
	UNION ALL SELECT 'customer ' || id, first_name || ' ' || last_name, reference, NULL, id, NULL FROM customers
	UNION ALL SELECT 'guarantor ' || id, first_name || ' ' || last_name, NULL, NULL, customer_id, NULL FROM guarantors
	UNION ALL SELECT 'loan ' || o.id, c.first_name || ' ' || c.last_name, o.reference, o.amount, c.id, NULL
		FROM loans o JOIN customers c ON c.id = o.customer_id
	UNION ALL SELECT 'withdrawal ' || w.id, c.first_name || ' ' || c.last_name, w.reference, w.amount, c.id, NULL
		FROM withdrawals w JOIN customers c ON c.id = w.customer_id
	UNION ALL SELECT 'fund request ' || id, initcap(type) || ' request', reference, amount, NULL, NULL FROM fund_requests
	UNION ALL SELECT 'loan type ' || id, name, NULL, NULL, NULL, NULL FROM loan_types
	UNION ALL SELECT 'market day ' || id, name, NULL, NULL, NULL, NULL FROM market_days
	UNION ALL SELECT 'wallet 1', 'Main wallet', NULL, NULL, NULL, NULL
) s WHERE l.subject = s.subject;--> statement-breakpoint
ALTER TABLE "admin_activity" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(description || coalesce(' ' || subject_name, '') || coalesce(' ' || subject_reference, ''))) STORED NOT NULL;--> statement-breakpoint
CREATE TRIGGER admin_activity_append_only BEFORE DELETE OR TRUNCATE OR UPDATE OF
		id, created_at, admin_id, action, description, subject, status, detail, reference, place, previous_hash, hash,
		amount, subject_customer_id, subject_agent_id ON "admin_activity"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION is_forgotten(subject text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
	RETURN subject ~ '^admin \d+$' AND EXISTS (
		SELECT FROM public.admins WHERE id = substr(subject, 7)::bigint AND anonymised_at IS NOT NULL);
END $$;--> statement-breakpoint
-- Name, role and reference of an admin who is deleted for good give way to 'Deleted admin 12'; there is no other change.
CREATE FUNCTION forget_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF public.is_forgotten(NEW.subject) THEN
		NEW.subject_name := 'Deleted ' || NEW.subject;
		NEW.subject_role := NULL;
		NEW.subject_reference := NULL;
	ELSIF TG_OP = 'UPDATE' THEN
		RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER admin_activity_forget_name BEFORE INSERT OR UPDATE ON "admin_activity"
	FOR EACH ROW EXECUTE FUNCTION forget_name();
