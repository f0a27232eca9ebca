import { useState } from 'react'
import * as v from 'valibot'
import type { BodyOf, NamedRead, ReplyOf } from '#contract/call'
import { asProblem, failureText, isRefusal } from '#contract/problems'
import { send } from '#transport/send'

type Outcome = {
  errors: Record<string, string>
  fault: string | undefined
  /** Why the server refused: a toast says it, and it stays on the form. */
  refusal?: string
}
const noErrors: Outcome = { errors: {}, fault: undefined }

/** One step of sign-in: validates the fields by the contract, sends them, and holds the errors for the form. */
export function useSignInStep<C extends NamedRead>(call: C) {
  const [{ errors, fault, refusal }, setOutcome] = useState<Outcome>(noErrors)
  const [busy, setBusy] = useState(false)

  async function run(
    form: HTMLFormElement,
    body: BodyOf<C>,
    loginToken: string | undefined,
    handlers: {
      onAccepted: (reply: ReplyOf<C>) => void | Promise<void>
      onRefused: (message: string) => void
      /** The login token is no longer valid: used, replaced or expired. The form stays busy until it is left. */
      onExpired?: () => Promise<void>
    },
  ) {
    if (busy) return
    const checked = v.safeParse(call.input, body)
    if (!checked.success) {
      const messages = Object.fromEntries(
        checked.issues.toReversed().map((issue) => [String(issue.path?.[0].key), issue.message]),
      )
      setOutcome({ errors: messages, fault: undefined })
      const first = Object.keys(call.input.entries).find((name) => messages[name])
      form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    setBusy(true)
    setOutcome(noErrors)
    await send(call, body, loginToken === undefined ? {} : { loginToken })
      .then(handlers.onAccepted, (error: unknown) => {
        const problem = asProblem(error)
        const { code, message, fields } = problem
        if (code === 'signedOut' && handlers.onExpired) return handlers.onExpired()
        if (!isRefusal(problem)) setOutcome({ errors: {}, fault: failureText(problem) })
        else {
          const texts = fields.length > 0 ? fields : [message]
          setOutcome({ errors: {}, fault: undefined, refusal: texts.join(' ') })
          for (const text of texts) handlers.onRefused(text)
        }
        return undefined
      })
      .finally(() => setBusy(false))
  }

  /** Clears the error of a field once its value is valid. */
  function clearError({ target }: { target: EventTarget }) {
    const { name, value } = target as HTMLInputElement
    const entry = (call.input.entries as v.ObjectEntries)[name]
    if (errors[name] && v.safeParse(entry as v.GenericSchema, value).success)
      setOutcome({ errors: { ...errors, [name]: '' }, fault })
  }

  return { run, clearError, busy, errors, fault, refusal }
}
