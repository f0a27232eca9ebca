import type { BodyOf, NamedRead, ReplyOf } from '#contract/call'
import { asProblem, Problem } from '#contract/problems'
import { apiBase, send } from './send'

export type AskedFile<C extends NamedRead> = {
  call: C
  body: BodyOf<C>
  linkIn: (reply: ReplyOf<C>) => string | null
  /** What is said when there is no file. */
  missing: string
}

/**
 * Opens a file in a new tab. The tab is opened in the press itself, or the browser would block it; the link, which is
 * good for a minute and never kept, follows. Gives what went wrong, if anything did. Never throws.
 */
export async function openFile<C extends NamedRead>(asked: AskedFile<C>): Promise<Problem | undefined> {
  const tab = window.open('', '_blank')
  if (!tab) return new Problem('refused', 'The browser blocked the new tab. Allow pop-ups for this site.')
  tab.opener = null
  try {
    const link = asked.linkIn(await send(asked.call, asked.body))
    if (link === null) throw new Problem('notFound', asked.missing)
    tab.location.replace(webAddress(link))
    return undefined
  } catch (error) {
    tab.close()
    return asProblem(error)
  }
}

/** A link without a host is the server's own. */
function webAddress(link: string): string {
  const { protocol, href } = new URL(link, new URL(apiBase, location.href))
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new Problem('unavailable', 'Unexpected API response structure.')
  return href
}
