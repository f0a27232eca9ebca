/** Costs of reading and checking rows, by which the search strategies are compared (scans.ts). */
export const scanCosts = {
  /** Rows of the first scan, which measures how dense the matches are. */
  shortScan: 2_000,
  /** Rows that are checked one by one at most; beyond that, all matches are gathered. */
  longScan: 60_000,
  /** Microseconds, roughly: to find an owner's rows by index, and to read one of them. */
  gatherOwner: 5,
  gatherRow: 0.7,
  /** To read a row and check its owner. */
  checkRow: 2.7,
  /** To add an owner to a set, and to read a row and look its owner up in the set. */
  collectOwner: 0.7,
  lookUpRow: 0.2,
  /** A count that would take longer stops at the smaller limit. */
  longCount: 40_000,
}
