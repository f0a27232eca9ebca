import { tokenIn } from '../support/api'
import { faults } from '../support/faultyProxy'
import { superadmin } from '../support/signIn'
import { Tablet } from '../support/tablet'
import { expect, test } from '../support/test'
import { type Outcome, Walk } from '../support/walk'

/** A few in every run of the suite; WALKS sets the number of a long run (`npm run test:soak -- walks 500`), from SEED on. */
const walks = Number(process.env.WALKS ?? 1)
const firstSeed = Number(process.env.SEED ?? 1)
/** The number of walks before a new tablet is opened. */
const walksPerTablet = 25

test('survives random network faults: no crash, no lost entry, no wrong age, no change made twice', async ({
  browser,
  server,
  session,
  sample,
}) => {
  test.setTimeout(300_000 + walks * 60_000)
  const stored = await session(superadmin)
  const [portal] = stored.origins
  if (!portal) throw new Error('No admin is signed in.')
  const desk = { server, token: tokenIn(stored), sample }
  /** The stored session, for the proxy's origin. */
  const signedIn = async (origin: string) => ({ ...stored, origins: [{ ...portal, origin }] })

  const outcomes: Record<Outcome, number> = { made: 0, 'not made': 0 }
  const injected = Object.fromEntries(faults.map((one) => [one, 0]))
  let tablet = await Tablet.open(browser, server, signedIn)
  const closeTablet = async () => {
    for (const one of faults) injected[one] = (injected[one] ?? 0) + tablet.proxy.state.done[one]
    await tablet.close()
  }
  for (let seed = firstSeed; seed < firstSeed + walks; seed++) {
    if (seed > firstSeed && (seed - firstSeed) % walksPerTablet === 0) {
      await closeTablet()
      tablet = await Tablet.open(browser, server, signedIn)
    }
    const walk = new Walk(tablet, desk, seed)
    await test.step(`walk ${seed}`, async () => {
      await walk.go().catch((cause: unknown) => {
        throw new Error(`Walk ${seed}: ${walk.steps.join(' · ')}\n${String(cause)}`, { cause })
      })
    })
    for (const one of walk.outcomes) outcomes[one]++
  }
  await closeTablet()
  if (process.env.WALKS)
    process.stdout.write(`${JSON.stringify({ walks, intents: outcomes, faults: injected })}\n`)
  expect(
    Object.values(injected).filter((times) => times > 0).length,
    'kinds of injected faults',
  ).toBeGreaterThan(1)
  expect(await server.verifyLedger()).toContain('The ledger is right')
})
