/** A seeded random number generator (mulberry32): the same seed gives the same sequence. */
export function seededRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    /** True with this probability, from 0 to 1. */
    happens: (share: number) => next() < share,
    upTo: (most: number) => Math.floor(next() * (most + 1)),
    oneOf: <T>(things: readonly T[]): T => things[Math.floor(next() * things.length)] as T,
  }
}
export type Random = ReturnType<typeof seededRandom>
