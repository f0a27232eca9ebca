export type ToastKind = 'success' | 'error' | 'info' | 'warning'
export type Toast = { kind: ToastKind; message: string }

/** Toasts wait here until the part that shows them is loaded: the sign-in screen starts without it. */
const waiting: Toast[] = []
let show: ((toast: Toast) => void) | undefined

export function toast(kind: ToastKind, message: string) {
  if (show) show({ kind, message })
  else waiting.push({ kind, message })
}

export function onToast(shower: (toast: Toast) => void) {
  show = shower
  for (const one of waiting.splice(0)) shower(one)
  return () => {
    show = undefined
  }
}
