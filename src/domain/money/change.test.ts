import { expect, it } from 'vitest'
import { changeText, shortNaira, signedNaira } from './change'
import { kobo } from './kobo'

it.each([
  [13_135_000, '+₦131,350.00'],
  [-653_700, '−₦6,537.00'],
  [0, ''],
])('a change of %s kobo is written %s', (amount, text) => expect(signedNaira(kobo(amount))).toBe(text))

it.each([
  [107, 100, '+7\u00A0%'],
  [69, 100, '−31\u00A0%'],
  [320_467_550, 299_651_250, '+6.9\u00A0%'],
  [5, 0, 'new'],
  [0, 0, undefined],
  [-50, -100, '+50\u00A0%'],
])('%s after %s is %s', (now, before, text) => expect(changeText(kobo(now), kobo(before))).toBe(text))

it.each([
  [259_265_525, '₦2.59\u00A0m'],
  [-1_250_000, '−₦12.5\u00A0k'],
  [0, '₦0'],
  [123_456_789_000, '₦1.23\u00A0bn'],
  [12_345, '₦123'],
])('%s kobo is %s in a chart', (amount, text) => expect(shortNaira(kobo(amount))).toBe(text))
