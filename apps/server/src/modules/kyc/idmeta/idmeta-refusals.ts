/** Refusals of the provider, in the texts that clients compare (DEC-59, ERR-09 to ERR-16). */
import { idmetaTexts, type IdmetaScores } from '@tukar/wire'

/** The outcome of a call of the modal: its value, or the text for the browser. */
export type IdmetaOutcome<T> =
  | { readonly status: 'done'; readonly value: T }
  | {
      readonly status: 'refused'
      readonly code: string
      readonly message: string
      readonly result: IdmetaScores | null
    }

/** A longer text is not a message for users. */
const messageLengthMax = 200

const codes: Readonly<Record<string, string>> = {
  [idmetaTexts.wrongImage]: 'idmeta.wrong_image',
  [idmetaTexts.unreadable]: 'idmeta.unreadable',
  [idmetaTexts.noFace]: 'idmeta.no_face',
  [idmetaTexts.smallFace]: 'idmeta.small_face',
  [idmetaTexts.otherFace]: 'idmeta.other_face',
}

/** Maps a refusal of the provider by its exact text; an unknown text gets the general code. */
export function refusedBy(answer: {
  readonly message: string
  readonly probability?: number
  readonly quality?: number
}): Extract<IdmetaOutcome<never>, { readonly status: 'refused' }> {
  const { message, probability, quality } = answer
  const isScored = probability !== undefined && quality !== undefined
  return {
    status: 'refused',
    code: codes[message] ?? 'idmeta.refused',
    message: message.slice(0, messageLengthMax),
    result: isScored ? { probability, quality } : null,
  }
}

/** The refusal of a face that is below our own thresholds. */
export function otherFace({
  probability,
  quality,
}: IdmetaScores): Extract<IdmetaOutcome<never>, { readonly status: 'refused' }> {
  return refusedBy({ message: idmetaTexts.otherFace, probability, quality })
}
