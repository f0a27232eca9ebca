import { tokenIn } from '../support/api'
import { faults } from '../support/faultyProxy'
import { superadmin } from '../support/signIn'
import { Tablet } from '../support/tablet'
import { expect, test } from '../support/test'
import { type Outcome, Walk } from '../support/walk'

/** A slice with every run of the suite; WALKS in a long one (`npm run test:soak -- walks 500`), from SEED on. */
const walks = Number(process.env.WALKS ?? 3)
const firstSeed = Number(process.env.SEED ?? 1)
/** A tablet goes through so many before a new one is taken. */
const walksATablet = 25

test('on a bad network nothing crashes, no entry is lost, no age is wrong and nothing is posted twice', async ({
  browser,
  server,
  session,
  sample,
}) => {
  test.setTimeout(120_000 + walks * 60_000)
  const stored = await session(superadmin)
  const [portal] = stored.origins
  if (!portal) throw new Error('Nobody is signed in.')
  const desk = { server, token: tokenIn(stored), sample }
  /** The same session behind the proxy's address. */
  const signedIn = async (origin: string) => ({ ...stored, origins: [{ ...portal, origin }] })

  const made: Record<Outcome, number> = { made: 0, 'not made': 0 }
  const met = Object.fromEntries(faults.map((one) => [one, 0]))
  let tablet = await Tablet.open(browser, server, signedIn)
  const takeAway = async () => {
    for (const one of faults) met[one] = (met[one] ?? 0) + tablet.proxy.state.done[one]
    await tablet.close()
  }
  for (let seed = firstSeed; seed < firstSeed + walks; seed++) {
    if (seed > firstSeed && (seed - firstSeed) % walksATablet === 0) {
      await takeAway()
      tablet = await Tablet.open(browser, server, signedIn)
    }
    const walk = new Walk(tablet, desk, seed)
    await test.step(`walk ${seed}`, async () => {
      await walk.go().catch((cause: unknown) => {
        throw new Error(`Walk ${seed}: ${walk.steps.join(' · ')}\n${String(cause)}`, { cause })
      })
    })
    for (const one of walk.outcomes) made[one]++
  }
  await takeAway()
  if (process.env.WALKS) process.stdout.write(`${JSON.stringify({ walks, intents: made, faults: met })}\n`)
  expect(Object.values(met).filter((times) => times > 0).length, 'kinds of faults met').toBeGreaterThan(3)
  expect(await server.verifyLedger()).toContain('The ledger is right')
})
