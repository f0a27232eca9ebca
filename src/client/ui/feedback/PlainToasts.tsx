import { useEffect, useState } from 'react'
import { onToast, type Toast } from './toast'
import './plainToasts.css'

/** Shows the last messages until they are closed, where the file of the toasts did not arrive. */
export function PlainToasts() {
  const [shown, setShown] = useState<readonly Toast[]>([])
  useEffect(() => onToast((one) => setShown((all) => [...all.slice(-2), one])), [])
  return (
    <div className="plain-toasts">
      {shown.map((one, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the same message may come twice
          key={at}
          className="toast"
          role={one.kind === 'error' ? 'alert' : 'status'}
        >
          {one.message} {one.requestId}
          <button
            type="button"
            aria-label="Close this message"
            onClick={() => setShown((all) => all.filter((other) => other !== one))}
          >
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
