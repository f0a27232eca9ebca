import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keptBooks, plainBooks } from '../books/bookModel'
import { faultsIn } from '../support/books'
import { manyCalls, startServer } from '../support/harness'
import { deliveries, openLossyConnection } from '../support/lostReplies'
import { isLong, report, roundsOf, seed } from '../support/rounds'
import { onPostgres } from '../support/testDatabase'
import type { Send } from './acts'
import { actsOf } from './moneyActs'
import { documentKinds, openMoneyModel } from './moneyModel'

/*
 * Every call that moves money, by several admins in any order, over a connection that loses replies, with days that end in
 * between, compared with a small model. A batch of histories has a database of its own, in which each history starts where
 * the one before ended. The seed of a batch, which its failure names, is that of the run plus the batch's number: a run from
 * that seed repeats it first.
 */
const rounds = roundsOf(6)
const { lengths, perBatch, perVerification, lanes } = isLong
  ? {
      lengths: { minLength: 3, maxLength: 12 },
      perBatch: 100,
      // Every history is compared with the model; verifying the ledger takes longer the longer it is.
      perVerification: 20,
      lanes: onPostgres ? 4 : 1,
    }
  : { lengths: { minLength: 10, maxLength: 40 }, perBatch: rounds, perVerification: 1, lanes: 1 }

/** The states in which histories left documents. */
const seen = Object.fromEntries(documentKinds.map((kind) => [kind, new Set<number | string>()]))
const reachedAll = () => documentKinds.map((kind) => seen[kind]?.size).join() === '4,3,4,3,4,7'
const figures = {
  histories: 0,
  acts: 0,
  good: 0,
  refused: 0,
  verified: 0,
  /** Good and refused calls by path, and reversed movements by the kind in their references. */
  calls: {} as Record<string, number>,
  reversed: {} as Record<string, number>,
  sent: {} as Record<string, number>,
}

const add = (counts: Record<string, number>, name: string, count: number) => {
  counts[name] = (counts[name] ?? 0) + count
}

/** Runs histories on a fresh database. */
async function runBatch(batchSeed: number, histories: number) {
  const { server, close } = await startServer({ limits: manyCalls })
  const connection = await openLossyConnection(server)
  try {
    const model = await openMoneyModel(server)
    const act = fc.record({ run: actsOf(model), delivery: deliveries })
    /** What the history sent so far: its failure prints this instead of its functions. */
    let trail: string[] = []
    const actLists = fc
      .array(act, { ...lengths, size: 'max' })
      .map((acts) => Object.assign(acts, { [fc.toStringMethod]: () => `\n${trail.join('\n')}\n` }))
    let made = 0
    await fc.assert(
      fc.asyncProperty(actLists, async (acts) => {
        trail = []
        for (const { run, delivery } of acts) {
          const send: Send = async (call, body, by, isGood) => {
            trail.push(`${call.path} ${JSON.stringify(body)} by admin ${by.id}, ${delivery.way}`)
            const reply = await connection.send(call, body, by, delivery)
            expect(reply.status, reply.text).toBe(isGood ? '200' : '400')
            // A rule refuses it, before a check of the database does.
            expect(reply.message).not.toBe('An error occurred')
            const outcome = isGood ? 'good' : 'refused'
            figures[outcome] += 1
            add(figures.calls, `${call.path} ${outcome}`, 1)
            return reply
          }
          await run(send, (what) => trail.push(what))
        }
        made += 1
        figures.histories += 1
        figures.acts += acts.length
        await model.expectAsModelled()
        if (made % perVerification === 0 || made === histories) {
          await model.expectAllLoans()
          expect(await faultsIn(server.database)).toEqual([])
          expect(await keptBooks(server.database)).toEqual(await plainBooks(server.database))
          figures.verified += 1
        }
        for (const kind of documentKinds)
          for (const { state } of model.documents[kind]) seen[kind]?.add(state)
      }),
      { numRuns: histories, seed: batchSeed, endOnFailure: true },
    )
    for (const { reference, isReversed } of model.movements)
      if (isReversed) add(figures.reversed, reference.slice(0, 2), 1)
  } finally {
    for (const [way, times] of Object.entries(connection.sent)) add(figures.sent, way, times)
    connection.close()
    await close()
  }
}

it(
  'any history of calls by several admins, with lost replies and repeats, leaves the state of the model and a correct ledger',
  async () => {
    const sizes = Array.from({ length: Math.ceil(rounds / perBatch) }, (_one, at) =>
      Math.min(perBatch, rounds - at * perBatch),
    )
    const start = performance.now()
    let batch = 0
    const runLane = async () => {
      while (batch < sizes.length) {
        const at = batch++
        await runBatch(seed + at, sizes[at] ?? 0)
      }
    }
    await Promise.all(Array.from({ length: lanes }, runLane))
    report(`histories from seed ${seed}`, { ...figures, seconds: (performance.now() - start) / 1000 })
    if (isLong && rounds >= 2 * perBatch) expect(reachedAll()).toBe(true)
  },
  // Ends hangs only.
  600_000 + rounds * 2000,
)
