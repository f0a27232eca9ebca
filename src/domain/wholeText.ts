/** NUL, which PostgreSQL can't store, and halves of a character, which UTF-8 can't. */
const unstorable = /[\0\p{Surrogate}]/u

/** Whether all text in a JSON value can be stored, at any depth: the server asks it of each input, whatever its schema says. */
export function isWholeText(value: unknown): boolean {
  const rest = [value]
  while (rest.length > 0) {
    const one = rest.pop()
    if (typeof one === 'string' && unstorable.test(one)) return false
    if (typeof one === 'object' && one !== null)
      for (const part of [Object.keys(one), Object.values(one)].flat()) rest.push(part)
  }
  return true
}
