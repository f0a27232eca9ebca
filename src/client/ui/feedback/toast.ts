export type ToastKind = 'success' | 'error' | 'info' | 'warning'
export type Toast = { kind: ToastKind; message: string }

/** Toasts queue until the component that shows them is loaded; sign-in starts without it. */
const queue: Toast[] = []
let show: ((toast: Toast) => void) | undefined

export function toast(kind: ToastKind, message: string) {
  if (show) show({ kind, message })
  else queue.push({ kind, message })
}

export function onToast(listener: (toast: Toast) => void) {
  show = listener
  for (const one of queue.splice(0)) listener(one)
  return () => {
    show = undefined
  }
}
