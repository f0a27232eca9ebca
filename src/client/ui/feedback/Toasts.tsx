import {
  closeSnackbar,
  type CustomContentProps,
  enqueueSnackbar,
  type SnackbarKey,
  SnackbarProvider,
} from 'notistack'
import { forwardRef, type PointerEvent, useEffect, useRef } from 'react'
import { RequestId } from './RequestId'
import { usePlacedToasts } from './placeToasts'
import { onToast, type Toast, type ToastKind } from './toast'
import '../text/visuallyHidden.css'
import './toasts.css'

const visibleMs = 5000
/** A toast dragged further than this part of its width closes. */
const dragAway = 0.8

/** Shows toasts for five seconds, paused on hover and while the window is not focused. */
export default function Toasts() {
  usePlacedToasts()
  useEffect(
    () =>
      onToast(({ kind, message, requestId, about, act }) => {
        const text = requestId === undefined ? message : withId(message, requestId)
        const before = about && shownAbout.get(about)
        if (before) closeSnackbar(before)
        const key = enqueueSnackbar(text, {
          variant: kind,
          ...(act && { action: (id) => actButton(id, act) }),
        })
        if (about) shownAbout.set(about, key)
      }),
    [],
  )
  return (
    <SnackbarProvider
      autoHideDuration={visibleMs}
      maxSnack={5}
      // Beside the menu, where they cover no button.
      classes={{ containerRoot: 'toasts' }}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      Components={{ success: Note, error: Note, info: Note, warning: Note }}
    />
  )
}

/** The message about each subject that was shown last. */
const shownAbout = new Map<string, SnackbarKey>()

const actButton = (id: SnackbarKey, { label, run }: NonNullable<Toast['act']>) => (
  <button
    type="button"
    className="toast-act"
    onClick={() => {
      closeSnackbar(id)
      run()
    }}
  >
    {label}
  </button>
)

const withId = (message: string, requestId: string) => (
  <>
    {message}
    <RequestId id={requestId} />
  </>
)

/** For screen readers: sighted users see the colour of the edge. */
const words: Record<ToastKind, string> = {
  success: 'Done',
  error: 'Problem',
  info: 'Note',
  warning: 'Warning',
}

const Note = forwardRef<HTMLDivElement, CustomContentProps>(function Note(
  { id, message, variant, style, action },
  ref,
) {
  const drag = useDragAway(() => closeSnackbar(id))
  return (
    <div
      ref={ref}
      style={style}
      className={`toast toast-${variant}`}
      role={variant === 'error' ? 'alert' : 'status'}
      {...drag}
    >
      <span>
        <span className="visually-hidden">{words[variant as ToastKind]}: </span>
        {message}
      </span>
      {typeof action === 'function' ? action(id) : action}
      <button type="button" aria-label="Close this message" onClick={() => closeSnackbar(id)}>
        ×
      </button>
    </div>
  )
})

function useDragAway(onAway: () => void) {
  const startX = useRef<number | undefined>(undefined)
  const offset = (event: PointerEvent<HTMLElement>) => event.clientX - (startX.current ?? event.clientX)
  const settle = (event: PointerEvent<HTMLElement>) => {
    const node = event.currentTarget
    const far = Math.abs(offset(event)) > node.offsetWidth * dragAway
    startX.current = undefined
    node.style.transform = ''
    if (far && event.type === 'pointerup') onAway()
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse' || (event.target as Element).closest('button')) return
      startX.current = event.clientX
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (startX.current !== undefined) event.currentTarget.style.transform = `translateX(${offset(event)}px)`
    },
    onPointerUp: settle,
    onPointerCancel: settle,
  }
}
