/** Shows failures of rupiah and one-time-code calls as a toast (ERR-23 to ERR-27, DEC-105, DEC-106). */
import { failureText } from '../../api/failure-text.ts'
import type { Failure } from '../../api/request.ts'
import { type ToastKind, toast } from '../../ui/toast.tsx'
import { failureTone } from './failure-tone.ts'

/** Shows the server's text, or the page's text if there was no answer. Returns a function that removes the toast. */
export function showFailure(failure: Failure): () => void {
  const kind: ToastKind = failureTone(failure)
  return toast(kind, failureText(failure))
}
