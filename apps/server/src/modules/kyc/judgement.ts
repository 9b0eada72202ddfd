/**
 * The automatic verdict about the findings of the identity check. Pure: it approves only clear cases, passes
 * all others to an operator, and never rejects.
 */
import { ageMin, ageOf, identityNumberOf, type KycReason, nikHintsOf, readNik } from '@tukar/wire'
import type { DocumentFindings, FaceFindings } from '../../adapters/identity-check/index.ts'
import type { Thresholds } from './deps.ts'

export type Findings = {
  /** The data of the document, compared with the user's input; null if it could not be read. */
  readonly document: DocumentFindings | null
  /** The face before the camera; null if none was found or compared. */
  readonly face: FaceFindings | null
  /** The message of the identity check when it refused an image. */
  readonly refusal: string | null
}

/** The known facts about the user apart from the identity check. */
export type ExpectedIdentity = {
  readonly birthDate: string | null
  readonly gender: 'M' | 'F' | null
  /** Without a typed number there is nothing to compare, only the format to check. */
  readonly isNumberTyped: boolean
  /** Whether another waiting or approved account has the number. */
  readonly isNumberUsed: boolean
  /** Whether earlier events speak against the user. */
  readonly isSuspicious: boolean
  /** Milliseconds since 1970. */
  readonly nowMs: number
}

export type KycVerdict = {
  readonly decision: 'approve' | 'review'
  /** The reasons against an automatic approval, most important first; empty for an approval. */
  readonly reasons: readonly KycReason[]
}

/** The minimum similarity of the typed and the read name. */
const nameLikenessMin = 0.8

/** Approves if no reason speaks against it; any reason passes the case to an operator. */
export function judgeFindings(
  findings: Findings,
  expected: ExpectedIdentity,
  thresholds: Thresholds,
): KycVerdict {
  const reasons = [
    ...reasonsOfPerson(findings, expected),
    ...reasonsOfDocument(findings.document, expected),
    ...reasonsOfFace(findings, thresholds),
  ]
  return { decision: reasons.length === 0 ? 'approve' : 'review', reasons }
}

function reasonsOfPerson({ document }: Findings, expected: ExpectedIdentity): readonly KycReason[] {
  const birthDate = expected.birthDate ?? document?.birthDate ?? null
  const age = birthDate === null ? null : ageOf(birthDate, expected.nowMs)
  const isOfAge = age !== null && age >= ageMin
  return [
    ...(expected.isNumberUsed ? (['number_used'] as const) : []),
    ...(expected.isSuspicious ? (['suspicious'] as const) : []),
    ...(isOfAge ? [] : (['too_young'] as const)),
  ]
}

function reasonsOfDocument(
  document: DocumentFindings | null,
  expected: ExpectedIdentity,
): readonly KycReason[] {
  if (document === null || document.kind === 'unknown') return ['unreadable']
  const { name, birthDate } = document.matches
  const { isNumberTyped } = expected
  const number = isNumberTyped ? document.matches.number : isWhole(document)
  const isNamed = name !== null && name >= nameLikenessMin
  return [
    ...(number === true ? [] : (['number_differs'] as const)),
    ...(isNamed ? [] : (['name_differs'] as const)),
    // An unreadable date is accepted, a different one is not.
    ...(birthDate === false || (!isNumberTyped && isOfAnother(document, expected))
      ? (['suspicious'] as const)
      : []),
    ...reasonsOfValidity(document),
  ]
}

/**
 * Passports expire, and one with an unreadable expiry date may have expired; identity cards are valid for
 * life.
 */
function reasonsOfValidity({ kind, expired }: DocumentFindings): readonly KycReason[] {
  if (expired === true) return ['expired']
  return kind === 'passport' && expired !== false ? ['unreadable'] : []
}

/** Whether the birth date or gender in a NIK differs from the card or from the user's input. */
function isOfAnother(document: DocumentFindings, expected: ExpectedIdentity): boolean {
  const read = readNumber(document)
  if (read === null || read.numberKind !== 'ktp') return false
  const written = {
    birthDate: document.birthDate ?? expected.birthDate,
    gender: document.gender ?? expected.gender,
  }
  return nikHintsOf(read.number, written).some((part) => part === 'birth_date' || part === 'gender')
}

/** The number on a document in normal form; null if none was read. */
export function readNumber({
  kind,
  number,
}: DocumentFindings): ReturnType<typeof identityNumberOf> {
  if (number === null) return null
  return identityNumberOf(number, kind === 'passport' ? 'global' : 'indonesia')
}

/** Whether the number has the format of its kind. */
function isWhole(document: DocumentFindings): boolean {
  const read = readNumber(document)
  if (read === null) return false
  return read.numberKind === 'passport' || readNik(read.number) !== null
}

function reasonsOfFace(
  { document, face }: Findings,
  { probabilityMin, qualityMin }: Thresholds,
): readonly KycReason[] {
  if (document === null) return []
  if (document.face === null || face === null) return ['no_face']
  const isAlike = face.probability >= probabilityMin && face.quality >= qualityMin
  return [
    // A high similarity proves nothing here: the image is a copy, not a person before the camera.
    ...(face.copy === true ? (['suspicious'] as const) : []),
    ...(isAlike ? [] : (['face_differs'] as const)),
  ]
}
