/** The console's texts for the server's codes and figures about identities. */
import { consoleIdentityMessages, formatRate, formatWib } from '@tukar/i18n'
import { idmetaTexts, type KycReason, kycReasons } from '@tukar/wire'
import { pageTranslator } from '../../app/translate.ts'
import type { BadgeTone } from '../../ui/feedback.tsx'
import type {
  DetailName,
  FileKind,
  Finding,
  IdentityCase,
  IdentityStep,
  IdentityDecisionInput,
} from './identity.ts'
import { isBarredByRejection, toLikeness, newestReasons } from './identity.ts'

export const t = pageTranslator(consoleIdentityMessages)

/** Keys of texts without placeholders. */
type Key = keyof (typeof consoleIdentityMessages)['en']

const stateWords: Readonly<Record<string, readonly [Key, BadgeTone]>> = {
  draft: ['stateDraft', 'neutral'],
  submitted: ['stateSubmitted', 'accent'],
  in_review: ['stateInReview', 'warn'],
  rejected: ['stateRejected', 'down'],
  approved: ['stateApproved', 'up'],
}

/** The text of a state, and its color. */
export function identityStateText(state: string): {
  readonly text: string
  readonly tone: BadgeTone
} {
  const [key, tone] = stateWords[state] ?? [null, 'neutral' as const]
  return { text: key === null ? state : tPlain(key), tone }
}

const queueKeys: Readonly<Record<string, Key>> = {
  review: 'queueReview',
  submitted: 'queueSubmitted',
  rejected: 'queueRejected',
  approved: 'queueApproved',
  all: 'queueAll',
}

/** The name of a queue. */
export function identityQueueText(queue: string): string {
  const key = queueKeys[queue]
  return key === undefined ? queue : tPlain(key)
}

const reasonKeys = {
  number_used: 'reasonNumberUsed',
  unreadable: 'reasonUnreadable',
  name_differs: 'reasonNameDiffers',
  number_differs: 'reasonNumberDiffers',
  face_differs: 'reasonFaceDiffers',
  no_face: 'reasonNoFace',
  too_young: 'reasonTooYoung',
  expired: 'reasonExpired',
  suspicious: 'reasonSuspicious',
  other: 'reasonOther',
} as const satisfies Record<KycReason, Key>

/** Whether a code is a reason for people. */
export function isReason(word: string): word is KycReason {
  return kycReasons.some((known) => known === word)
}

/** The text of a reason; an unknown code as it is. */
export function reasonText(word: string): string {
  return isReason(word) ? t(reasonKeys[word]) : word
}

export const pieceKeys = {
  document: 'pieceDocument',
  video: 'pieceVideo',
  details: 'pieceDetails',
} as const

/** The title of a decision. */
export function decisionText(id: number, { decision, piece }: IdentityDecisionInput): string {
  if (decision === 'approve') return t('approveWhat', { id })
  if (decision === 'reject' || piece === null) return t('rejectWhat', { id })
  return t('againWhat', { id, piece: t(pieceKeys[piece]) })
}

const detailKeys = {
  name: 'name',
  number: 'number',
  birthPlace: 'birthPlace',
  birthDate: 'birthDate',
  gender: 'gender',
  phone: 'phone',
  address: 'address',
  city: 'city',
  province: 'province',
  nationality: 'nationality',
  profession: 'profession',
  npwp: 'npwp',
} as const satisfies Record<DetailName, Key>

/** The name of a detail. */
export function detailNameText(name: DetailName): string {
  return t(detailKeys[name])
}

/** A detail, formatted. */
export function detailText(name: DetailName, value: string): string {
  if (value === '') return t('none')
  if (name === 'gender') return value === 'F' ? t('woman') : t('man')
  return value
}

const fileKeys = {
  document: 'document',
  document_back: 'documentBack',
  npwp: 'npwpCard',
  selfie: 'selfie',
  video: 'video',
  still: 'still',
} as const satisfies Record<FileKind, Key>

/** The content of a file. */
export function fileText(kind: FileKind): string {
  return t(fileKeys[kind])
}

/** The content of a file by its code in the audit log; an unknown code as it is. */
export function codeFileText(code: string): string {
  return findText(fileKeys, code)
}

