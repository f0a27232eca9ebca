/** What it takes to read and check rows, by which the ways to answer a search are compared (walks.ts). */
export const walkCosts = {
  /** So many rows are read in order to see how close together the found ones lie. */
  shortWalk: 2_000,
  /** So many rows are checked one by one before all that matches is gathered instead. */
  longWalk: 60_000,
  /** Microseconds, roughly: to find an owner's rows in the index of owners, and to read one of them. */
  gatherOwner: 5,
  gatherRow: 0.7,
  /** To read a row and check its owner. */
  checkRow: 2.7,
  /** To put an owner into a set, and to read a row and look its owner up there. */
  collectOwner: 0.7,
  lookUpRow: 0.2,
}
