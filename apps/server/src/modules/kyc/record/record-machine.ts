/** The states of an identity record and the allowed transitions (INV-20). Pure. */
import type { KycPiece, KycState } from '@tukar/wire'

/** The states of a row; `none` means that there is no row. */
export type RecordState = Exclude<KycState, 'none'>

/** The allowed next states of each state; an approved record stays approved. */
export const recordEdges = {
  draft: ['submitted'],
  submitted: ['approved', 'in_review', 'rejected'],
  in_review: ['approved', 'rejected'],
  // After a correction.
  rejected: ['submitted'],
  approved: [],
} as const satisfies Record<RecordState, readonly RecordState[]>

/** Whether a record may change directly from one state to another. */
export function mayMove(from: RecordState, to: RecordState): boolean {
  const ways: readonly RecordState[] = recordEdges[from]
  return ways.includes(to)
}

/** Whether the user may change a record: before it is submitted, and after a rejection. */
export function isOpen(state: RecordState): boolean {
  return state === 'draft' || state === 'rejected'
}

/** The last step of the pages: everything is submitted. */
export const lastStep = 3

/** The step of a rejected record: that of the piece that is requested again (DEC-65). */
export function stepAfterRejection(piece: KycPiece | null): number {
  return piece === 'video' ? 2 : 1
}
