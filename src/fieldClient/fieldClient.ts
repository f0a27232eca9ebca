import { type Act, Acts } from './acts'
import { waitMs } from './backoff'
import { Clock, dayOf } from './clock'
import { CustomerCopy } from './customers'
import {
  type DeviceKeys,
  exportKeys,
  importKeys,
  type KeyOptions,
  makeKeys,
  type StoredKeys,
  sign,
} from './keys'
import { Outbox } from './outbox'
import { type Fetch, FieldError, requester, type Timed } from './request'
import type { Store } from './store'
import type {
  BatchReply,
  CustomerChanges,
  Day,
  DayReply,
  Device,
  DeviceState,
  Line,
  LineResult,
  Nonce,
  Token,
} from './wire'

/** Why a device can't go on: its state, no enrolment, one that the office deleted, or another primary device. */
export type Stop = Exclude<DeviceState, 'approved'> | 'not enrolled' | 'unknown' | 'not primary'

export class DeviceStopped extends Error {
  override readonly name = 'DeviceStopped'
  readonly stop: Stop
  constructor(stop: Stop) {
    super(`The device is stopped: ${stop}.`)
    this.stop = stop
  }
}

/** What came of one turn. What waits in the outbox stays there in each case. */
export type Turn = { results: LineResult[]; acts: Act[]; stop?: Stop; retryInMs?: number; error?: Error }

type Options = {
  /** The address of the interface, such as https://alajo.example/api/field/v1. */
  base: string
  store: Store
  fetch?: Fetch
  /** The device's clock, in milliseconds since 1970. */
  now?: () => number
  timeoutMs?: number
  /** How often a turn asks about the customers. */
  customersEveryMs?: number
  keys?: KeyOptions
}
type Enrolment = {
  email: string
  password: string
  new_password?: string
  device_name: string
  model: string
}
type Known = Pick<Device, 'device_id' | 'state' | 'is_primary'>

/** A collectors' device: see README.md. */
export class FieldClient {
  readonly outbox: Outbox
  readonly acts: Acts
  readonly clock: Clock
  readonly customers: CustomerCopy
  readonly #store: Store
  readonly #ask: ReturnType<typeof requester>
  readonly #keyOptions: KeyOptions
  #device: Known | undefined
  #token: { text: string; until: number } | undefined
  readonly #customersEveryMs: number
  #customersAt = Number.NEGATIVE_INFINITY
  #failures = 0
  #storedAheadMs: number | undefined

