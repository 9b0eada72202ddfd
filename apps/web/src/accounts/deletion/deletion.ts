/** The rules of the deletion form (DEL-01, DEL-02). */

export type DeletionErrors = {
  readonly reason?: 'reasonEmpty'
  readonly word?: 'confirmInvalid'
}

const confirmationWord = 'DELETE'

/** Returns the error of each invalid field as a key of the settings catalogue. */
export function deletionErrors(reason: string, word: string): DeletionErrors {
  return {
    ...(reason.trim() === '' && { reason: 'reasonEmpty' }),
    ...(word.trim().toUpperCase() !== confirmationWord && { word: 'confirmInvalid' }),
  }
}
