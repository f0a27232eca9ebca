-- last release: it neither reads nor writes agents' statements and payouts
ALTER TABLE "agent_statements" ADD COLUMN "paid_before" bigint;
--> statement-breakpoint
ALTER TABLE "savings" ADD COLUMN "paid_out_through" date;
--> statement-breakpoint
-- For every writer: only an approved statement is paid, and with what the old books paid of it never more than its total.
CREATE OR REPLACE FUNCTION keep_agent_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	statement record;
	paid bigint;
BEGIN
	SELECT reference, state, total, coalesce(paid_before, 0) AS paid_before INTO statement
		FROM agent_statements WHERE id = NEW.statement_id FOR UPDATE;
	SELECT coalesce(sum(amount), 0) + statement.paid_before INTO paid FROM agent_payments WHERE statement_id = NEW.statement_id;
	IF statement.state IS DISTINCT FROM 2 OR sign(NEW.amount) <> sign(statement.total)
		OR abs(paid + NEW.amount) > abs(statement.total)
	THEN
		RAISE EXCEPTION 'statement % is not to be paid with that', statement.reference USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
-- Statements that an import took over go with it when it is undone.
DROP TRIGGER agent_statements_keep ON "agent_statements";
--> statement-breakpoint
CREATE TRIGGER agent_statements_keep BEFORE TRUNCATE ON "agent_statements"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER agent_statements_keep_own BEFORE DELETE ON "agent_statements"
	FOR EACH ROW WHEN (OLD.paid_before IS NULL) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
DROP TRIGGER agent_statement_rows_append_only ON "agent_statement_rows";
--> statement-breakpoint
CREATE TRIGGER agent_statement_rows_append_only BEFORE UPDATE OR TRUNCATE ON "agent_statement_rows"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION keep_statement_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM agent_statements WHERE id = OLD.statement_id AND paid_before IS NULL) THEN
		RAISE EXCEPTION 'rows of statements are never deleted' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER agent_statement_rows_keep_own BEFORE DELETE ON "agent_statement_rows"
	FOR EACH ROW EXECUTE FUNCTION keep_statement_row();
--> statement-breakpoint
-- For every writer: a withdrawal that an agent pays is settled once, until its payment is reversed, and keeps what it was but for its day.
CREATE OR REPLACE FUNCTION keep_agent_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.reason <> OLD.reason AND public.only_erases(
		(SELECT customer_id FROM public.withdrawals WHERE id = OLD.withdrawal_id), to_jsonb(OLD), to_jsonb(NEW), ARRAY['reason']) THEN
		RETURN NEW;
	END IF;
	IF (NEW.id, NEW.withdrawal_id, NEW.created_at) <> (OLD.id, OLD.withdrawal_id, OLD.created_at) OR OLD.state <> 'to pay'
		AND NOT (OLD.state = 'paid' AND NEW.state = 'to pay' AND NEW.pay_on = OLD.pay_on
			AND EXISTS (SELECT FROM ledger_entries WHERE reverses_id = OLD.entry_id)) THEN
		RAISE EXCEPTION 'the payment of withdrawal % is settled once', OLD.withdrawal_id USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
