import * as v from 'valibot'
import type { Shape } from '#contract/values'
import { isWholeText } from '#domain/wholeText'
import { fromWire } from '#domain/wire'

const notValid = (field: string) => `${field} is missing or not valid.`

/** What is wrong with a body, one text a fault; none if its fields are valid. */
export function faultsOf(input: Shape, body: Record<string, unknown>): string[] {
  // One message a field: its first fault.
  const parsed = v.safeParse(input, fromWire(input, body), { abortPipeEarly: true })
  if (parsed.success)
    return Object.keys(input.entries)
      .filter((field) => !isWholeText(body[field]))
      .map(notValid)
  const fields = parsed.issues.map((issue) => {
    // The top-level field only: a list with a thousand faults is one fault.
    const field = v.getDotPath(issue)?.split('.')[0]
    // The default messages of valibot quote the input; ours do not.
    return /^(Invalid|Expected)/.test(issue.message) ? notValid(field ?? 'The body') : issue.message
  })
  return [...new Set(fields)]
}
