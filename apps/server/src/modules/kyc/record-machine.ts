/** The states of an identity record and the only ways between them (INV-20). Pure. */
import type { KycPiece, KycState } from '@tukar/wire'

/** The states that a row has; `none` is the absence of one. */
export type RecordState = Exclude<KycState, 'none'>

/** Where a record may go from each state; what is approved stays so. */
export const recordEdges = {
  draft: ['submitted'],
  submitted: ['approved', 'in_review', 'rejected'],
  in_review: ['approved', 'rejected'],
  // Once it is corrected.
  rejected: ['submitted'],
  approved: [],
} as const satisfies Record<RecordState, readonly RecordState[]>

/** Whether a record may go from one state to another at once. */
export function mayMove(from: RecordState, to: RecordState): boolean {
  const ways: readonly RecordState[] = recordEdges[from]
  return ways.includes(to)
}

/** Whether its owner may write into a record: before it is handed in, and after a rejection. */
export function isOpen(state: RecordState): boolean {
  return state === 'draft' || state === 'rejected'
}

/** The last step of the pages: everything is handed in. */
export const lastStep = 3

/** The step that a rejected record goes back to: that of what is asked for again (DEC-65). */
export function stepAfterRejection(piece: KycPiece | null): number {
  return piece === 'video' ? 2 : 1
}
