/** Prefixes of references of movements that can be reversed, one of each kind that has a way (modules/reversals/ways.ts). */
export const reversiblePrefixes = [
  'MC',
  'FR',
  'CC',
  'SD',
  'ST',
  'SI',
  'SC',
  'SM',
  'LD',
  'LR',
  'LS',
  'LO',
  'LP',
  'LW',
  'LV',
  'FE',
  'WD',
  'WP',
  'WC',
  'RM',
  'CD',
  'BD',
  'BW',
  'AP',
  'EX',
] as const

type Movement = { reference: string | null; reversed_by: string | null }

/** Whether a listed movement may be offered for reversal. */
export const isReversible = ({ reference, reversed_by }: Movement): boolean =>
  reference !== null &&
  reversed_by === null &&
  reversiblePrefixes.some((prefix) => reference.startsWith(`${prefix}-`))
