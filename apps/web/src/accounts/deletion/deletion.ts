/** The rules of the form that deletes an account (DEL-01, DEL-02). */

export type DeletionErrors = {
  readonly reason?: 'reasonEmpty'
  readonly word?: 'confirmInvalid'
}

const confirmationWord = 'DELETE'

/** Returns each field's error as a key of the settings' catalogue; a field without one is left out. */
export function deletionErrors(reason: string, word: string): DeletionErrors {
  return {
    ...(reason.trim() === '' && { reason: 'reasonEmpty' }),
    ...(word.trim().toUpperCase() !== confirmationWord && { word: 'confirmInvalid' }),
  }
}
