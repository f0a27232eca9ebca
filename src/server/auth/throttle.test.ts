import { expect, it } from 'vitest'
import { secondsBlocked } from './throttle'

const waits = (kind: 'account' | 'address', from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => secondsBlocked(kind, from + at))

it('blocks an account from the third failure, doubling up to an hour from the tenth', () => {
  expect(waits('account', 0, 12)).toEqual([0, 0, 0, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
})

it('blocks an address from the thirtieth failure', () => {
  expect(waits('address', 1, 29).every((seconds) => seconds === 0)).toBe(true)
  expect(waits('address', 30, 38)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
  expect(secondsBlocked('address', 5000)).toBe(3600)
})
