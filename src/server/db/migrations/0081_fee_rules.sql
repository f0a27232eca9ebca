-- last release: it disburses loans without fees as before; one with fees, which only this release makes, it can't disburse
CREATE TRIGGER loan_fees_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "loan_fees"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER fee_payments_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "fee_payments"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- What a fee costs, and of whom, is what customers were told.
CREATE FUNCTION keep_fee() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF to_jsonb(NEW) - 'status' <> to_jsonb(OLD) - 'status' THEN
		RAISE EXCEPTION 'fee % never changes, but for its status', OLD.id USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER fees_kept BEFORE UPDATE ON "fees" FOR EACH ROW EXECUTE FUNCTION keep_fee();
--> statement-breakpoint
-- A loan is paid out with its fees: those before it were paid, the others are kept back by its entry.
CREATE FUNCTION keep_loan_fees() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM loan_fees f WHERE f.loan_id = NEW.id AND NOT EXISTS (
			SELECT FROM fee_payments p WHERE p.loan_id = f.loan_id AND p.fee_id = f.fee_id AND p.amount = f.amount
				AND (f.moment = 'kept-back') = (p.entry_id = NEW.disbursement_entry_id)
				AND NOT EXISTS (SELECT FROM fee_payments r WHERE r.reverses_id = p.id))) THEN
		RAISE EXCEPTION 'loan % is paid out without its fees', NEW.reference USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER loans_fees AFTER UPDATE ON "loans" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN (OLD.disbursement_entry_id IS NULL AND NEW.disbursement_entry_id IS NOT NULL) EXECUTE FUNCTION keep_loan_fees();
