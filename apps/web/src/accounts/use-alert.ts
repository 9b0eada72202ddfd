/** The message of a form's last attempt, above the page; the next attempt removes it. */
import { useRef } from 'react'
import { toast, type ToastKind } from '../ui/toast.tsx'

export type Alert = {
  /** Shows a message; it replaces the previous one. */
  readonly show: (kind: ToastKind, text: string) => void
  /** Removes the last message. */
  readonly clear: () => void
}

/** Returns the alert of a form. */
export function useAlert(): Alert {
  const dismiss = useRef<(() => void) | null>(null)
  const clear = () => {
    dismiss.current?.()
    dismiss.current = null
  }
  const show = (kind: ToastKind, text: string) => {
    clear()
    dismiss.current = toast(kind, text)
  }
  return { show, clear }
}
