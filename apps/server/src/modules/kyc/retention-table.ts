/**
 * How long what is known of people is kept (reliability pattern 22), in one place. Transactions and who
 * made them: five years after the relation ends (rules against money laundering); videos and raw pictures
 * only as long as a decision may be asked about; tokens for minutes. Counsel confirms the figures.
 */

const dayMs = 86_400_000
const yearMs = 365.25 * dayMs

/** What is kept: pictures of papers, pictures of faces and videos, or all that is known. */
export type RetainedData =
  | 'faces'
  | 'papers'
  | 'unfinished'
  | 'verifications'
  | 'strangers'
  | 'persons'

export type RetentionRule = {
  readonly kept: RetainedData
  /** What the time runs from. */
  readonly from: 'decided' | 'handed_in' | 'begun' | 'account_deleted'
  readonly forMs: number
  readonly meaning: string
}

/** The kinds of files by what they show. */
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

/** The moment before which what this rule keeps is too old; milliseconds since 1970. */
export function retainedSinceMs(kept: RetainedData, nowMs: number): number {
  return nowMs - retentionTable[kept].forMs
}
