import type { BodyOf, Call } from '#contract/call'
import { Problem } from '#contract/problems'
import { reached } from './connection'
import { post, refuseUnlessGood, type SendOptions } from './send'

/** Asks for a call's rows as a file. Gives the answer unread: it is streamed (see exportCsv). */
export async function sendForFile<C extends Call>(
  call: C,
  body: BodyOf<C>,
  options: SendOptions,
): Promise<Response> {
  const { response, envelope, token } = await post(
    call,
    { ...body, download: 'csv' },
    options,
    'text/csv, application/json',
  )
  reached()
  if (envelope) {
    refuseUnlessGood(call, response, envelope, token)
    throw new Problem('unavailable', 'Unexpected API response structure.')
  }
  return response
}
