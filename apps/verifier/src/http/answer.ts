/** Answers of the contract: a status, a body, and the sentences that clients compare word by word. */

export type Answer = {
  readonly status: number
  readonly body: object
  readonly retryAfterSeconds?: number
}

export const created = 'Verification created successfully'
export const done = 'OK'
export const invalidImage = 'Invalid Image, only JPG, JPEG and PNG are allowed'
export const extractionFailed = 'Extraction Failed. Please make sure the document is a valid ID.'
export const faceFailed = 'Face verification failed'
export const faceNotFound = 'Face verification failed. FACE_NOT_FOUND'
export const faceTooSmall = 'Face verification failed. FACE_TOO_SMALL'

/** A check takes about two seconds. */
const retryAfterSeconds = 5

/** An answer that is a message alone. */
export function withMessage(status: number, message: string): Answer {
  return { status, body: { message } }
}

/** The verifier is busy: retry later. */
export function busy(): Answer {
  return { ...withMessage(503, 'Busy'), retryAfterSeconds }
}
