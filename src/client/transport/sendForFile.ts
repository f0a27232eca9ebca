import { fileTypes } from '#contract/values'
import type { BodyOf, Call } from '#contract/call'
import { reportReply } from './connection'
import { post, rejectFailure, type SendOptions, unreadable } from './send'

/** Requests a call's file, such as that of a list with `download: 'csv'`. Returns the response unread, for streaming (exportCsv.ts, saveFile.ts). */
export async function sendForFile<C extends Call>(
  call: C,
  body: BodyOf<C>,
  options: SendOptions,
): Promise<Response> {
  const { response, envelope, token } = await post(
    call,
    body,
    options,
    `text/csv, application/zip, ${fileTypes.xlsx}, application/vnd.alajo.customer+json, application/json`,
  )
  reportReply()
  if (envelope) {
    rejectFailure(call, response, envelope, token)
    throw unreadable(response)
  }
  return response
}
