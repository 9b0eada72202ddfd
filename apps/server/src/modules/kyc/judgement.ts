/**
 * What the machine makes of what the identity check found. Pure: it approves only what it is sure of, and
 * gives everything else to a person; it never rejects.
 */
import { ageMin, ageOf, identityNumberOf, type KycReason, nikHintsOf, readNik } from '@tukar/wire'
import type { DocumentFindings, FaceFindings } from '../../adapters/identity-check/index.ts'
import type { Thresholds } from './deps.ts'

export type Findings = {
  /** What was read on the document, compared with what its owner wrote; null where it could not be read. */
  readonly document: DocumentFindings | null
  /** The face before the camera; null where none was found, or none was compared. */
  readonly face: FaceFindings | null
  /** What the identity check said when it refused a picture. */
  readonly refusal: string | null
}

/** What is known of the person without the identity check. */
export type Expected = {
  readonly birthDate: string | null
  readonly gender: 'M' | 'F' | null
  /** One that nobody typed has nothing to differ from, if it is one at all. */
  readonly isNumberTyped: boolean
  /** Whether another account that waits or is approved has the number. */
  readonly isNumberUsed: boolean
  /** Whether something from before speaks against the person. */
  readonly isSuspicious: boolean
  /** Milliseconds since 1970. */
  readonly nowMs: number
}

export type Verdict = {
  readonly decision: 'approve' | 'review'
  /** Everything that keeps the machine from approving, the weightiest first; empty where it approves. */
  readonly reasons: readonly KycReason[]
}

/** The least likeness of the written and the read name. */
const nameLikenessMin = 0.8

/** Approves where all of it holds: see the reasons, each of which gives the case to a person. */
export function judgeFindings(
  findings: Findings,
  expected: Expected,
  thresholds: Thresholds,
): Verdict {
  const reasons = [
    ...reasonsOfPerson(findings, expected),
    ...reasonsOfDocument(findings.document, expected),
    ...reasonsOfFace(findings, thresholds),
  ]
  return { decision: reasons.length === 0 ? 'approve' : 'review', reasons }
}

function reasonsOfPerson({ document }: Findings, expected: Expected): readonly KycReason[] {
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
  expected: Expected,
): readonly KycReason[] {
  if (document === null || document.kind === 'unknown') return ['unreadable']
  const { name, birthDate } = document.matches
  const { isNumberTyped } = expected
  const number = isNumberTyped ? document.matches.number : isWhole(document)
  const isNamed = name !== null && name >= nameLikenessMin
  return [
    ...(number === true ? [] : (['number_differs'] as const)),
    ...(isNamed ? [] : (['name_differs'] as const)),
    // Unread is let through, another date is not.
    ...(birthDate === false || (!isNumberTyped && isOfAnother(document, expected))
      ? (['suspicious'] as const)
      : []),
    ...reasonsOfValidity(document),
  ]
}

/** Passports end, and one whose last day cannot be read may have; cards are for life. */
function reasonsOfValidity({ kind, expired }: DocumentFindings): readonly KycReason[] {
  if (expired === true) return ['expired']
  return kind === 'passport' && expired !== false ? ['unreadable'] : []
}

/** Whether a NIK that was read is of another birth date or gender than its card, or its owner, says. */
function isOfAnother(document: DocumentFindings, expected: Expected): boolean {
  const read = readNumber(document)
  if (read === null || read.numberKind !== 'ktp') return false
  const said = {
    birthDate: document.birthDate ?? expected.birthDate,
    gender: document.gender ?? expected.gender,
  }
  return nikHintsOf(read.number, said).some((hint) => hint === 'birth_date' || hint === 'gender')
}

/** The number on a document in normal form; null where none was read. */
export function readNumber({
  kind,
  number,
}: DocumentFindings): ReturnType<typeof identityNumberOf> {
  if (number === null) return null
  return identityNumberOf(number, kind === 'passport' ? 'global' : 'indonesia')
}

/** Whether the number that was read can be one of its kind. */
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
    // Of course it is alike: nobody was in front of the camera.
    ...(face.copy === true ? (['suspicious'] as const) : []),
    ...(isAlike ? [] : (['face_differs'] as const)),
  ]
}
