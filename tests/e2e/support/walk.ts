import { expect, type Locator, type Page } from '@playwright/test'
import { sentences } from '../../sentences'
import { type Random, seededRandom } from './random'
import { faults } from './faultyProxy'
import { blockingCheck, credit, type Desk, fundRequest, type Intent } from './intents'
import { leaveButton, navigate } from './portal'
import { allRoutes } from './routeTable'
import type { Tablet } from './tablet'

const stepsPerWalk = 8
const minuteMs = 60_000
const lists = allRoutes.filter(([, { menu, state }]) => menu && !state)
const searchTerms = ['Ngozi', 'Ade', '0803', 'Okonkwo', 'nobody at all']

/** Where the portal shows that a change was not made. */
const failures = 'main [role=alert], .toast-error'

/** The final outcome of an intent. */
export type Outcome = 'made' | 'not made'

/** Random steps through lists and forms, with random network faults. The same seed gives the same steps. */
export class Walk {
  readonly outcomes: Outcome[] = []
  /** A log of the steps, to debug failures. */
  readonly steps: string[] = []
  readonly #random: Random
  readonly #page: Page

  constructor(
    readonly tablet: Tablet,
    readonly desk: Desk,
    readonly seed: number,
  ) {
    this.#random = seededRandom(seed)
    this.#page = tablet.page
  }