/** The requested piece by its code in the audit log; an unknown code as it is. */
export function codePieceText(code: string): string {
  return findText(pieceKeys, code)
}

function findText(keys: Readonly<Record<string, Key>>, code: string): string {
  const key = keys[code]
  return key === undefined ? code : tPlain(key)
}

const causeKeys: Readonly<Record<string, Key>> = {
  steps: 'causeSteps',
  modal: 'causeModal',
  demo: 'causeDemo',
}

/** The way of submission, or the reason of a decision. */
function causeText(cause: string): string {
  const key = causeKeys[cause]
  return key === undefined ? reasonText(cause) : tPlain(key)
}

/** The actor and cause of a step. */
export function stepCause({ actor, cause }: IdentityStep): string {
  const who = actor === 'machine' ? t('byMachine') : actor === 'user' ? t('byUser') : actor
  return cause === '' ? who : `${who}: ${causeText(cause)}`
}

/** The source and time of a finding. */
export function findingTitle({ source, at }: Finding): string {
  const moment = { at: formatWib(at) }
  return source === 'modal' ? t('findingModal', moment) : t('findingSteps', moment)
}

/** More digits than are shown, and never scientific notation. */
const shareDigits = 6

/** A fraction as a percentage (FMT-09); a dash if it is unknown. */
function shareText(share: number | null): string {
  return formatRate(share === null ? null : share.toFixed(shareDigits))
}

/** The findings, as sentences. */
export function findingSentences(finding: Finding): readonly string[] {
  const { refusal, wouldApprove } = finding
  return [
    t(wouldApprove ? 'verdictApprove' : 'verdictReview'),
    ...documentSentences(finding.document),
    faceSentence(finding),
    ...(refusal === '' ? [] : [t('refusal', { text: refusalText(refusal) })]),
  ]
}

const refusalKeys: Readonly<Record<string, Key>> = {
  [idmetaTexts.wrongImage]: 'refusedImage',
  [idmetaTexts.unreadable]: 'refusedDocument',
  [idmetaTexts.noFace]: 'refusedNoFace',
  [idmetaTexts.smallFace]: 'refusedSmallFace',
  [idmetaTexts.otherFace]: 'refusedOtherFace',
}

/** The verifier's refusal, translated if it is known. */
function refusalText(said: string): string {
  const key = refusalKeys[said]
  return key === undefined ? said : tPlain(key)
}

function documentSentences(document: Finding['document']): readonly string[] {
  if (document === null) return [t('docNone')]
  const { kind, faceQuality, matches } = document
  const confidence = shareText(document.confidence)
  const about =
    kind === 'ktp'
      ? t('docKtp', { confidence })
      : kind === 'passport'
        ? t('docPassport', { confidence })
        : t('docUnknown', { confidence })
  return [
    about,
    matches.name === null ? t('nameUnknown') : t('nameLike', { share: shareText(matches.name) }),
    t(matchKey(matches.number, 'numberSame', 'numberOther', 'numberUnknown')),
    t(matchKey(matches.birthDate, 'birthSame', 'birthOther', 'birthUnknown')),
    faceQuality === null ? t('docFaceNone') : t('docFace', { quality: shareText(faceQuality) }),
  ]
}

function matchKey<Same extends string, Other extends string, Unknown extends string>(
  match: boolean | null,
  same: Same,
  other: Other,
  unknown: Unknown,
): Same | Other | Unknown {
  if (match === null) return unknown
  return match ? same : other
}

function faceSentence({ probability, quality }: Finding): string {
  const likeness = toLikeness(probability)
  if (likeness === 'faceNone') return t('faceNone')
  return t(likeness, { probability: shareText(probability), quality: shareText(quality) })
}

function tPlain(key: Key): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the maps above hold keys without places
  return t(key as 'identity')
}

/** Why a case needs review: the flags of the automatic check, or an earlier rejection. */
export function findIdentityFlags(
  detail: Pick<IdentityCase, 'findings' | 'steps'>,
): readonly string[] {
  if (isBarredByRejection(detail)) return [t('rejectedBefore')]
  return newestReasons(detail).map(reasonText)
}