  private constructor(
    options: Options,
    kept: {
      outbox: Outbox
      acts: Acts
      clock: Clock
      customers: CustomerCopy
      now: () => number
      device: Known | undefined
    },
  ) {
    const { base, store, timeoutMs = 30_000, customersEveryMs = 5 * 60_000, keys = {} } = options
    this.#store = store
    this.#keyOptions = keys
    this.#customersEveryMs = customersEveryMs
    this.outbox = kept.outbox
    this.acts = kept.acts
    this.clock = kept.clock
    this.customers = kept.customers
    this.#device = kept.device
    this.#ask = requester({
      base,
      fetch: options.fetch ?? ((address, request) => fetch(address, request)),
      now: kept.now,
      timeoutMs,
      onReply: async ({ server_time }, timed) => {
        if (typeof server_time === 'string') await this.#measure(server_time, timed)
      },
    })
  }

  /** Continues with what the store has. */
  static async open(options: Options): Promise<FieldClient> {
    const { store, now = Date.now } = options
    const aheadMs = (await store.get('clock')) as number | undefined
    return new FieldClient(options, {
      now,
      clock: new Clock(now, aheadMs),
      outbox: await Outbox.open(store),
      acts: await Acts.open(store),
      customers: await CustomerCopy.open(store),
      device: (await store.get('device')) as Known | undefined,
    })
  }

  get device() {
    return this.#device
  }

  /**
   * Enrols this device, or signs in on it again. The key is stored before it is sent, and stays the same when a reply gets lost. With a
   * lost reply nobody knows whether the new password counts already: it is tried first.
   */
  async enrol(enrolment: Enrolment): Promise<Known> {
    const keys = (await this.#keys()) ?? (await this.#newKeys())
    const { new_password: chosen, ...plain } = enrolment
    const attempts =
      chosen === undefined ? [plain, plain] : [enrolment, { ...plain, password: chosen }, enrolment]
    let failure: unknown
    for (const attempt of attempts) {
      try {
        return await this.#enrolOnce(keys, attempt)
      } catch (error) {
        const isOfChosen = attempt !== enrolment && error instanceof FieldError && error.code === 'signedOut'
        if (!isLost(error) && !(chosen !== undefined && isOfChosen)) throw error
        failure = error
      }
    }
    throw failure
  }

  async #enrolOnce(keys: DeviceKeys, body: Enrolment): Promise<Known> {
    const { publicKey: public_key } = keys
    const nonce = await this.#nonce()
    const signature = await sign(keys, 'enrol', nonce, public_key)
    const device_time = this.clock.deviceTime()
    return this.#keep(
      await this.#ask<Device>({
        method: 'POST',
        path: '/devices',
        body: { ...body, public_key, nonce, signature, device_time },
      }),
    )
  }

  /** Asks how the device stands, for a token as well. Call it now and then while the device waits for its approval. */
  async refresh(): Promise<Known> {
    const keys = await this.#keys()
    const device_id = this.#device?.device_id
    if (!keys || device_id === undefined) throw new DeviceStopped('not enrolled')
    for (let attempt = 1; ; attempt += 1) {
      const nonce = await this.#nonce()
      const signature = await sign(keys, 'token', nonce, String(device_id))
      const device_time = this.clock.deviceTime()
      try {
        const body = { device_id, nonce, signature, device_time }
        const reply = await this.#ask<Token>({ method: 'POST', path: '/tokens', body })
        this.#token =
          reply.token === null || reply.expires_at === null
            ? undefined
            : { text: reply.token, until: performance.now() + lifeOf(reply.expires_at, reply.server_time) }
        return await this.#keep(reply)
      } catch (error) {
        // The nonce may have become too old on the way: once more. Then the office has deleted the device.
        if (!(error instanceof FieldError) || error.code !== 'signedOut') throw error
        if (attempt === 2) throw new DeviceStopped('unknown')
      }
    }
  }

  /** After the office deleted the device: the next enrolment is of a new key. The outbox stays. */
  async forgetDevice() {
    this.#token = undefined
    this.#device = undefined
    await this.#store.set('keys', undefined)
    await this.#store.set('device', undefined)
  }

  /** Records a line, for today by the corrected clock unless a day is given. It is on the disk when this returns. */
  record(
    content: { amount: string; day?: Day; place?: Line['place'] } & (
      | { savings_id: number }
      | { loan_id: number }
    ),
  ): Promise<Line> {
    const recorded_at = this.clock.time()
    return this.outbox.add({ day: dayOf(recorded_at), recorded_at, ...content })
  }

  /** Notes what is done once, such as `act('/withdrawals', { customer_id, amount, description })`; a turn sends it. */
  act(path: string, content: Record<string, unknown>): Promise<Act> {
    return this.acts.add(path, { recorded_at: this.clock.time(), ...content })
  }

  /** One turn: sends the outbox and the acts, and asks now and then what changed of the customers. Never throws for what the network or the office does. */
  async turn({ all = false } = {}): Promise<Turn> {
    const results: LineResult[] = []
    const acts: Act[] = []
    try {
      results.push(...(await this.outbox.send((lines) => this.post(lines), { all })))
      acts.push(...(await this.acts.send((path, body) => this.#record(path, body))))
      if (performance.now() - this.#customersAt > this.#customersEveryMs) await this.syncCustomers()
      this.#failures = 0
      return { results, acts }
    } catch (error) {
      if (error instanceof DeviceStopped) return { results, acts, stop: error.stop }
      if (!(error instanceof FieldError)) throw error
      this.#failures += 1
      return { results, acts, error, retryInMs: waitMs(this.#failures, error.retryAfterSeconds) }
    }
  }

  /** Turns until the device is stopped, or the signal says so. */
  async run(signal: AbortSignal, everyMs = 60_000): Promise<Stop | undefined> {
    while (!signal.aborted) {
      const { stop, retryInMs = everyMs } = await this.turn()
      if (stop) return stop
      await pause(retryInMs, signal)
    }
    return undefined
  }

  /** The agent signs out: the device asks for the password again. The outbox stays. */
  async signOut() {
    await this.#signed({ method: 'POST', path: '/sign-out', body: {} })
    this.#token = undefined
  }

  async syncCustomers() {
    const { cursor } = this.customers
    await this.customers.apply(
      await this.get<CustomerChanges>('/customers', cursor === undefined ? undefined : { cursor }),
    )
    this.#customersAt = performance.now()
  }

  day = (day?: Day) => this.get<DayReply>('/day', day === undefined ? undefined : { day })

  /** Any other read of the interface: /me, /sheet, /month. */
  get = <Reply extends object>(path: string, query: Record<string, string> = {}) =>
    this.#signed<Reply>({ method: 'GET', path, body: query })

  /** Sends lines, which the outbox does. */
  post(lines: readonly Line[]): Promise<BatchReply> {
    return this.#record<BatchReply>('/batches', { lines, device_time: this.clock.deviceTime() })
  }

  async #record<Reply extends object>(path: string, body: object): Promise<Reply> {
    try {
      return await this.#signed<Reply>({ method: 'POST', path, body })
    } catch (error) {
      if (error instanceof FieldError && error.code === 'forbidden') throw new DeviceStopped('not primary')
      throw error
    }
  }

  /** With a token, and once more with a fresh one: the office may have shut and approved the device since. */
  async #signed<Reply extends object>(asked: { method: 'GET' | 'POST'; path: string; body: object }) {
    for (let attempt = 1; ; attempt += 1) {
      const token = await this.#validToken()
      try {
        return await this.#ask<Reply>({ ...asked, token })
      } catch (error) {
        if (!(error instanceof FieldError) || error.code !== 'signedOut' || attempt === 2) throw error
        this.#token = undefined
      }
    }
  }

  async #validToken(): Promise<string> {
    if (!this.#token || performance.now() > this.#token.until) await this.refresh()
    if (this.#token) return this.#token.text
    const state = this.#device?.state
    throw new DeviceStopped(state === undefined || state === 'approved' ? 'not enrolled' : state)
  }

  /** Stored at once: an app that ends and records without a network later does so by the corrected clock too. */
  async #measure(serverTime: string, timed: Timed) {
    this.clock.measure(serverTime, timed)
    const { aheadMs = 0 } = this.clock
    if (this.#storedAheadMs !== undefined && Math.abs(aheadMs - this.#storedAheadMs) < storedFromMs) return
    await this.#store.set('clock', aheadMs)
    this.#storedAheadMs = aheadMs
  }

  async #nonce(): Promise<string> {
    return (await this.#ask<Nonce>({ method: 'POST', path: '/nonces' })).nonce
  }

  async #keep({ device_id, state, is_primary }: Device): Promise<Known> {
    const known = { device_id, state, is_primary }
    const before = this.#device
    this.#device = known
    if (JSON.stringify(before) !== JSON.stringify(known)) await this.#store.set('device', known)
    return known
  }

  async #keys(): Promise<DeviceKeys | undefined> {
    const kept = (await this.#store.get('keys')) as DeviceKeys | StoredKeys | undefined
    return kept && ('pair' in kept ? kept : importKeys(kept))
  }

  async #newKeys(): Promise<DeviceKeys> {
    const keys = await makeKeys(this.#keyOptions)
    await this.#store.set('keys', this.#keyOptions.extractable ? await exportKeys(keys) : keys)
    return keys
  }
}

/** A smaller change of the clock's error is not worth a write. */
const storedFromMs = 500

const isLost = (error: unknown) => error instanceof FieldError && error.code === undefined

/** A minute less than it is valid for, by the server's own times: the device's clock may be wrong. */
const lifeOf = (expiresAt: string, serverTime: string) =>
  Math.max(0, Date.parse(expiresAt) - Date.parse(serverTime) - 60_000)

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}
