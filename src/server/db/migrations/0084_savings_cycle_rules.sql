-- last release: it counts no deposit in a cycle, and would take a commission for a charge a month: on wallets with cycles, which only newer servers open, it is refused
-- For every writer: a deposit into a wallet with cycles counts in one of them, and no month's charge is taken from it.
CREATE FUNCTION keep_cycles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.cycle_id IS NOT NULL THEN
		IF NEW.kind NOT IN ('deposit', 'commission')
			OR NOT EXISTS (SELECT FROM savings_cycles WHERE id = NEW.cycle_id AND savings_id = NEW.savings_id) THEN
			RAISE EXCEPTION 'the cycle of % is of another wallet', NEW.reference USING ERRCODE = 'restrict_violation';
		END IF;
	ELSIF NEW.kind = 'commission' OR EXISTS (SELECT FROM savings WHERE id = NEW.savings_id AND commission_kind <> 'none'
		AND NOT (commission_kind = 'amount' AND cycle_kind = 'month' AND taken = 'end')) THEN
		RAISE EXCEPTION '% of a wallet with cycles is of none', NEW.reference USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER savings_history_cycles BEFORE INSERT ON "savings_history" FOR EACH ROW
	WHEN (NEW.cycle_id IS NOT NULL OR NEW.kind IN ('deposit', 'charge', 'commission') AND NEW.status = 'approved')
	EXECUTE FUNCTION keep_cycles();
--> statement-breakpoint
-- A cycle's days and contribution, and what was taken over from the old books, never change; it is never deleted.
CREATE FUNCTION keep_cycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (NEW.id, NEW.savings_id, NEW.number, NEW.from_day, NEW.through_day, NEW.fixed_amount, NEW.paid_before, NEW.taken_before, NEW.created_at)
		IS DISTINCT FROM (OLD.id, OLD.savings_id, OLD.number, OLD.from_day, OLD.through_day, OLD.fixed_amount, OLD.paid_before, OLD.taken_before,
			OLD.created_at) THEN
		RAISE EXCEPTION 'cycle % of wallet % stays as it is', OLD.number, OLD.savings_id USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER savings_cycles_kept BEFORE UPDATE ON "savings_cycles" FOR EACH ROW EXECUTE FUNCTION keep_cycle();
--> statement-breakpoint
CREATE TRIGGER savings_cycles_keep BEFORE DELETE OR TRUNCATE ON "savings_cycles"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The terms of a wallet never change.
CREATE FUNCTION keep_commission_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the terms of wallet % stay as they were at its opening', OLD.reference USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER savings_commission_terms BEFORE UPDATE OF commission_kind, commission_basis_points, cycle_kind, cycle_days, taken ON "savings"
	FOR EACH ROW WHEN ((NEW.commission_kind, NEW.commission_basis_points, NEW.cycle_kind, NEW.cycle_days, NEW.taken)
		IS DISTINCT FROM (OLD.commission_kind, OLD.commission_basis_points, OLD.cycle_kind, OLD.cycle_days, OLD.taken))
	EXECUTE FUNCTION keep_commission_terms();
