import { useEffect, useRef } from 'react'
import { Keys } from '#ui/keys/KeyHint'
import { ActButton } from './ActButton'
import { useDesk } from './desk'
import { Note } from './Notes'

type Props = {
  /** 'Accepted, LN-260918-004112.' */
  result: string
  message: string
}

/** After a decision at the desk: its reference, and the next case, one key away. */
export function DonePanel({ result, message }: Props) {
  return (
    <>
      <Note tone="green" role="status">
        <b>{result}</b> {message}
      </Note>
      <GoOn focused />
    </>
  )
}

/** Goes on to the next case. */
function GoOn({ focused = false }: { focused?: boolean }) {
  const desk = useDesk()
  const next = desk?.next
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focused) button.current?.focus({ preventScroll: true })
  }, [focused])
  if (!desk) return null
  return (
    <>
      {next && (
        <ActButton ref={button} tone="act" hint={<Keys press={['J']} />} onPress={next.go}>
          {`Next: ${next.label}`}
        </ActButton>
      )}
      <p className="decision-hint">{desk.progress}</p>
    </>
  )
}

/** Another admin was faster: what the server says of it, and the next case. */
export const Taken = ({ text }: { text: string }) => (
  <>
    <Note tone="blue" role="status">
      {text}
    </Note>
    <GoOn />
  </>
)
