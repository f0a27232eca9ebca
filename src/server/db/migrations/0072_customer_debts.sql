-- last release: it neither reads nor writes the table, and its own tables get the same rows
CREATE TABLE "customer_debts" (
	"id" bigint PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"is_active" boolean NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"owed" bigint DEFAULT 0 NOT NULL,
	"next_due" date
);
--> statement-breakpoint
ALTER TABLE "customer_debts" ADD CONSTRAINT "customer_debts_id_customers_id_fk" FOREIGN KEY ("id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_debts_owed" ON "customer_debts" USING btree ("owed","id","next_due","is_active");--> statement-breakpoint
CREATE INDEX "customer_debts_due" ON "customer_debts" USING btree ("next_due","id","owed") WHERE "customer_debts"."next_due" is not null;--> statement-breakpoint
CREATE INDEX "customer_debts_page" ON "customer_debts" USING btree ("created_at","id","next_due","owed") WHERE "customer_debts"."next_due" is not null;--> statement-breakpoint
CREATE INDEX "customer_debts_name" ON "customer_debts" USING btree ("name_key","id","next_due","owed") WHERE "customer_debts"."next_due" is not null;--> statement-breakpoint
CREATE INDEX "customer_debts_reference" ON "customer_debts" USING btree ("id","next_due","owed") WHERE "customer_debts"."next_due" is not null;
--> statement-breakpoint
-- A row that is missing yet is made first, so that a change and the migration that makes all rows wait for each other. The row is
-- locked before the loans are read: of two changes of a customer's loans, the second sees the first.
CREATE FUNCTION count_debt(customer bigint) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
	INSERT INTO customer_debts (id, created_at, is_active, name_key)
		SELECT id, created_at, is_active, lower(first_name || ' ' || last_name) FROM customers
		WHERE id = customer AND NOT is_deleted ON CONFLICT DO NOTHING;
	PERFORM FROM customer_debts WHERE id = customer FOR UPDATE;
	UPDATE customer_debts SET (owed, next_due) =
		(SELECT coalesce(sum(o.owed), 0), min(o.next_due) FROM open_loans o WHERE o.customer_id = customer) WHERE id = customer;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_debt_of_loan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM count_debt(CASE TG_OP WHEN 'DELETE' THEN OLD.customer_id ELSE NEW.customer_id END);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER open_loans_debt_new AFTER INSERT OR DELETE ON "open_loans"
	FOR EACH ROW EXECUTE FUNCTION keep_debt_of_loan();
--> statement-breakpoint
CREATE TRIGGER open_loans_debt AFTER UPDATE OF owed, next_due ON "open_loans" FOR EACH ROW
	WHEN ((NEW.owed, NEW.next_due) IS DISTINCT FROM (OLD.owed, OLD.next_due)) EXECUTE FUNCTION keep_debt_of_loan();
--> statement-breakpoint
CREATE FUNCTION keep_debts_of_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO customer_debts (id, created_at, is_active, name_key)
			SELECT id, created_at, is_active, lower(first_name || ' ' || last_name) FROM made WHERE NOT is_deleted;
	ELSIF NEW.is_deleted THEN
		DELETE FROM customer_debts WHERE id = NEW.id;
	ELSE
		PERFORM count_debt(NEW.id);
		UPDATE customer_debts SET is_active = NEW.is_active, name_key = lower(NEW.first_name || ' ' || NEW.last_name)
			WHERE id = NEW.id;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER customers_debts_new AFTER INSERT ON "customers" REFERENCING NEW TABLE AS made
	FOR EACH STATEMENT EXECUTE FUNCTION keep_debts_of_customers();
--> statement-breakpoint
CREATE TRIGGER customers_debts AFTER UPDATE OF is_active, is_deleted, first_name, last_name ON "customers" FOR EACH ROW
	WHEN ((NEW.is_active, NEW.is_deleted, NEW.first_name, NEW.last_name)
		<> (OLD.is_active, OLD.is_deleted, OLD.first_name, OLD.last_name)) EXECUTE FUNCTION keep_debts_of_customers();
