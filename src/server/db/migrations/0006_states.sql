-- Whoever writes: a loan is approved twice, in its order, or rejected, and what was decided stands.
CREATE FUNCTION keep_loan_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.application_status <> OLD.application_status
			AND (OLD.application_status, NEW.application_status) NOT IN (
				('pending', 'in-progress'), ('pending', 'rejected'),
				('in-progress', 'approved'), ('in-progress', 'rejected'))
		OR NEW.loan_status <> OLD.loan_status
			AND (OLD.loan_status, NEW.loan_status) NOT IN (('non-active', 'active'), ('active', 'paid'))
		OR OLD.application_status IN ('approved', 'rejected')
			AND (NEW.customer_id, NEW.amount, NEW.interest_amount, NEW.total_payable, NEW.account_id, NEW.disbursement_entry_id)
				IS DISTINCT FROM
				(OLD.customer_id, OLD.amount, OLD.interest_amount, OLD.total_payable, OLD.account_id, OLD.disbursement_entry_id)
	THEN
		RAISE EXCEPTION 'loan % is decided once, in its order', OLD.reference USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER loans_order BEFORE UPDATE ON "loans" FOR EACH ROW EXECUTE FUNCTION keep_loan_order();
--> statement-breakpoint
-- The same for a fund request: 0 first decision, 1 second, 2 approved, 3 rejected.
CREATE FUNCTION keep_request_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.initial_status <> OLD.initial_status
			AND (OLD.initial_status, NEW.initial_status) NOT IN ((0, 1), (0, 3), (1, 2), (1, 3))
		OR (NEW.amount, NEW.type, NEW.flag, NEW.requested_by) <> (OLD.amount, OLD.type, OLD.flag, OLD.requested_by)
		OR OLD.entry_id IS NOT NULL AND NEW.entry_id IS DISTINCT FROM OLD.entry_id
	THEN
		RAISE EXCEPTION 'request % is decided once, in its order', OLD.reference USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER fund_requests_order BEFORE UPDATE ON "fund_requests"
	FOR EACH ROW EXECUTE FUNCTION keep_request_order();
