import { currentAuth } from '#device/auth'
import { usePrinting } from './printing'

/** Whose print it is: at its head, and at the foot of each sheet. */
export function BusinessName() {
  const isPrinting = usePrinting()
  const name = currentAuth()?.business ?? 'Alajo'
  if (!isPrinting) return null
  return (
    <>
      <style>{`@page { @bottom-left { content: ${quoted(name)} } }`}</style>
      <strong className="business-name">{name}</strong>
    </>
  )
}

/** A string of CSS. */
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
