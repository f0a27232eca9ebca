export type ToastKind = 'success' | 'error' | 'info' | 'warning'
export type Toast = {
  kind: ToastKind
  message: string
  /** Of a failure, for support. */
  requestId?: string | undefined
  /** Of messages about the same only the last is shown, such as those of one export. */
  about?: string
  /** What is often done next. */
  act?: { label: string; run: () => void } | undefined
}

/** Toasts queue until the component that shows them is loaded; sign-in starts without it. */
const queue: Toast[] = []
let show: ((toast: Toast) => void) | undefined
const waiting: (() => void)[] = []

/** Resolves as soon as toasts are shown. */
export const whenToastsShow = () =>
  show ? Promise.resolve() : new Promise<void>((done) => void waiting.push(done))

export function toast(kind: ToastKind, message: string, more: Omit<Toast, 'kind' | 'message'> = {}) {
  const one = { ...more, kind, message }
  if (show) show(one)
  else queue.push(one)
}

export function onToast(listener: (toast: Toast) => void) {
  show = listener
  for (const one of queue.splice(0)) listener(one)
  for (const done of waiting.splice(0)) done()
  return () => {
    show = undefined
  }
}
