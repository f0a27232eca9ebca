/** Normalizes a name, so that names differ visibly: no double spaces, no full-width letters. */
export const tidyName = (name: string) => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ')
