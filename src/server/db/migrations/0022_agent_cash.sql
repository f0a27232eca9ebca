ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_owner";--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD COLUMN "agent_id" bigint;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_agent" ON "ledger_accounts" USING btree ("agent_id") WHERE "ledger_accounts"."agent_id" is not null;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_owner" CHECK (("ledger_accounts"."kind" in ('customer', 'savings', 'loan')) = ("ledger_accounts"."customer_id" is not null)
        and ("ledger_accounts"."kind" = 'business') = ("ledger_accounts"."business_id" is not null)
        and ("ledger_accounts"."kind" = 'outside' or "ledger_accounts"."agent_id" is null));
--> statement-breakpoint
-- Every agent has a cash account, whatever inserts the agent.
CREATE FUNCTION open_agent_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO ledger_accounts (kind, name, code, agent_id, created_at)
		SELECT 'outside', 'agent ' || id, 'AGENT', id, created_at FROM joined ORDER BY id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER agents_cash_account AFTER INSERT ON "agents" REFERENCING NEW TABLE AS joined
	FOR EACH STATEMENT EXECUTE FUNCTION open_agent_accounts();
--> statement-breakpoint
INSERT INTO ledger_accounts (kind, name, code, agent_id, created_at)
	SELECT 'outside', 'agent ' || id, 'AGENT', id, created_at FROM agents ORDER BY id;
