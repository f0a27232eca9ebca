import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OutputOf } from '#contract/call'
import { calls } from '#contract/index'
import { Problem } from '#contract/problems'
import { catalogueKey, hintKey, setAuth } from '#device/auth'
import { keyOf } from '#offline/queryKeys'
import { dropCatalogue, keepCatalogue, keptCatalogue } from './catalogue'
import { ownPermissionsKey } from './permissions'
import { queries } from './queryClient'

const { getLoanType } = calls.loans
const { getSavingType } = calls.savings
const loanTypes = keyOf(getLoanType, {})
const savingTypes = keyOf(getSavingType, {})
const market: OutputOf<typeof getLoanType>['data'][number] = {
  id: 1,
  name: 'Market women',
  description: '',
  interest_rate: 800 as never,
  penalty_rate: 100 as never,
  grace_days: 3,
  periods: ['weekly'],
  interest_kind: 'flat',
  settlement: 'whole',
  penalty_kind: 'rate',
  penalty_amount: 0 as never,
  penalty_ceiling: 0 as never,
  security_rate: 0 as never,
  least_guarantors: 0,
  least_amount: 0 as never,
  most_amount: 0 as never,
  least_times: 0,
  most_times: 0,
  savings_wanted: 0 as never,
  status: 'active',
  created_at: '2026-01-05T08:00:00Z' as never,
}
const reply = { data: [market], message: '' }

const stored = new Map<string, string>()
const isFull = vi.fn(() => false)
const auth = { userId: 7, accessToken: 't', role: 'clerk', email: 'a@b.ng', mustChangePassword: false }

function rights(...names: string[]) {
  const permissions = names.map((name, id) => ({ id, name }))
  queries.setQueryData(ownPermissionsKey(auth), {
    data: { name: '', email: '', roles: [], permissions },
    message: '',
  })
}

/** Signs in, in a page that has just been loaded. */
async function start(userId = auth.userId) {
  queries.clear()
  stored.set(hintKey, JSON.stringify({ userId, at: 0 }))
  setAuth({ ...auth, userId })
  rights('can-view-saving')
  await keepCatalogue({ ...auth, userId })
}

const written = () => new Promise((done) => setTimeout(done, 5))
const kept = async () => {
  await written()
  return stored.get(catalogueKey) ?? ''
}

beforeEach(() => {
  stored.clear()
  isFull.mockReturnValue(false)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull()) throw new DOMException('full', 'QuotaExceededError')
      stored.set(key, value)
    },
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => setAuth(null))

describe('the catalogue', () => {
  it('is there after a reload before any timer runs, as stale and with its age', async () => {
    await start()
    const updatedAt = Date.now() - 3_600_000
    queries.setQueryData(loanTypes, reply, { updatedAt })
    expect(await kept()).toContain('Market women')
    vi.useFakeTimers()
    await start()
    vi.useRealTimers()
    expect(queries.getQueryState(loanTypes)).toMatchObject({
      data: reply,
      dataUpdatedAt: updatedAt,
      isInvalidated: true,
    })
  })

  it('holds no other reply', async () => {
    await start()
    queries.setQueryData(keyOf(calls.agents.getAgents, { page: 1 }), { data: 'Efe Oghenekaro' })
    expect(await kept()).toBe('')
  })

  it('stays while the server can’t be reached, and goes when it refuses the call', async () => {
    await start()
    for (const [code, words] of [
      ['offline', 'Market women'],
      ['forbidden', ''],
    ] as const) {
      queries.setQueryData(loanTypes, reply)
      const queryFn = vi.fn(() => Promise.reject(new Problem(code, code)))
      await queries.fetchQuery({ queryKey: loanTypes, queryFn, staleTime: 0 }).catch(() => undefined)
      expect(queryFn).toHaveBeenCalledOnce()
      expect((await kept()).includes('Market women'), code).toBe(words !== '')
    }
  })

  it('is kept and restored only as far as the admin may read it', async () => {
    await start()
    queries.setQueryData(loanTypes, reply)
    queries.setQueryData(savingTypes, reply)
    expect(await kept()).toContain('getSavingType')
    const before = await kept()
    rights()
    expect(await kept()).not.toContain('getSavingType')
    stored.set(catalogueKey, before)
    queries.clear()
    rights()
    await keepCatalogue(auth)
    expect(queries.getQueryData(loanTypes)).toEqual(reply)
    expect(queries.getQueryData(savingTypes)).toBeUndefined()
  })

  it('is removed for another admin', async () => {
    await start()
    queries.setQueryData(loanTypes, reply)
    expect(await kept()).not.toBe('')
    await start(8)
    expect(queries.getQueryData(loanTypes)).toBeUndefined()
    expect(await kept()).toBe('')
  })

  it('is not shown after a week', async () => {
    await start()
    queries.setQueryData(loanTypes, reply, { updatedAt: Date.now() - 8 * 86_400_000 })
    expect(await kept()).not.toBe('')
    await start()
    expect(queries.getQueryData(loanTypes)).toBeUndefined()
  })

  it('is not written any more once the session has ended', async () => {
    await start()
    queries.setQueryData(loanTypes, reply)
    stored.delete(hintKey)
    expect(await kept()).toBe('')
  })

  it('leaves nothing out of date on a full disk', async () => {
    await start()
    queries.setQueryData(loanTypes, reply)
    expect(await kept()).not.toBe('')
    isFull.mockReturnValue(true)
    queries.setQueryData(loanTypes, { ...reply, data: [] })
    expect(await kept()).toBe('')
  })

  it('does without storage that is blocked or damaged', async () => {
    for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockReturnValue()
    stored.set(catalogueKey, 'not JSON')
    await start()
    expect(stored.has(catalogueKey)).toBe(false)
    vi.stubGlobal('localStorage', undefined)
    await keepCatalogue(auth)
  })

  it('is listed and removed in Device Settings', async () => {
    await start()
    queries.setQueryData(loanTypes, reply)
    await written()
    expect(keptCatalogue()).toMatchObject([{ call: 'loans.getLoanType', pages: 1, rows: 1 }])
    dropCatalogue(['agents.getAgents'])
    expect(keptCatalogue()).toHaveLength(1)
    dropCatalogue(['loans.getLoanType'])
    expect(keptCatalogue()).toEqual([])
    expect(await kept()).toBe('')
  })
})
