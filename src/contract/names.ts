import * as v from 'valibot'
import { Text } from './values'

/**
 * A to Z with the accents of Yoruba and Igbo, the hooked letters of Hausa, digits and some punctuation: no letter of
 * another alphabet and no invisible character. The database rejects names that look like an existing one (`name_key`).
 */
const allowedInNames = /^(?:[A-Za-z\dƁƊƘƳɓɗƙƴ &'()./-]|[\u0300-\u0333])*$/

/** A name of a role, a permission or a product. */
export const nameOf = (what: string) =>
  v.pipe(
    Text,
    v.check((name) => /[\p{L}\p{N}]/u.test(name), `${what} name is required.`),
    v.maxLength(100, `${what} name may have at most 100 characters.`),
    v.check(
      (name) => allowedInNames.test(name.normalize('NFKD')),
      `${what} name may have letters of English, Hausa, Igbo and Yoruba, digits, spaces and & ' ( ) . / - only.`,
    ),
  )
