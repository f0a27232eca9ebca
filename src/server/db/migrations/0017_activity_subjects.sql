CREATE TABLE "admin_activity_subjects" (
	"activity_id" bigint PRIMARY KEY NOT NULL,
	"noun" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"name" text NOT NULL,
	"role" text,
	"reference" text,
	"amount" bigint,
	"customer_id" bigint,
	"agent_id" bigint
);
--> statement-breakpoint
ALTER TABLE "admin_activity_subjects" ADD CONSTRAINT "admin_activity_subjects_activity_id_admin_activity_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."admin_activity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_activity_subjects_noun_subject_id_index" ON "admin_activity_subjects" USING btree ("noun","subject_id");--> statement-breakpoint
CREATE INDEX "admin_activity_subjects_search" ON "admin_activity_subjects" USING gin (("name" || ' ' || coalesce("reference", '')) gin_trgm_ops);--> statement-breakpoint
-- A row may be anonymised, once its person is deleted for good, and changed in no other way.
CREATE FUNCTION anonymise_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (NEW.activity_id, NEW.noun, NEW.subject_id) IS DISTINCT FROM (OLD.activity_id, OLD.noun, OLD.subject_id)
		OR (NEW.amount, NEW.customer_id, NEW.agent_id) IS DISTINCT FROM (OLD.amount, OLD.customer_id, OLD.agent_id)
		OR NEW.name <> 'Deleted ' || OLD.noun || ' ' || OLD.subject_id
		OR NEW.role IS NOT NULL OR NEW.reference IS NOT NULL THEN
		RAISE EXCEPTION '% can only be anonymised', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER admin_activity_subjects_anonymise_only BEFORE UPDATE ON "admin_activity_subjects"
	FOR EACH ROW EXECUTE FUNCTION anonymise_only();
--> statement-breakpoint
CREATE TRIGGER admin_activity_subjects_append_only BEFORE DELETE OR TRUNCATE ON "admin_activity_subjects"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
