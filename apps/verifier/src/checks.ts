/** The two checks of a verification: what was looked at becomes the answer of the contract. */
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
  say,
} from './http/answer.ts'
import { distanceBetween, distanceThreshold, probabilityOf } from './look/faces.ts'
import type { Looker } from './look/looker.ts'
import type { Verification, Verifications } from './verifications.ts'

type Parts = { readonly verifications: Verifications; readonly looker: Looker }

/** Reads a document, finds its face and keeps what describes it. */
export async function checkDocument(
  { verifications, looker }: Parts,
  verification: Verification,
  sides: { readonly front: Uint8Array; readonly back: Uint8Array | null },
): Promise<Answer> {
  const looked = await looker.look('document', sides)
  if (looked.outcome !== 'looked') return notLooked(looked)
  if (!looked.value.isPicture) return say(422, invalidImage)
  const { text, face } = looked.value
  if (text === null) return say(422, extractionFailed)
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
 * Compares a face with the document's. A document on which no face was found is like nobody:
 * probability 0. `copy` tells that the picture is one of a document, whose face is alike of course.
 */
export async function checkFace(
  { verifications, looker }: Parts,
  verification: Verification,
  image: Uint8Array,
): Promise<Answer> {
  if (verification.document === null) return say(409, 'The document comes first')
  const looked = await looker.look('face', { image })
  if (looked.outcome !== 'looked') return notLooked(looked)
  if (!looked.value.isPicture) return say(422, invalidImage)
  const { search, isPage } = looked.value
  if (search.found === 'none') return say(422, faceNotFound)
  if (search.found === 'too_small') return say(422, faceTooSmall)
  const { descriptor, quality } = search.face
  const other = verification.document.face
  const distance = other === null ? Infinity : distanceBetween(descriptor, other)
  const result = {
    probability: rounded(probabilityOf(distance)),
    quality: rounded(quality),
    copy: isPage,
  }
  if (distance > distanceThreshold) {
    return { status: 422, body: { message: faceFailed, result } }
  }
  verifications.change(verification.id, { isPassed: true })
  return { status: 200, body: { message: done, result } }
}

/** Nobody looked: the client must not conclude anything. */
function notLooked({ outcome }: { outcome: 'busy' | 'failed' }): Answer {
  return outcome === 'busy' ? busy() : say(500, 'The check could not be made')
}
