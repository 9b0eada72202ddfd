/** The two checks of a verification: results of the recognition become answers of the contract. */
import { compare, rounded } from './card/comparison.ts'
import {
  type Answer,
  busy,
  done,
  extractionFailed,
  faceFailed,
  faceNotFound,
  faceTooSmall,
  invalidImage,
  withMessage,
} from './http/answer.ts'
import { distanceBetween, distanceThreshold, toProbability } from './recognition/faces.ts'
import type { RecognitionQueue } from './recognition/recognition-queue.ts'
import type { Verification, Verifications } from './verifications.ts'

type CheckDeps = { readonly verifications: Verifications; readonly queue: RecognitionQueue }

/** Reads a document, finds its face and stores the face's descriptor. */
export async function checkDocument(
  { verifications, queue }: CheckDeps,
  verification: Verification,
  sides: { readonly front: Uint8Array; readonly back: Uint8Array | null },
): Promise<Answer> {
  const recognized = await queue.run('document', sides)
  if (recognized.outcome !== 'done') return toUnavailable(recognized)
  if (!recognized.value.isPicture) return withMessage(422, invalidImage)
  const { text, face } = recognized.value
  if (text === null) return withMessage(422, extractionFailed)
  verifications.change(verification.id, { document: { face: face?.descriptor ?? null } })
  const { documentType, extraction } = text
  const result = {
    documentType,
    extraction: { ...extraction, confidence: rounded(extraction.confidence) },
    dataCheck: compare(extraction, verification.expected),
    face: face === null ? null : { quality: rounded(face.quality) },
  }
  return { status: 200, body: { message: done, result } }
}

/**
 * Compares a face with the document's. Without a face on the document the probability is 0. `copy` means that
 * the picture shows the document itself, whose face is of course similar.
 */
export async function checkFace(
  { verifications, queue }: CheckDeps,
  verification: Verification,
  image: Uint8Array,
): Promise<Answer> {
  if (verification.document === null) return withMessage(409, 'The document comes first')
  const recognized = await queue.run('face', { image })
  if (recognized.outcome !== 'done') return toUnavailable(recognized)
  if (!recognized.value.isPicture) return withMessage(422, invalidImage)
  const { search, isPage } = recognized.value
  if (search.found === 'none') return withMessage(422, faceNotFound)
  if (search.found === 'too_small') return withMessage(422, faceTooSmall)
  const { descriptor, quality } = search.face
  const other = verification.document.face
  const distance = other === null ? Infinity : distanceBetween(descriptor, other)
  const result = {
    probability: rounded(toProbability(distance)),
    quality: rounded(quality),
    copy: isPage,
  }
  if (distance > distanceThreshold) {
    return { status: 422, body: { message: faceFailed, result } }
  }
  verifications.change(verification.id, { isPassed: true })
  return { status: 200, body: { message: done, result } }
}

/** The check did not run: the client must not conclude anything. */
function toUnavailable({ outcome }: { outcome: 'busy' | 'failed' }): Answer {
  return outcome === 'busy' ? busy() : withMessage(500, 'The check could not be made')
}
