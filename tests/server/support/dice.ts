/** Random numbers from a seed: the same history for the same seed. */
export function diceOf(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const within = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    within,
    chance: (percent: number) => next() * 100 < percent,
    pick: <T>(all: readonly [T, ...T[]] | readonly T[]): T => all[within(0, all.length - 1)] as T,
    some: <T>(all: readonly T[]): T | undefined => all[within(0, all.length - 1)],
  }
}
export type Dice = ReturnType<typeof diceOf>
