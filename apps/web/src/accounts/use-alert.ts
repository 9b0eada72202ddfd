/** What a form tells about its last attempt: one message above the page, gone with the next attempt. */
import { useRef } from 'react'
import { toast, type ToastKind } from '../ui/toast.tsx'

export type Alert = {
  /** Shows a message in the place of the one before. */
  readonly show: (kind: ToastKind, text: string) => void
  /** Takes the last message away. */
  readonly clear: () => void
}

/** Returns the teller of a form. */
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
