import * as v from 'valibot'
import type { Shape } from '#contract/values'
import { isWholeText } from '#domain/wholeText'
import { fromWire } from '#domain/wire'

const notValid = (field: string) => `${field} is missing or not valid.`

/** The most faults that one reply lists with their paths. */
const mostFaults = 20

/** What is wrong with a body, one text a fault; none if its fields are valid. With `places` each begins with its path, such as `lines.3.amount`. */
export function faultsOf(input: Shape, body: Record<string, unknown>, places = false): string[] {
  // One message a field: its first fault.
  const parsed = v.safeParse(input, fromWire(input, body), { abortPipeEarly: true })
  if (parsed.success)
    return Object.keys(input.entries)
      .filter((field) => !isWholeText(body[field]))
      .map(notValid)
  const fields = parsed.issues.map((issue) => {
    const path = v.getDotPath(issue) ?? undefined
    // The top-level field only: a list with a thousand faults is one fault.
    const field = places ? path : path?.split('.')[0]
    // The default messages of valibot quote the input; ours do not.
    if (/^(Invalid|Expected)/.test(issue.message)) return notValid(field ?? 'The body')
    return places && path?.includes('.') ? `${path}: ${issue.message}` : issue.message
  })
  const faults = [...new Set(fields)]
  return places ? faults.slice(0, mostFaults) : faults
}
