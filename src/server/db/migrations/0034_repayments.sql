ALTER TABLE "loan_history" DROP CONSTRAINT "loan_history_reference_unique";--> statement-breakpoint
ALTER TABLE "loan_history" DROP CONSTRAINT "loan_history_entryId_unique";--> statement-breakpoint
ALTER TABLE "loan_history" DROP CONSTRAINT "loan_history_amounts";--> statement-breakpoint
ALTER TABLE "loan_history" ADD COLUMN "reverses_id" bigint;--> statement-breakpoint
ALTER TABLE "loan_repayment_schedule" ADD COLUMN "penalty_paid" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "next_due" date;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "interest_paid" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_history" ADD CONSTRAINT "loan_history_reverses_id_loan_history_id_fk" FOREIGN KEY ("reverses_id") REFERENCES "public"."loan_history"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "loan_history_reference_index" ON "loan_history" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "loans_next_due" ON "loans" USING btree ("next_due","id") WHERE "loans"."next_due" is not null;--> statement-breakpoint
ALTER TABLE "loan_history" ADD CONSTRAINT "loan_history_reversesId_unique" UNIQUE("reverses_id");--> statement-breakpoint
ALTER TABLE "loan_history" ADD CONSTRAINT "loan_history_entryId_instalmentId_unique" UNIQUE("entry_id","instalment_id");--> statement-breakpoint
ALTER TABLE "loan_history" ADD CONSTRAINT "loan_history_amounts" CHECK (case when "loan_history"."reverses_id" is null then "loan_history"."repayment" >= 0 and "loan_history"."penalty" >= 0
        else "loan_history"."kind" = 'repayment' and "loan_history"."repayment" < 0 and "loan_history"."penalty" <= 0 end
        and ("loan_history"."kind" <> 'repayment' or abs("loan_history"."penalty") <= abs("loan_history"."repayment")));--> statement-breakpoint
-- What was paid before: penalties first, the interest in proportion, rounded down in sum.
UPDATE loan_repayment_schedule s SET penalty_paid = h.penalty
	FROM (SELECT instalment_id, sum(penalty) AS penalty FROM loan_history WHERE kind = 'repayment' GROUP BY instalment_id) h
	WHERE h.instalment_id = s.id AND h.penalty > 0;--> statement-breakpoint
UPDATE loans l SET
		next_due = CASE WHEN l.loan_status = 'active' THEN s.next_due END,
		interest_paid = floor(l.interest_amount::numeric * s.repaid / l.total_payable)
	FROM (SELECT loan_id, min(due_date) FILTER (WHERE status = 'pending') AS next_due, sum(paid - penalty_paid) AS repaid
		FROM loan_repayment_schedule GROUP BY loan_id) s
	WHERE s.loan_id = l.id;--> statement-breakpoint
ALTER TABLE "loan_repayment_schedule" ADD CONSTRAINT "loan_repayment_schedule_penalty_paid" CHECK ("loan_repayment_schedule"."penalty_paid" between 0 and "loan_repayment_schedule"."penalty" and "loan_repayment_schedule"."paid" - "loan_repayment_schedule"."penalty_paid" between 0 and "loan_repayment_schedule"."amount");--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_next_due" CHECK (("loans"."loan_status" = 'active') = ("loans"."next_due" is not null));--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_interest_paid" CHECK ("loans"."interest_paid" between 0 and "loans"."interest_amount"
        and ("loans"."loan_status" <> 'paid' or "loans"."interest_paid" = "loans"."interest_amount"));--> statement-breakpoint
-- A paid loan becomes active again when a repayment is reversed.
CREATE OR REPLACE FUNCTION keep_loan_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	new_rate boolean := NEW.interest_basis_points <> OLD.interest_basis_points;
	withdrawn boolean := new_rate AND OLD.application_status = 'in-progress' AND NEW.application_status = 'pending';
	undecided boolean := OLD.application_status = 'pending' AND NEW.application_status = 'pending';
BEGIN
	IF NEW.application_status <> OLD.application_status AND NOT withdrawn
			AND (OLD.application_status, NEW.application_status) NOT IN (
				('pending', 'in-progress'), ('pending', 'rejected'),
				('in-progress', 'approved'), ('in-progress', 'rejected'))
		OR NEW.loan_status <> OLD.loan_status
			AND (OLD.loan_status, NEW.loan_status) NOT IN (('non-active', 'active'), ('active', 'paid'), ('paid', 'active'))
		OR NOT undecided
			AND (NEW.customer_id, NEW.amount, NEW.instalment_period, NEW.instalment_times)
				<> (OLD.customer_id, OLD.amount, OLD.instalment_period, OLD.instalment_times)
		OR NOT undecided AND NOT withdrawn
			AND (NEW.interest_basis_points, NEW.interest_amount, NEW.total_payable, NEW.instalment_amount)
				<> (OLD.interest_basis_points, OLD.interest_amount, OLD.total_payable, OLD.instalment_amount)
		OR OLD.application_status <> 'pending' AND NOT withdrawn
			AND (NEW.first_approval_id, NEW.first_approval_date, NEW.first_approval_comment)
				IS DISTINCT FROM (OLD.first_approval_id, OLD.first_approval_date, OLD.first_approval_comment)
		OR OLD.application_status IN ('approved', 'rejected')
			AND (NEW.account_id, NEW.disbursement_entry_id)
				IS DISTINCT FROM (OLD.account_id, OLD.disbursement_entry_id)
	THEN
		RAISE EXCEPTION 'loan % is decided once, in its order', OLD.reference USING ERRCODE = 'restrict_violation';
	END IF;
	IF new_rate AND NOT EXISTS (
		SELECT FROM (SELECT * FROM loan_rate_changes WHERE loan_id = OLD.id ORDER BY id DESC LIMIT 1) last
		WHERE (last.from_basis_points, last.to_basis_points) = (OLD.interest_basis_points, NEW.interest_basis_points)
			AND (last.withdrawn_approval_id, last.withdrawn_approval_date, last.withdrawn_approval_comment)
				IS NOT DISTINCT FROM (OLD.first_approval_id, OLD.first_approval_date, OLD.first_approval_comment))
	THEN
		RAISE EXCEPTION 'the change of rate of loan % is not recorded', OLD.reference
			USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
