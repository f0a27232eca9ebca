-- last release: its triggers refuse all that they refused, but the erasing of words about a customer whom only this release marks as anonymised
ALTER TABLE "customers" ADD COLUMN "anonymised_at" timestamp with time zone;
--> statement-breakpoint
CREATE FUNCTION is_anonymised(customer bigint) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
	RETURN EXISTS (SELECT FROM public.customers WHERE id = customer AND anonymised_at IS NOT NULL);
END $$;
--> statement-breakpoint
-- Whether a change erases words about an anonymised customer and leaves all else, amounts and decisions among it, as it is.
CREATE FUNCTION only_erases(customer bigint, before jsonb, after jsonb, words text[]) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
	RETURN before - words = after - words AND public.is_anonymised(customer) AND NOT EXISTS (
		SELECT FROM unnest(words) word
		WHERE after ->> word IS DISTINCT FROM before ->> word AND coalesce(after ->> word, '') <> '');
END $$;
--> statement-breakpoint
DROP TRIGGER loans_order ON "loans";
--> statement-breakpoint
CREATE TRIGGER loans_order BEFORE UPDATE ON "loans" FOR EACH ROW
	WHEN (NEW.first_approval_comment IS NOT DISTINCT FROM OLD.first_approval_comment
		OR NOT only_erases(NEW.customer_id, to_jsonb(OLD), to_jsonb(NEW), ARRAY['description', 'first_approval_comment', 'rejection_reason']))
	EXECUTE FUNCTION keep_loan_order();
--> statement-breakpoint
DROP TRIGGER loan_changes_order ON "loan_changes";
--> statement-breakpoint
CREATE TRIGGER loan_changes_order BEFORE UPDATE ON "loan_changes" FOR EACH ROW
	WHEN (NEW.reason = OLD.reason
		OR NOT only_erases(NEW.customer_id, to_jsonb(OLD), to_jsonb(NEW), ARRAY['reason', 'first_comment', 'second_comment']))
	EXECUTE FUNCTION keep_approvals();
--> statement-breakpoint
DROP TRIGGER reversals_decided ON "reversals";
--> statement-breakpoint
CREATE TRIGGER reversals_decided BEFORE UPDATE OF id, reference, original_id, customer_id, amount, reason, status,
		requested_by, recorded_by, decided_by, decided_at, comment, entry_id, created_at ON "reversals" FOR EACH ROW
	WHEN (NEW.reason = OLD.reason
		OR NOT only_erases(NEW.customer_id, to_jsonb(OLD), to_jsonb(NEW), ARRAY['reason', 'comment']))
	EXECUTE FUNCTION keep_reversal();
--> statement-breakpoint
-- A pending withdrawal holds its amount in the main wallet; a decided one never changes, but for its words.
CREATE OR REPLACE FUNCTION hold_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	change bigint := CASE WHEN NEW.status = 'pending' THEN NEW.amount ELSE 0 END;
BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF NEW.description <> OLD.description
			AND only_erases(NEW.customer_id, to_jsonb(OLD), to_jsonb(NEW), ARRAY['description', 'rejection_reason']) THEN
			RETURN NULL;
		END IF;
		IF (NEW.id, NEW.reference, NEW.customer_id, NEW.amount, NEW.requested_by, NEW.created_at)
				<> (OLD.id, OLD.reference, OLD.customer_id, OLD.amount, OLD.requested_by, OLD.created_at)
			OR OLD.status <> 'pending' AND (OLD.entry_id IS NOT NULL OR (NEW.status, NEW.decided_by, NEW.decided_at)
				<> (OLD.status, OLD.decided_by, OLD.decided_at)) THEN
			RAISE EXCEPTION 'a withdrawal is decided once' USING ERRCODE = 'restrict_violation';
		END IF;
		change := change - CASE WHEN OLD.status = 'pending' THEN OLD.amount ELSE 0 END;
	END IF;
	IF change <> 0 THEN
		UPDATE ledger_accounts SET held = held + change WHERE kind = 'customer' AND customer_id = NEW.customer_id;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Of an entry, and of a change of a loan's rate, nothing changes but the words about an anonymised customer.
CREATE FUNCTION erase_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	customer bigint := CASE WHEN TG_TABLE_NAME = 'ledger_entries' THEN (to_jsonb(OLD) ->> 'customer_id')::bigint
		ELSE (SELECT customer_id FROM public.loans WHERE id = (to_jsonb(OLD) ->> 'loan_id')::bigint) END;
BEGIN
	IF customer IS NULL OR NOT public.only_erases(customer, to_jsonb(OLD), to_jsonb(NEW), TG_ARGV) THEN
		RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER ledger_entries_append_only ON "ledger_entries";
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR TRUNCATE OR UPDATE OF id, reference, kind, made_at, admin_id, agent_id,
		customer_id, activity_reference, reverses_id ON "ledger_entries"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_erase BEFORE UPDATE ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION erase_words('reason');
--> statement-breakpoint
DROP TRIGGER loan_rate_changes_append_only ON "loan_rate_changes";
--> statement-breakpoint
CREATE TRIGGER loan_rate_changes_append_only BEFORE DELETE OR TRUNCATE OR UPDATE OF id, loan_id, admin_id, from_basis_points,
		to_basis_points, withdrawn_approval_id, withdrawn_approval_date, created_at ON "loan_rate_changes"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER loan_rate_changes_erase BEFORE UPDATE ON "loan_rate_changes"
	FOR EACH ROW EXECUTE FUNCTION erase_words('withdrawn_approval_comment');
--> statement-breakpoint
-- In the activity log the name of an anonymised customer gives way to 'Former customer 12', as that of a deleted admin does to theirs.
CREATE OR REPLACE FUNCTION forget_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF public.is_forgotten(NEW.subject) THEN
		NEW.subject_name := 'Deleted ' || NEW.subject;
		NEW.subject_role := NULL;
		NEW.subject_reference := NULL;
	ELSIF NEW.subject_customer_id IS NOT NULL AND public.is_anonymised(NEW.subject_customer_id) THEN
		NEW.subject_name := 'Former customer ' || NEW.subject_customer_id;
		NEW.subject_role := NULL;
		IF TG_OP = 'UPDATE' THEN
			NEW.subject_reference := OLD.subject_reference;
		END IF;
	ELSIF TG_OP = 'UPDATE' THEN
		RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
