import { type ReactNode, type Ref, useId, useImperativeHandle } from 'react'
import { useFocusKept } from '../useFocusKept'

type Props = {
  /** Without it the button submits its form. */
  onPress?: () => void
  tone: 'act' | 'reject' | 'idle'
  disabled?: boolean
  reason?: string | undefined
  hint?: ReactNode
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

/** The wide button of a decision. It names the act and the sum; disabled it says why. */
export function ActButton({ onPress, tone, disabled = false, reason, hint, ref, children }: Props) {
  const reasonId = useId()
  // Only while it sends is the button of a chosen act disabled.
  const focus = useFocusKept(disabled && tone !== 'idle')
  useImperativeHandle(ref, () => focus.ref.current as HTMLButtonElement, [focus.ref])
  return (
    <div className="decision-act">
      <button
        ref={focus.ref}
        type={onPress || tone === 'idle' ? 'button' : 'submit'}
        className={`plain-button ${tone}`}
        disabled={disabled}
        aria-describedby={reason ? reasonId : undefined}
        onClick={() => {
          focus.onPress()
          onPress?.()
        }}
      >
        <span>{children}</span>
        {!disabled && hint}
      </button>
      {reason && (
        <p id={reasonId} className="decision-reason">
          {reason}
        </p>
      )}
    </div>
  )
}
