/** Converts answers about identity cases from wire names. */
import type {
  DeskFinding,
  DeskIdentity,
  DeskIdentityRow,
  DeskIdentityShown,
  DeskIdentityStep,
} from '@tukar/wire'
import { toPerson } from '../cases/case-wire.ts'
import {
  type DetailName,
  detailNames,
  type Finding,
  type IdentityCase,
  type IdentityRow,
  type IdentityStep,
  type ShownIdentity,
} from './identity.ts'

/** A masked case with all its details. */
export function toIdentity(data: DeskIdentity): IdentityCase {
  const { masked } = data
  return {
    ...toIdentityRow(data),
    masked:
      masked === null
        ? null
        : { name: masked.name, number: masked.number ?? '', numberKind: masked.number_kind },
    fileCount: data.files.length,
    findings: data.findings.map(toFinding),
    steps: data.steps.map(toStep),
    isNumberShared: data.number_shared,
    can: data.can,
    version: data.version,
  }
}

/** A case in a queue. */
export function toIdentityRow(row: DeskIdentityRow): IdentityRow {
  return {
    id: row.id,
    person: row.person === null ? null : toPerson(row.person),
    state: row.state,
    kind: row.kind ?? '',
    reason: row.reason ?? '',
    submittedAt: row.submitted_at ?? '',
    decidedAt: row.decided_at ?? '',
    decidedBy: row.decided_by ?? '',
  }
}

function toFinding(row: DeskFinding): Finding {
  return {
    source: row.source,
    at: row.at,
    wouldApprove: row.verdict === 'approve',
    reasons: row.reasons,
    refusal: row.refusal ?? '',
    probability: row.probability,
    quality: row.quality,
    document: row.document === null ? null : toDocument(row.document),
  }
}

function toDocument(row: NonNullable<DeskFinding['document']>): Finding['document'] {
  const { name, number, birth_date: birthDate } = row.matches
  return {
    kind: row.kind,
    confidence: row.confidence,
    faceQuality: row.face_quality,
    matches: { name, number, birthDate },
  }
}

function toStep({ at, to, actor, cause }: DeskIdentityStep): IdentityStep {
  return { at, to, actor, cause: cause ?? '' }
}

/** A person's unmasked data, with the token for the files. */
export function toShown(data: DeskIdentityShown): ShownIdentity {
  return {
    email: data.email ?? '',
    details: data.details === null ? null : toDetails(data.details),
    read: data.read.map(({ name, number, birth_date: birthDate }) => ({
      name: name ?? '',
      number: number ?? '',
      birthDate: birthDate ?? '',
    })),
    files: data.files.map(({ id, kind, media_type: mediaType, at }) => ({
      id,
      kind,
      mediaType,
      at,
    })),
    usedBy: data.used_by,
    token: data.token,
    lifeSeconds: data.expires_s,
  }
}

function toDetails(
  details: NonNullable<DeskIdentityShown['details']>,
): Readonly<Record<DetailName, string>> {
  const pairs = detailNames.map((name) => [name, details[name] ?? ''] as const)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made from all of these names
  return Object.fromEntries(pairs) as Record<DetailName, string>
}
