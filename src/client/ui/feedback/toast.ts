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
const waiting: (() => void)[] = []

/** Resolves as soon as toasts are shown. */
export const whenToastsShow = () =>
  show ? Promise.resolve() : new Promise<void>((done) => void waiting.push(done))

export function toast(kind: ToastKind, message: string, { requestId }: Pick<Toast, 'requestId'> = {}) {
  if (show) show({ kind, message, requestId })
  else queue.push({ kind, message, requestId })
}

export function onToast(listener: (toast: Toast) => void) {
  show = listener
  for (const one of queue.splice(0)) listener(one)
  for (const done of waiting.splice(0)) done()
  return () => {
    show = undefined
  }
}
