/**
 * Retention periods of users' data (reliability pattern 22), in one place. Transactions and identities: five
 * years after the relation ends (anti-money-laundering rules). Videos and raw images: only as long as a
 * decision may be questioned. Tokens: minutes. Counsel confirms the figures.
 */

const dayMs = 86_400_000
const yearMs = 365.25 * dayMs

/** The data of a rule: images of papers, images of faces and videos, or everything. */
export type RetainedData =
  | 'faces'
  | 'papers'
  | 'unfinished'
  | 'verifications'
  | 'strangers'
  | 'persons'

export type RetentionRule = {
  readonly kept: RetainedData
  /** The event from which the time runs. */
  readonly from: 'decided' | 'handed_in' | 'begun' | 'account_deleted'
  readonly forMs: number
  readonly meaning: string
}

/** The kinds of files by content. */
export const faceKinds = ['video', 'selfie', 'still'] as const
export const paperKinds = ['document', 'document_back', 'npwp'] as const

export const retentionTable = {
  faces: {
    kept: 'faces',
    from: 'decided',
    forMs: 30 * dayMs,
    meaning: 'Videos, selfies and stills of a person who was approved or rejected.',
  },
  papers: {
    kept: 'papers',
    from: 'decided',
    forMs: 90 * dayMs,
    meaning: 'Pictures of papers of a person who was approved or rejected.',
  },
  unfinished: {
    kept: 'unfinished',
    from: 'handed_in',
    forMs: 30 * dayMs,
    meaning: 'Files of a person who began and never finished.',
  },
  verifications: {
    kept: 'verifications',
    from: 'begun',
    forMs: dayMs,
    meaning: 'What the modal found on a document, apart from what went into the record.',
  },
  strangers: {
    kept: 'strangers',
    from: 'account_deleted',
    forMs: 30 * dayMs,
    meaning: 'All that is known of a person who left and was never approved.',
  },
  persons: {
    kept: 'persons',
    from: 'account_deleted',
    forMs: 5 * yearMs,
    meaning: 'Details and findings of a person who was approved, after the account was deleted.',
  },
} as const satisfies Record<RetainedData, RetentionRule>

/** The moment before which the data of this rule is too old; milliseconds since 1970. */
export function retainedSinceMs(stored: RetainedData, nowMs: number): number {
  return nowMs - retentionTable[stored].forMs
}
