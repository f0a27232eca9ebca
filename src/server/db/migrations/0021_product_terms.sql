ALTER TABLE "saving_types" DROP CONSTRAINT "saving_types_name_key";--> statement-breakpoint
ALTER TABLE "loan_types" DROP CONSTRAINT "loan_types_name_key";--> statement-breakpoint
ALTER TABLE "saving_types" ADD COLUMN "interest_basis_points" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "saving_types" ADD COLUMN "charge" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "saving_types" ADD COLUMN "status" text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_types" ADD COLUMN "penalty_basis_points" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_types" ADD COLUMN "grace_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_types" ADD COLUMN "periods" text[] DEFAULT '{"daily","weekly","monthly"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_types" ADD COLUMN "status" text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "penalty_basis_points" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "grace_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Of names that look alike already, the oldest keeps its name (migration 0012).
UPDATE "saving_types" SET "name" = "name" || ' (' || "id" || ')' WHERE "id" IN (
	SELECT "id" FROM (SELECT "id", row_number() OVER (PARTITION BY name_key("name") ORDER BY "id") FROM "saving_types") ranked
	WHERE row_number > 1);
--> statement-breakpoint
UPDATE "loan_types" SET "name" = "name" || ' (' || "id" || ')' WHERE "id" IN (
	SELECT "id" FROM (SELECT "id", row_number() OVER (PARTITION BY name_key("name") ORDER BY "id") FROM "loan_types") ranked
	WHERE row_number > 1);
--> statement-breakpoint
CREATE UNIQUE INDEX "saving_types_name_key" ON "saving_types" USING btree (name_key("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "loan_types_name_key" ON "loan_types" USING btree (name_key("name"));--> statement-breakpoint
ALTER TABLE "saving_types" ADD CONSTRAINT "saving_types_terms" CHECK ("saving_types"."interest_basis_points" between 0 and 10000 and "saving_types"."charge" >= 0);--> statement-breakpoint
ALTER TABLE "saving_types" ADD CONSTRAINT "saving_types_status" CHECK ("saving_types"."status" in ('active', 'inactive'));--> statement-breakpoint
ALTER TABLE "loan_types" ADD CONSTRAINT "loan_types_penalty" CHECK ("loan_types"."penalty_basis_points" between 0 and 10000 and "loan_types"."grace_days" >= 0);--> statement-breakpoint
ALTER TABLE "loan_types" ADD CONSTRAINT "loan_types_periods" CHECK ("loan_types"."periods" <@ array['daily', 'weekly', 'monthly'] and cardinality("loan_types"."periods") > 0);--> statement-breakpoint
ALTER TABLE "loan_types" ADD CONSTRAINT "loan_types_status" CHECK ("loan_types"."status" in ('active', 'inactive'));--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_penalty" CHECK ("loans"."penalty_basis_points" between 0 and 10000 and "loans"."grace_days" >= 0);
--> statement-breakpoint
-- Who approves, approves these terms too (migration 0010).
CREATE FUNCTION keep_loan_penalty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.application_status <> 'pending'
		AND (NEW.penalty_basis_points, NEW.grace_days) <> (OLD.penalty_basis_points, OLD.grace_days)
	THEN
		RAISE EXCEPTION 'the penalty of loan % is decided', OLD.reference USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER loans_penalty_kept BEFORE UPDATE OF "penalty_basis_points", "grace_days" ON "loans"
	FOR EACH ROW EXECUTE FUNCTION keep_loan_penalty();
