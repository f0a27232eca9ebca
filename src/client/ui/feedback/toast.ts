export type ToastKind = 'success' | 'error' | 'info' | 'warning'
export type Toast = {
  kind: ToastKind
  message: string
  /** Of a failure, for support. */
  requestId?: string | undefined
}

/** Toasts queue until the component that shows them is loaded; sign-in starts without it. */
const queue: Toast[] = []
let show: ((toast: Toast) => void) | undefined

export function toast(kind: ToastKind, message: string, { requestId }: Pick<Toast, 'requestId'> = {}) {
  if (show) show({ kind, message, requestId })
  else queue.push({ kind, message, requestId })
}

export function onToast(listener: (toast: Toast) => void) {
  show = listener
  for (const one of queue.splice(0)) listener(one)
  return () => {
    show = undefined
  }
}
