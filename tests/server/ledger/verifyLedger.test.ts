import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { faultsOf, ledgerRules, verifyBooks } from '#server/ledger/verify'
import type { LedgerRule } from '#server/ledger/rules/extent'
import { openServer } from '../support/harness'
import { damagesTo } from './damages'
import { reverseSome } from './reverseSome'

const server = await openServer({ demo: true })
const { database } = server

const rolledBack = new Error('rolled back')

// The last test looks at what the others broke.
describe('verify-ledger', { shuffle: false }, () => {
  const broken = new Set<LedgerRule>()

  beforeAll(async () => {
    await reverseSome(server)
    expect((await verifyBooks(database)).faults).toEqual([])
  })

  it.each(damagesTo())('reports a tampered ledger: %s', async (_what, statements, place, fault) => {
    const rules = ledgerRules.filter((rule) => rule.fault === fault)
    const tampering = database.transaction(async (tx) => {
      // The owner of a database can bypass triggers and foreign keys.
      await tx.execute(sql`set local session_replication_role = replica`)
      for (const statement of [statements].flat()) {
        const { rowCount, command } = await tx.execute(sql.raw(statement))
        expect(rowCount !== 0 || /^(DROP|ALTER|DO)/.test(command)).toBe(true)
      }
      const found = []
      for (const rule of rules)
        for (const place of await faultsOf(tx, [rule]))
          found.push({ rule, place: place.slice(0, -fault.length - 1) })
      const hit = found.find((one) => place.test(one.place))
      expect(found).toContain(hit)
      if (hit) broken.add(hit.rule)
      throw rolledBack
    })
    await expect(tampering).rejects.toBe(rolledBack)
  })

  it('has no rule that the cases above do not break', () => {
    const never = ledgerRules.filter((rule) => !broken.has(rule))
    expect(never.map(({ fault }) => fault)).toEqual([])
  })
})
