/** What a search reads at the most before it is answered in another way (walks.ts). */
export const walkLimits = {
  /** So many rows are read in order to see how close together the found ones lie. */
  shortWalk: 2_000,
  /** So many rows are checked one by one. */
  longWalk: 60_000,
  /** The rows of so many owners are gathered and sorted. */
  fewOwners: 12_000,
  /** A range of days with no more rows is read whole. */
  shortRange: 30_000,
}
