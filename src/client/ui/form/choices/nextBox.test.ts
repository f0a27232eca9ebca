import { describe, expect, it } from 'vitest'
import { nextBox } from './nextBox'

const box = (name: string, left: number, top: number) => ({
  name,
  getBoundingClientRect: () => ({ left, top }),
})
/** Two columns; the second has no box in the middle row. */
const [a, b, c, d, e] = [
  box('a', 0, 0),
  box('b', 200, 0),
  box('c', 0, 40),
  box('d', 0, 80),
  box('e', 200, 80),
]
const boxes = [a, b, c, d, e]
const next = (from: typeof a, key: string) => nextBox(boxes, from, key)?.name

describe('The next box', () => {
  it('is the one before or after to the left and right, over rows', () => {
    expect([next(a, 'ArrowRight'), next(b, 'ArrowRight'), next(c, 'ArrowLeft')]).toEqual(['b', 'c', 'b'])
    expect([next(a, 'ArrowLeft'), next(e, 'ArrowRight')]).toEqual([undefined, undefined])
  })

  it('is in the same column above and below, also over an empty row', () => {
    expect([next(a, 'ArrowDown'), next(b, 'ArrowDown'), next(e, 'ArrowUp')]).toEqual(['c', 'e', 'b'])
  })

  it('is the nearest where the column has no more', () => {
    const short = [a, b, c]
    expect(nextBox(short, b, 'ArrowDown')?.name).toBe('c')
  })

  it('is the first and the last by Home and End, and none by other keys', () => {
    expect([next(c, 'Home'), next(c, 'End'), next(c, 'Enter')]).toEqual(['a', 'e', undefined])
  })
})
