import type { FileStore } from '../files/fileStore'
import { specimenCard, specimenPage } from './specimens'

const specimens = {
  'specimen-id-card-1': specimenCard([214, 232, 219]),
  'specimen-id-card-2': specimenCard([219, 226, 240]),
  'specimen-id-card-3': specimenPage('ID card'),
  'specimen-utility-bill-1': specimenPage('Electricity bill'),
  'specimen-utility-bill-2': specimenPage('Water bill'),
}

/** Stores the specimen files that all ID cards and bills of the demo share. */
export async function putSpecimens(files: FileStore) {
  for (const [name, bytes] of Object.entries(specimens)) await files.put(name, bytes)
}

/** Whether a person has a file, for so many of ten. Not random: that would change the rest of the demo. */
const has = (number: number, ofTen: number) => (number * 7) % 10 < ofTen
const idCardOf = (number: number) => `specimen-id-card-${1 + (number % 3)}`

export const customerFile = (number: number) => (has(number, 6) ? idCardOf(number) : null)
export const guarantorFiles = (number: number) => ({
  idCardFile: has(number, 9) ? idCardOf(number) : null,
  utilityFile: has(number + 3, 8) ? `specimen-utility-bill-${1 + (number % 2)}` : null,
})
