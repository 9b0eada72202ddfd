/** How failures of calls about rupiah and one-time codes are told: as a toast (ERR-23 to ERR-27, DEC-105, DEC-106). */
import { failureText } from '../api/failure-text.ts'
import type { Failure } from '../api/request.ts'
import { type ToastKind, toast } from '../ui/toast.tsx'
import { failureTone } from './failure-tone.ts'

/** Tells it, in the exchange's own words where it gave any; a missing answer in the page's. */
export function showFailure(failure: Failure): void {
  const kind: ToastKind = failureTone(failure)
  toast(kind, failureText(failure))
}
