-- last release: counts, decides and refuses as before; only search texts have other words, and names with marks or apostrophes are found without them
-- What remains of a text for comparing and searching names, as domain/text/fold.ts; a test compares the two.
CREATE FUNCTION fold_letters(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT replace(replace(replace(replace(replace(replace(replace(replace(translate(lower(regexp_replace(normalize(value, NFKD),
			'[\U000e0000-\U000e01ef' ||
			'\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad"''`\u02b9-\u02df\u0300-\u036f\u0483-\u0489\u055a' ||
			'\u0591-\u05c7\u05f3\u05f4\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed' ||
			'\u07eb-\u07f5\u115f\u1160\u17b4\u17b5\u1806\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u2015\u2018-\u201f' ||
			'\u202a-\u202e\u2032-\u2037\u2043\u2060-\u206f\u20d0-\u20ff\u2212\u2e3a\u2e3b\u3164\ua78b\ua78c\ufe00-\ufe0f' ||
			'\ufe20-\ufe2f\ufeff\ufff9-\ufffb-' ||
			']', '', 'g') COLLATE "C"),
			E'\t\n\x0B\f\r\u0085\u1680\u2028\u2029' ||
			'ıȷƙɗɓƴɖɛəǝɔŋɲƒɣʋɩɪʊøđðħłŧɨʉƥƭɠʄɦƈʂɾς' ||
			'ƘƊƁƳƉƐƏƎƆŊƝƑƔƲƖƱØĐÐĦŁŦƗɄƤƬƓƇ' ||
			'٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹߀߁߂߃߄߅߆߇߈߉' ||
			'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ' ||
			'ЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐӘӨҮҰҺҚҒҢ',
			'         ' ||
			'ijkdbydeeeonnfgviiuoddhltiuptgjhcsrσ' ||
			'kdbydeeeonnfgviuoddhltiuptgc' ||
			'012345678901234567890123456789' ||
			'αβγδεζηθικλμνξοπρστυφχψω' ||
			'ђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяґәөүұһқғң'), 'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th')
$$;
--> statement-breakpoint
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE WHEN value ~ '^[ -~]*$' THEN translate(lower(value), '"''`-', '') ELSE public.fold_letters(value) END
$$;
--> statement-breakpoint
-- A part of a name in one word: Ade Bayo and Ade-Bayo are Adebayo.
CREATE FUNCTION fold_name(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT replace(public.fold_text(value), ' ', '')
$$;
--> statement-breakpoint
-- A whole name; of more than two words it is also one word.
CREATE FUNCTION fold_person(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT public.fold_text(value) || CASE WHEN public.fold_text(value) ~ ' .* ' THEN ' ' || public.fold_name(value) ELSE '' END
$$;
--> statement-breakpoint
-- A line of text whose references keep their hyphens: these precede a digit.
CREATE FUNCTION fold_line(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT replace(public.fold_text(regexp_replace(value, '-(?=[0-9])', E'\uE000', 'g')), E'\uE000', '-')
$$;
--> statement-breakpoint
ALTER TABLE "customers" ALTER COLUMN "search_text" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "customers" ALTER COLUMN "search_text" SET DEFAULT '';--> statement-breakpoint
CREATE FUNCTION keep_customer_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_text := concat_ws(' ', public.fold_name(NEW.first_name), public.fold_name(NEW.last_name), NEW.phone_number,
		'cu-' || lpad(NEW.id::text, greatest(6, length(NEW.id::text)), '0'));
	RETURN NEW;
END $$;
--> statement-breakpoint
-- Before customers_updated_at, by its name.
CREATE TRIGGER customers_folded BEFORE INSERT OR UPDATE OF search_text, first_name, last_name, phone_number, id ON "customers"
	FOR EACH ROW EXECUTE FUNCTION keep_customer_search_text();
--> statement-breakpoint
-- Another search text of the same names is no change of the customer.
DROP TRIGGER customers_updated_at ON "customers";--> statement-breakpoint
CREATE TRIGGER customers_updated_at BEFORE UPDATE ON "customers" FOR EACH ROW
	WHEN (OLD.search_text = NEW.search_text OR (OLD.first_name, OLD.last_name, OLD.phone_number)
		IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.phone_number))
	EXECUTE FUNCTION keep_updated_at();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	customer record;
BEGIN
	SELECT search_text, is_deleted INTO customer FROM customers WHERE id = NEW.customer_id FOR SHARE;
	IF TG_TABLE_NAME = 'guarantors' THEN
		NEW.search_text := search_text_of(
			concat_ws(' ', fold_name(NEW.first_name), fold_name(NEW.last_name), NEW.phone,
				(SELECT reference FROM loans WHERE id = NEW.loan_id)),
			customer.search_text, customer.is_deleted);
	ELSIF TG_TABLE_NAME = 'customer_reassignments' AND customer.is_deleted THEN
		NEW.search_text := '';
	ELSIF TG_TABLE_NAME = 'loan_changes' THEN
		NEW.search_text := search_text_of(
			NEW.reference || ' ' || (SELECT reference FROM loans WHERE id = NEW.loan_id),
			customer.search_text, customer.is_deleted);
	ELSE
		NEW.search_text := search_text_of(NEW.reference, customer.search_text, customer.is_deleted);
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE FUNCTION keep_agent_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_text := concat_ws(' ', public.fold_person(NEW.name), lower(NEW.email), NEW.phone_number);
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER agents_search_text BEFORE INSERT OR UPDATE OF search_text, name, email, phone_number ON "agents"
	FOR EACH ROW EXECUTE FUNCTION keep_agent_search_text();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_cash_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_text := lower(NEW.reference) || ' ' || (SELECT public.fold_person(name) FROM agents WHERE id = NEW.agent_id);
	RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER remittances_search_text ON "remittances";--> statement-breakpoint
CREATE TRIGGER remittances_search_text BEFORE INSERT OR UPDATE OF search_text ON "remittances"
	FOR EACH ROW EXECUTE FUNCTION keep_cash_search_text();
--> statement-breakpoint
DROP TRIGGER cash_differences_search_text ON "cash_differences";--> statement-breakpoint
CREATE TRIGGER cash_differences_search_text BEFORE INSERT OR UPDATE OF search_text ON "cash_differences"
	FOR EACH ROW EXECUTE FUNCTION keep_cash_search_text();
--> statement-breakpoint
DROP TRIGGER collections_search_text ON "collections";--> statement-breakpoint
CREATE TRIGGER collections_search_text BEFORE INSERT OR UPDATE OF search_text ON "collections"
	FOR EACH ROW EXECUTE FUNCTION keep_cash_search_text();
--> statement-breakpoint
-- The search text alone can be written, and becomes what its trigger makes of the row.
CREATE FUNCTION keep_but_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF to_jsonb(NEW) - 'search_text' <> to_jsonb(OLD) - 'search_text' THEN
		RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER remittances_append_only ON "remittances";--> statement-breakpoint
CREATE TRIGGER remittances_append_only BEFORE DELETE OR TRUNCATE ON "remittances"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER remittances_kept BEFORE UPDATE ON "remittances" FOR EACH ROW EXECUTE FUNCTION keep_but_search_text();
--> statement-breakpoint
DROP TRIGGER collections_append_only ON "collections";--> statement-breakpoint
CREATE TRIGGER collections_append_only BEFORE DELETE OR TRUNCATE ON "collections"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER collections_kept BEFORE UPDATE ON "collections" FOR EACH ROW EXECUTE FUNCTION keep_but_search_text();
--> statement-breakpoint
ALTER TABLE "admin_activity" ALTER COLUMN "search_text" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "admin_activity" ALTER COLUMN "search_text" SET DEFAULT '';--> statement-breakpoint
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
	ELSIF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'search_text' <> to_jsonb(OLD) - 'search_text' THEN
		RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_activity_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search_text := public.fold_line(concat_ws(' ', NEW.description, NEW.subject_name, NEW.subject_reference));
	RETURN NEW;
END $$;
--> statement-breakpoint
-- After admin_activity_forget_name, by its name.
CREATE TRIGGER admin_activity_search_text BEFORE INSERT OR UPDATE ON "admin_activity"
	FOR EACH ROW EXECUTE FUNCTION keep_activity_search_text();
