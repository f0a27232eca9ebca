-- last release: it requests reversals of customers' movements alone, and lists no others; it neither reads nor writes cycles, agents' payments and payouts
ALTER TABLE "reversals" ALTER COLUMN "customer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "savings_cycles" ADD COLUMN "waived" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "savings_cycles" ADD CONSTRAINT "savings_cycles_waived" CHECK ("savings_cycles"."waived" >= 0);
--> statement-breakpoint
-- What a search looks through: the reference, the original's, and the customer's text, if it has a customer.
CREATE OR REPLACE FUNCTION keep_reversal_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	customer record;
BEGIN
	SELECT search_text, is_deleted INTO customer FROM customers WHERE id = NEW.customer_id FOR SHARE;
	NEW.search_text := search_text_of(
		NEW.reference || ' ' || (SELECT reference FROM ledger_entries WHERE id = NEW.original_id),
		customer.search_text, coalesce(customer.is_deleted, true));
	RETURN NEW;
END $$;
--> statement-breakpoint
-- For every writer: only an approved statement is paid, and with what the old books paid of it never more than its total. What was
-- reversed can be paid again.
CREATE OR REPLACE FUNCTION keep_agent_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	statement record;
	paid bigint;
BEGIN
	SELECT reference, state, total, coalesce(paid_before, 0) AS paid_before INTO statement
		FROM agent_statements WHERE id = NEW.statement_id FOR UPDATE;
	SELECT coalesce(sum(amount), 0) + statement.paid_before INTO paid FROM agent_payments p
		WHERE statement_id = NEW.statement_id AND NOT EXISTS (SELECT FROM ledger_entries r WHERE r.reverses_id = p.entry_id);
	IF statement.state IS DISTINCT FROM 2 OR sign(NEW.amount) <> sign(statement.total)
		OR abs(paid + NEW.amount) > abs(statement.total)
	THEN
		RAISE EXCEPTION 'statement % is not to be paid with that', statement.reference USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
-- For every writer: a withdrawal that an agent pays is settled once, until its payment or cancellation is reversed, and keeps what it was but for its day.
CREATE OR REPLACE FUNCTION keep_agent_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.reason <> OLD.reason AND public.only_erases(
		(SELECT customer_id FROM public.withdrawals WHERE id = OLD.withdrawal_id), to_jsonb(OLD), to_jsonb(NEW), ARRAY['reason']) THEN
		RETURN NEW;
	END IF;
	IF (NEW.id, NEW.withdrawal_id, NEW.created_at) <> (OLD.id, OLD.withdrawal_id, OLD.created_at) OR OLD.state <> 'to pay'
		AND NOT (NEW.state = 'to pay' AND NEW.pay_on = OLD.pay_on
			AND EXISTS (SELECT FROM ledger_entries WHERE reverses_id = OLD.entry_id)) THEN
		RAISE EXCEPTION 'the payment of withdrawal % is settled once', OLD.withdrawal_id USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