  async go() {
    const { proxy } = this.tablet
    for (let step = 0; step < stepsPerWalk; step++) {
      proxy.state.always = this.#random.happens(0.45) ? this.#random.oneOf(faults) : undefined
      this.steps.push(`[${proxy.state.always ?? 'fine'}]`)
      await this.#random.oneOf([
        () => this.#openList(),
        () => this.#openList(),
        () => this.#explore(),
        () => this.#explore(),
        () => this.#reload(),
        () => this.#advanceTime(),
        () => this.#change(step),
        () => this.#change(step),
      ])()
      await this.#checkInvariants()
    }
    proxy.state.always = undefined
    proxy.state.nextChange = undefined
  }

  /** Checks the invariants after each step. */
  async #checkInvariants() {
    await this.#page.evaluate(() => new Promise((frame) => requestAnimationFrame(frame)))
    expect(this.tablet.errors, 'uncaught errors').toEqual([])
    await expect(this.#page.getByText(sentences.crashed)).toHaveCount(0)
    await expect.poll(() => this.#isScreenShown(), 'screen matches the address').toBe(true)
    await this.#checkAges()
  }

  get #route() {
    const path = new URL(this.#page.url()).pathname
    return allRoutes.find(([, one]) => one.path === path || one.also?.includes(path))?.[1]
  }

  /** Whether the screen of the address is shown; the address changes before the screen. */
  async #isScreenShown(): Promise<boolean> {
    const place = this.#page.getByRole('navigation', { name: 'Breadcrumb' }).locator('[aria-current]')
    const text = await place.textContent({ timeout: 1000 }).catch(() => null)
    return text === this.#route?.title
  }

  /** No age on the screen is younger than the last complete reply to its calls. */
  async #checkAges() {
    const texts = await this.#page.locator('main .age').allInnerTexts()
    const route = this.#route
    const replyTimes = route?.calls.flatMap((call) => this.tablet.answeredAt.get(call.path) ?? []) ?? []
    const minutesSinceReply = (this.tablet.now() - Math.max(...replyTimes)) / minuteMs
    // Ages are refreshed every half minute.
    for (const text of texts)
      expect(minutesIn(text) + 1.6, `${route?.path}: ${text}`).toBeGreaterThan(minutesSinceReply)
  }

  async #openList() {
    const [name, route] = this.#random.oneOf(lists)
    this.steps.push(`list ${name}`)
    if (this.#random.happens(0.3)) await this.#page.goto(route.path)
    else await navigate(this.#page, route.path)
    await this.#leaveForm()
    await expect(this.#page.getByRole('heading', { level: 1 })).toBeVisible()
  }

  /** Searches, filters, pages or opens a row, if the screen offers it. */
  async #explore() {
    const main = this.#page.getByRole('main')
    const [what, act] = this.#random.oneOf<[string, () => Promise<void>]>([
      ['search', () => this.#search(main)],
      [
        'filter',
        () =>
          ifUsable(main.getByLabel('Filter this page'), (box) => box.fill(this.#random.oneOf(searchTerms))),
      ],
      ['next page', () => ifUsable(main.getByRole('button', { name: 'Next' }), press)],
      [
        'a row',
        () =>
          ifUsable(main.getByRole('link', { name: /^(Details|Approval|First Approval) / }).first(), press),
      ],
      ['retry', () => ifUsable(main.getByRole('button', { name: 'Retry' }).first(), press)],
      ['back', () => this.#back()],
    ])
    this.steps.push(what)
    await act()
    await this.#leaveForm()
  }

  /** Goes back, but stays in the portal. */
  async #back() {
    await this.#page.goBack({ waitUntil: 'commit' })
    if (this.#page.url() === 'about:blank') await this.#page.goForward({ waitUntil: 'commit' })
  }

  async #search(main: Locator) {
    const box = main.getByRole('searchbox').first()
    await ifUsable(box, async () => {
      await box.fill(this.#random.oneOf(searchTerms))
      await box.press('Enter')
    })
  }

  async #reload() {
    this.steps.push('reload')
    await this.#page.reload({ waitUntil: 'commit' })
    await expect(this.#page.getByRole('heading', { level: 1 })).toBeVisible()
  }

  async #advanceTime() {
    const minutes = 1 + this.#random.upTo(8)
    this.steps.push(`${minutes} minutes pass`)
    await this.tablet.advanceClock(minutes * minuteMs)
    // Input, so that inactivity does not end the session.
    await this.#page.mouse.move(this.#random.upTo(400), this.#random.upTo(400))
    await this.tablet.advanceClock(30_000)
  }

  async #leaveForm() {
    const leave = leaveButton(this.#page)
    if (await leave.isVisible()) await leave.click()
  }

  /** Makes a change whose reply may be faulty; resolves it before the next step, or abandons it. */
  async #change(step: number) {
    const { proxy } = this.tablet
    // The form loads on a good network; only the change meets a fault.
    await this.#restoreNetwork()
    const kobo = 1_000_000 + this.seed * 100 + step
    const intent = this.#random.oneOf([fundRequest, credit])(this.desk, kobo)
    await intent.prepare(this.#page)
    // An abandoned change of the same subject would block this one.
    while (await this.#openCheck.isVisible()) await this.#resolveUnconfirmed()
    const fault = this.#random.happens(0.75) ? this.#random.oneOf(faults) : undefined
    this.steps.push(`${intent.what} [${fault ?? 'fine'}]`)
    proxy.state.nextChange = fault
    // The portal waits for a single late reply, so the whole server must be silent.
    if (fault === 'silent' || fault === 'trickle') proxy.state.always = fault
    await this.#press(intent)
    if (this.#random.happens(0.2)) return this.#abandon(intent)
    for (let tries = 0; !(await this.#waitForOutcome(intent)); tries++) {
      expect(tries, `${intent.what}: tries on a good network`).toBeLessThan(4)
      await expect(this.#page.getByLabel(intent.field.label, { exact: true })).toHaveValue(intent.field.value)
      await this.#restoreNetwork()
      // A lost reply is checked by its key; a change that was not made is sent again.
      if (await this.#resolveUnconfirmed()) break
      await this.#press(intent)
    }
    expect(await intent.countEffects(), intent.what).toBe(1)
    this.outcomes.push('made')
  }

  get #openCheck() {
    return this.#page
      .getByRole('alert')
      .filter({ hasText: 'We could not confirm this. Check before' })
      .getByRole('button', { name: 'Check' })
      .last()
  }

  /** Checks an unconfirmed change, if any; returns whether it was made. */
  async #resolveUnconfirmed(): Promise<boolean> {
    if (!(await this.#openCheck.isVisible())) return false
    await this.#openCheck.click()
    const result = this.#page
      .getByRole('alert')
      .filter({ hasText: /this was (not )?done/ })
      .last()
    const isDone = /this was done, once/.test(await result.innerText())
    await result.getByRole('button', { name: 'Close' }).click()
    return isDone
  }

  /**
   * Closes toasts first: they cover the bottom of the page for five seconds, or longer under the pointer. Marks the alerts of
   * an earlier attempt, which remain until this one is sent, and its toasts, which take a moment to leave.
   */
  async #press(intent: Intent) {
    await this.#page.locator(failures).evaluateAll((all) => {
      for (const one of all) one.setAttribute('data-earlier', '')
    })
    const close = this.#page.getByRole('button', { name: 'Close this message' }).first()
    while (await close.isVisible()) await close.click({ timeout: 1000 }).catch(() => undefined)
    await intent.press(this.#page)
  }

  /** Leaves without a reply; the change was made once or not at all. */
  async #abandon(intent: Intent) {
    this.steps.push('abandoned')
    await this.#page.goto('/dashboard')
    await this.#leaveForm()
    const effects = await intent.countEffects()
    expect([0, 1], intent.what).toContain(effects)
    this.outcomes.push(effects === 1 ? 'made' : 'not made')
  }

  /** Waits for an outcome on the screen; returns whether the change was made. */
  async #waitForOutcome(intent: Intent): Promise<boolean> {
    const alert = this.#page.locator(`:is(${failures}):not([data-earlier])`).first()
    const check = blockingCheck(this.#page)
    await expect
      .poll(
        async () =>
          (await check.isVisible()) || (await intent.reportsSuccess(this.#page)) || (await alert.isVisible()),
      )
      .toBe(true)
    if (!(await check.isVisible())) return intent.reportsSuccess(this.#page)
    // An earlier press is unconfirmed: it is checked first, and may have made the change.
    await check.click()
    const dialog = this.#page.getByRole('dialog', { name: 'Outcome' })
    await dialog.getByRole('button', { name: 'Close' }).click()
    return (await intent.countEffects()) === 1
  }

  /** Removes all faults, and waits until the app is online. */
  async #restoreNetwork() {
    this.tablet.proxy.state.always = undefined
    this.tablet.proxy.state.nextChange = undefined
    const tryNow = this.#page.getByRole('button', { name: 'Try now' })
    await expect(async () => {
      if (await tryNow.isVisible()) await tryNow.click()
      await expect(tryNow).toHaveCount(0, { timeout: 5000 })
    }).toPass()
  }
}

const press = (locator: Locator) => locator.click()

/** Acts on an element if it exists and is enabled. A reply that fails meanwhile may take it away. */
async function ifUsable(locator: Locator, act: (locator: Locator) => Promise<void>) {
  const isUsable = async () =>
    (await locator.count()) > 0 &&
    (await locator.isVisible()) &&
    (await locator.isEnabled({ timeout: 1000 }).catch(() => false))
  if (!(await isUsable())) return
  await act(locator).catch(async (error: unknown) => {
    if (await isUsable()) throw error
  })
}

/** The age in whole minutes of 'Updated just now' or 'Saved 14:05 (9 minutes ago)'. */
function minutesIn(text: string): number {
  const [, count, unit] = /\((\d+) (minute|hour|day)s? ago\)/.exec(text) ?? []
  const minutes = { minute: 1, hour: 60, day: 24 * 60 }
  return count ? (Number(count) + 1) * minutes[unit as keyof typeof minutes] - 1 : 0
}
