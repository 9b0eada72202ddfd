/** Answers about identity cases, read without believing them. */
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'
import {
  type DetailName,
  detailNames,
  type FileKind,
  type Finding,
  type IdentityCase,
  type IdentityDecision,
  type IdentityRow,
  type IdentityStep,
  type ShownFile,
  type ShownIdentity,
} from './identity.ts'
import { paged, type Paged, readPerson, recordAt, recordsAt, textsAt } from './wire-reading.ts'

const decisions: readonly string[] = ['approve', 'reject', 'again']
const fileKinds: readonly string[] = [
  'document',
  'document_back',
  'npwp',
  'selfie',
  'video',
  'still',
]

/** A page of a queue. */
export function readIdentities(body: JsonRecord): Paged<IdentityRow> {
  return paged(body, readRow)
}

/** A whole case, masked; null where the answer has none. */
export function readIdentity(body: JsonRecord): IdentityCase | null {
  const data = recordAt(body, 'data')
  if (textAt(data, 'id') === '') return null
  const masked = data['masked']
  return {
    ...readRow(data),
    masked: isRecord(masked)
      ? {
          name: textAt(masked, 'name'),
          number: textAt(masked, 'number'),
          numberKind: textAt(masked, 'number_kind') === 'passport' ? 'passport' : 'ktp',
        }
      : null,
    fileCount: recordsAt(data, 'files').length,
    findings: recordsAt(data, 'findings').map(readFinding),
    steps: recordsAt(data, 'steps').map(readStep),
    isNumberShared: data['number_shared'] === true,
    can: textsAt(data, 'can').filter(isDecision),
    version: typeof data['version'] === 'number' ? data['version'] : null,
  }
}

function isDecision(word: string): word is IdentityDecision {
  return decisions.includes(word)
}

function readRow(row: JsonRecord): IdentityRow {
  const person = row['person']
  return {
    id: Number(textAt(row, 'id')),
    person: isRecord(person) ? readPerson(person) : null,
    state: textAt(row, 'state'),
    kind: textAt(row, 'kind'),
    reason: textAt(row, 'reason'),
    submittedAt: textAt(row, 'submitted_at'),
    decidedAt: textAt(row, 'decided_at'),
    decidedBy: textAt(row, 'decided_by'),
  }
}

function readFinding(row: JsonRecord): Finding {
  const document = row['document']
  return {
    source: textAt(row, 'source') === 'modal' ? 'modal' : 'steps',
    at: textAt(row, 'at'),
    wouldApprove: textAt(row, 'verdict') === 'approve',
    reasons: textsAt(row, 'reasons'),
    refusal: textAt(row, 'refusal'),
    probability: shareOrNull(row, 'probability'),
    quality: shareOrNull(row, 'quality'),
    document: isRecord(document) ? readDocument(document) : null,
  }
}

function readDocument(row: JsonRecord): Finding['document'] {
  const matches = recordAt(row, 'matches')
  return {
    kind: textAt(row, 'kind'),
    confidence: shareOrNull(row, 'confidence') ?? 0,
    faceQuality: shareOrNull(row, 'face_quality'),
    matches: {
      name: shareOrNull(matches, 'name'),
      number: truthOrNull(matches, 'number'),
      birthDate: truthOrNull(matches, 'birth_date'),
    },
  }
}

function shareOrNull(record: JsonRecord, key: string): number | null {
  const value = record[key]
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : null
}

function truthOrNull(record: JsonRecord, key: string): boolean | null {
  const value = record[key]
  return typeof value === 'boolean' ? value : null
}

function readStep(row: JsonRecord): IdentityStep {
  return {
    at: textAt(row, 'at'),
    to: textAt(row, 'to'),
    actor: textAt(row, 'actor'),
    cause: textAt(row, 'cause'),
  }
}

/** A person's data, whole, with the token that opens the files. */
export function readShown(body: JsonRecord): ShownIdentity {
  const data = recordAt(body, 'data')
  const details = data['details']
  return {
    email: textAt(data, 'email'),
    details: isRecord(details) ? readDetails(details) : null,
    read: recordsAt(data, 'read').map((row) => ({
      name: textAt(row, 'name'),
      number: textAt(row, 'number'),
      birthDate: textAt(row, 'birth_date'),
    })),
    files: recordsAt(data, 'files').flatMap(readFile),
    usedBy: Array.isArray(data['used_by']) ? data['used_by'].map(Number) : [],
    token: textAt(data, 'token'),
    lifeSeconds: Number(textAt(data, 'expires_s')) || 0,
  }
}

function readDetails(row: JsonRecord): Readonly<Record<DetailName, string>> {
  const pairs = detailNames.map((name) => [name, textAt(row, name)] as const)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made from all of these names
  return Object.fromEntries(pairs) as Record<DetailName, string>
}

function readFile(row: JsonRecord): readonly ShownFile[] {
  const kind = textAt(row, 'kind')
  const [id, mediaType, at] = [textAt(row, 'id'), textAt(row, 'media_type'), textAt(row, 'at')]
  return isFileKind(kind) && id !== '' ? [{ id, kind, mediaType, at }] : []
}

function isFileKind(word: string): word is FileKind {
  return fileKinds.includes(word)
}
