-- For every writer: a batch is decided once, and what was requested does not change.
CREATE FUNCTION keep_payout_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.status <> 'pending' OR (NEW.id, NEW.reference, NEW.paid, NEW.wallets, NEW.total, NEW.requested_by, NEW.created_at)
			<> (OLD.id, OLD.reference, OLD.paid, OLD.wallets, OLD.total, OLD.requested_by, OLD.created_at)
		OR NEW.pay_on IS DISTINCT FROM OLD.pay_on
	THEN
		RAISE EXCEPTION 'payout % is decided once', OLD.reference USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payout_batches_decided_once BEFORE UPDATE ON "payout_batches"
	FOR EACH ROW EXECUTE FUNCTION keep_payout_batch();
--> statement-breakpoint
CREATE TRIGGER payout_batches_keep BEFORE DELETE OR TRUNCATE ON "payout_batches"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION keep_payout_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT OLD.is_undecided OR (NEW.id, NEW.batch_id, NEW.savings_id, NEW.customer_id, NEW.from_day, NEW.through_day, NEW.saved, NEW.amount)
			<> (OLD.id, OLD.batch_id, OLD.savings_id, OLD.customer_id, OLD.from_day, OLD.through_day, OLD.saved, OLD.amount)
	THEN
		RAISE EXCEPTION 'wallet % of payout % is decided once', OLD.savings_id, OLD.batch_id USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payout_items_decided_once BEFORE UPDATE ON "payout_items"
	FOR EACH ROW EXECUTE FUNCTION keep_payout_item();
--> statement-breakpoint
CREATE TRIGGER payout_items_keep BEFORE DELETE OR TRUNCATE ON "payout_items"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- At commit a batch has its wallets and its total, and all of them are undecided, paid out, or not paid out as it is decided.
CREATE FUNCTION check_payout_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (
		SELECT FROM payout_batches b LEFT JOIN (
			SELECT batch_id, count(*) AS wallets, sum(amount) AS total, count(entry_id) AS moved, count(withdrawal_id) AS paid,
				count(*) FILTER (WHERE is_undecided) AS undecided
			FROM payout_items WHERE batch_id = NEW.id GROUP BY 1) i ON i.batch_id = b.id
		WHERE b.id = NEW.id AND (i.wallets, i.total, i.moved, i.paid, i.undecided) IS DISTINCT FROM (b.wallets::bigint, b.total,
			CASE WHEN b.status = 'approved' THEN b.wallets ELSE 0 END::bigint,
			CASE WHEN b.status = 'approved' AND b.paid <> 'main wallet' THEN b.wallets ELSE 0 END::bigint,
			CASE WHEN b.status = 'pending' THEN b.wallets ELSE 0 END::bigint)
	) THEN
		RAISE EXCEPTION 'payout % is not what its wallets are', NEW.reference
			USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_whole', TABLE = TG_TABLE_NAME;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER payout_batches_whole AFTER INSERT OR UPDATE ON "payout_batches"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_payout_batch();
