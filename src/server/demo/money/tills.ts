import { kobo } from '#domain/money/kobo'
import { addDays, lagosDay } from '#domain/time/lagos'
import { cashDifferences } from '../../db/tables/cash'
import type { Transaction } from '../../db/database'
import { documentPrefixes, tillCode } from '../../db/tables/ledgerKinds'
import { bankMovements, tills, tillSessions } from '../../db/tables/tills'
import { bankAccount, cashAccount, overShortAccount, tillAccountOf } from '../../ledger/accounts'
import { transferEntry } from '../../ledger/transfer'
import { insertAll } from '../books'
import type { DemoBusiness } from '../business'
import { oldest } from '../demoPeople'

type Session = typeof tillSessions.$inferInsert & { id: number }
type Difference = typeof cashDifferences.$inferInsert

const firstDay = 15
const float = kobo(2_000_000)

/** Two tills of the last weeks, closed every evening, and what went to the bank. One count lacked cash that is settled, one waits. */
export function inventTills({ at, books, clock, ageOf, now, staff }: DemoBusiness) {
  const createdAt = clock(oldest - 10)
  const boxes = ['Front Desk', 'Back Office'].map((name, index) => ({
    id: index + 1,
    name,
    isActive: true,
    accountId: books.open('outside', tillCode, tillAccountOf(index + 1), null, createdAt),
    createdAt,
  }))
  const sessions: Session[] = []
  const moved: (typeof bankMovements.$inferInsert)[] = []
  const differences: Difference[] = []
  const today = lagosDay(now)

  for (let ago = firstDay; ago > 0; ago--) {
    const day = addDays(today, -ago)
    const missing = ago === 11 ? 50_000 : 0
    work(1, staff.admin, day, missing)
    if (ago % 3 === 1) work(2, staff.main, day, ago === 1 ? 30_000 : 0)
    if (ago % 5 === 0) bank('deposit', day, 0.4, `GTB-${1000 + ago}`)
  }
  bank('withdrawal', addDays(today, -2), 0.1, 'CHQ-204')

  /** A till of one day: opened with the float, closed with what it holds but what is missing. */
  function work(tillId: number, adminId: number, day: string, missing: number) {
    const till = tillAccountOf(tillId)
    at(ageOf(day, 1), (madeAt) => {
      const entry = books.enter(
        transferEntry({ kind: 'Till float', amount: float, from: till, to: cashAccount, madeAt, adminId }),
      )
      if (!entry) return
      const session: Session = {
        id: sessions.length + 1,
        reference: books.newReference(documentPrefixes.tillSession, madeAt),
        tillId,
        adminId,
        day,
        float,
        floatEntryId: entry.entryId,
        createdAt: madeAt,
      }
      sessions.push(session)
      books.openTill(adminId, till)
      at(ageOf(day, 598), (when) => close(session, till, when, missing))
    })
  }

  function close(session: Session, till: string, closedAt: Date, missing: number) {
    const { adminId, reference, id } = session
    const expected = kobo(-books.balanceOf(till))
    const counted = kobo(expected - missing)
    const handover = { kind: 'Till handover', amount: counted, from: cashAccount, to: till } as const
    const entry = books.enter(transferEntry({ ...handover, madeAt: closedAt, adminId, reason: reference }))
    books.closeTill(adminId)
    Object.assign(session, {
      closedAt,
      closedBy: adminId,
      expected,
      counted,
      handoverEntryId: entry?.entryId ?? null,
      ...(missing === 0 && { receivedBy: staff.superadmin, receivedAt: closedAt }),
    })
    if (missing > 0) request(id, till, kobo(missing), clock(ageOf(session.day, 599)), session.day)
  }

  /** The first difference is approved on the next day, the second waits. */
  function request(tillSessionId: number, till: string, amount: typeof float, when: Date, day: string) {
    const isFirst = differences.length === 0
    const difference: Difference = {
      reference: books.newReference(documentPrefixes.cashDifference, when),
      tillSessionId,
      amount,
      reason: isFirst ? 'Too much change given' : 'One bundle was short',
      requestedBy: staff.admin,
      createdAt: when,
    }
    differences.push(difference)
    if (!isFirst) return
    at(ageOf(addDays(day, 1), 0.2), (firstDecidedAt) =>
      Object.assign(difference, { state: 1, firstDecidedBy: staff.main, firstDecidedAt }),
    )
    at(ageOf(addDays(day, 1), 0.6), (secondDecidedAt) => {
      const entry = books.enter(
        transferEntry({
          kind: 'Cash difference',
          amount,
          from: overShortAccount,
          to: till,
          madeAt: secondDecidedAt,
          adminId: staff.superadmin,
          reason: difference.reference,
        }),
      )
      Object.assign(difference, {
        state: 2,
        secondDecidedBy: staff.superadmin,
        secondDecidedAt,
        entryId: entry?.entryId ?? null,
      })
    })
  }

  /** Brings a part of what the vault holds to the bank, or takes a part of what the bank holds. */
  function bank(direction: 'deposit' | 'withdrawal', day: string, part: number, slipNumber: string) {
    const isDeposit = direction === 'deposit'
    const [from, to] = isDeposit ? [bankAccount, cashAccount] : [cashAccount, bankAccount]
    at(ageOf(day, 120), (madeAt) => {
      const amount = kobo(Math.floor((-books.balanceOf(to) * part) / 1_000_000) * 1_000_000)
      if (amount <= 0) return
      const kind = isDeposit ? 'Bank deposit' : 'Bank withdrawal'
      const facts = { madeAt, adminId: staff.main, reason: slipNumber }
      const entry = books.enter(transferEntry({ kind, amount, from, to, ...facts }))
      if (entry)
        moved.push({
          reference: entry.reference,
          direction,
          amount,
          slipNumber,
          round: 0,
          note: isDeposit ? null : 'Small notes for the tills',
          adminId: staff.main,
          entryId: entry.entryId,
          createdAt: madeAt,
        })
    })
  }

  const write = async (tx: Transaction) => {
    await insertAll(tx, tills, boxes)
    await insertAll(tx, tillSessions, sessions)
    await insertAll(tx, bankMovements, moved)
    for (const difference of differences) await tx.insert(cashDifferences).values(difference)
  }
  return { write }
}
