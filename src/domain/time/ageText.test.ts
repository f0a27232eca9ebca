import { afterEach, expect, it } from 'vitest'
import { ageText, offlineText, clockText } from './ageText'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const at = Date.parse('2026-11-18T23:45:00Z')

it.each(['UTC', 'America/New_York', 'Asia/Tokyo'])('shows Lagos time on a device set to %s', (device) => {
  process.env.TZ = device
  expect(clockText(at, Date.parse('2026-11-19T08:00:00Z'))).toBe('00:45')
  expect(clockText(at, Date.parse('2026-11-18T22:00:00Z'))).toBe('19 Nov, 00:45')
  expect(ageText(at, Date.parse('2026-11-20T23:45:00Z'))).toBe('Saved 19 Nov, 00:45 (2 days ago)')
})

it('the banner of a lost connection has the time of the last reply, in Lagos', () => {
  expect(offlineText(at, at + 60_000)).toContain('You are seeing data saved at 00:45.')
})

it.each([
  [0, 'Updated just now'],
  [59, 'Updated just now'],
  [60, 'Saved 00:45 (1 minute ago)'],
  [59 * 60, 'Saved 00:45 (59 minutes ago)'],
  [3600, 'Saved 00:45 (1 hour ago)'],
  [23 * 3600, 'Saved 00:45 (23 hours ago)'],
  [24 * 3600, 'Saved 19 Nov, 00:45 (1 day ago)'],
  [-60, 'Updated just now'],
])('after %d seconds it says %j', (seconds, text) => {
  expect(ageText(at, at + seconds * 1000)).toBe(text)
})
