import type { BodyOf, NamedRead, ReplyOf } from '#contract/call'
import { asProblem, Problem } from '#contract/problems'
import { apiBase, send } from './send'

export type FileRequest<C extends NamedRead> = {
  call: C
  body: BodyOf<C>
  linkIn: (reply: ReplyOf<C>) => string | null
  /** The message when there is no file. */
  missing: string
}

/**
 * Opens a file in a new tab. The tab is opened during the press, or the browser would block it. The link expires after a
 * minute and is never stored. Returns a problem if there is one; never throws.
 */
export async function openFile<C extends NamedRead>(request: FileRequest<C>): Promise<Problem | undefined> {
  const tab = window.open('', '_blank')
  if (!tab) return new Problem('refused', 'The browser blocked the new tab. Allow pop-ups for this site.')
  tab.opener = null
  try {
    const link = request.linkIn(await send(request.call, request.body))
    if (link === null) throw new Problem('notFound', request.missing)
    tab.location.replace(webAddress(link))
    return undefined
  } catch (error) {
    tab.close()
    return asProblem(error)
  }
}

/** Resolves a link; without a host it is the server's. */
function webAddress(link: string): string {
  const { protocol, href } = new URL(link, new URL(apiBase, location.href))
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new Problem('unavailable', 'Unexpected API response structure.')
  return href
}
