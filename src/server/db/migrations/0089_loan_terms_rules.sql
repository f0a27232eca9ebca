-- last release: it changes none of these terms, and makes no hold
-- Who approves, approves these terms too (migration "product_terms").
CREATE FUNCTION keep_loan_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.application_status <> 'pending'
		AND (NEW.interest_kind, NEW.settlement, NEW.penalty_kind, NEW.penalty_amount, NEW.penalty_ceiling, NEW.security_basis_points,
			NEW.security_savings_id, NEW.least_guarantors) IS DISTINCT FROM (OLD.interest_kind, OLD.settlement, OLD.penalty_kind, OLD.penalty_amount,
			OLD.penalty_ceiling, OLD.security_basis_points, OLD.security_savings_id, OLD.least_guarantors)
	THEN
		RAISE EXCEPTION 'the terms of loan % are decided', OLD.reference USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER loans_terms_kept BEFORE UPDATE OF "interest_kind", "settlement", "penalty_kind", "penalty_amount", "penalty_ceiling",
		"security_basis_points", "security_savings_id", "least_guarantors" ON "loans"
	FOR EACH ROW EXECUTE FUNCTION keep_loan_terms();
--> statement-breakpoint
-- A standing hold is a part of what the wallet holds; it changes only by its release, once.
CREATE FUNCTION hold_security() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	change bigint := CASE WHEN NEW.released_at IS NULL THEN NEW.amount ELSE 0 END;
BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF (NEW.id, NEW.loan_id, NEW.savings_id, NEW.amount, NEW.created_at) <> (OLD.id, OLD.loan_id, OLD.savings_id, OLD.amount, OLD.created_at)
			OR OLD.released_at IS NOT NULL AND NEW.released_at IS DISTINCT FROM OLD.released_at THEN
			RAISE EXCEPTION 'a hold is released once' USING ERRCODE = 'restrict_violation';
		END IF;
		change := change - CASE WHEN OLD.released_at IS NULL THEN OLD.amount ELSE 0 END;
	END IF;
	IF change <> 0 THEN
		UPDATE ledger_accounts SET held = held + change WHERE id = (SELECT account_id FROM savings WHERE id = NEW.savings_id);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER holds_held AFTER INSERT OR UPDATE ON "holds"
	FOR EACH ROW EXECUTE FUNCTION hold_security();
--> statement-breakpoint
CREATE TRIGGER holds_keep BEFORE DELETE OR TRUNCATE ON "holds"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- At commit only an open loan holds something.
CREATE FUNCTION check_security() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM holds h JOIN loans l ON l.id = h.loan_id
		WHERE l.id = CASE TG_TABLE_NAME WHEN 'loans' THEN (to_jsonb(NEW) ->> 'id')::bigint ELSE (to_jsonb(NEW) ->> 'loan_id')::bigint END
			AND h.released_at IS NULL AND l.loan_status <> 'active') THEN
		RAISE EXCEPTION 'a loan that is not open holds a security'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'security_of_open_loan', TABLE = TG_TABLE_NAME;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER loans_security AFTER UPDATE OF loan_status ON "loans"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.security_savings_id IS NOT NULL) EXECUTE FUNCTION check_security();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER holds_of_open_loans AFTER INSERT ON "holds"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_security();
--> statement-breakpoint
-- A settlement counts what was paid, without the interest that it did not ask for; a set-off what it repaid.
CREATE OR REPLACE FUNCTION sums_of_posting(account_kind text, code text, kind text, made_at timestamptz, agent bigint, change bigint)
RETURNS TABLE ("of" text, day date, agent_id bigint, amount bigint) LANGUAGE sql IMMUTABLE AS $$
	SELECT s.* FROM (SELECT timezone('Africa/Lagos', made_at)::date AS on_day) d, LATERAL (VALUES
		('deposited', d.on_day, NULL::bigint, CASE WHEN account_kind = 'savings' AND kind = 'Savings deposit' THEN change END),
		('saved', d.on_day, NULL, CASE WHEN account_kind = 'savings' THEN change END),
		('repaid', d.on_day, NULL, CASE WHEN account_kind = 'loan' AND kind IN ('Loan repayment', 'Loan set-off')
			OR code = 'CASH' AND kind = 'Loan settlement' THEN -change END),
		('paid out', d.on_day, NULL, CASE WHEN code = 'MBW' AND kind = 'Loan disbursement' AND change < 0 THEN -change END),
		('collected', d.on_day - extract(isodow FROM d.on_day)::int + 1, agent,
			CASE WHEN code = 'AGENT' AND kind IN ('Savings deposit', 'Loan repayment') THEN -change END)
	) s ("of", day, agent_id, amount) WHERE s.amount IS NOT NULL
$$;
