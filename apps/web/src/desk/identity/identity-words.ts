/** The console's words for what the server says of identities by codes and figures. */
import { deskIdentityMessages, formatRate, formatWib } from '@tukar/i18n'
import { idmetaTexts, type KycReason, kycReasons } from '@tukar/wire'
import { sayer } from '../../app/translate.ts'
import type { BadgeTone } from '../../ui/feedback.tsx'
import type {
  DetailName,
  FileKind,
  Finding,
  IdentityCase,
  IdentityStep,
  Verdict,
} from './identity.ts'
import { isBarredByRejection, likenessOf, newestReasons } from './identity.ts'

export const say = sayer(deskIdentityMessages)

/** Sentences without places. */
type Key = keyof (typeof deskIdentityMessages)['en']

const stateWords: Readonly<Record<string, readonly [Key, BadgeTone]>> = {
  draft: ['stateDraft', 'neutral'],
  submitted: ['stateSubmitted', 'accent'],
  in_review: ['stateInReview', 'warn'],
  rejected: ['stateRejected', 'down'],
  approved: ['stateApproved', 'up'],
}

/** The word for a state, and how it looks. */
export function identityStateText(state: string): {
  readonly text: string
  readonly tone: BadgeTone
} {
  const [key, tone] = stateWords[state] ?? [null, 'neutral' as const]
  return { text: key === null ? state : sayPlain(key), tone }
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
  return key === undefined ? queue : sayPlain(key)
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

/** Whether a word is a reason that people are told. */
export function isReason(word: string): word is KycReason {
  return kycReasons.some((known) => known === word)
}

/** A reason as a sentence; a word that is none as it is. */
export function reasonText(word: string): string {
  return isReason(word) ? say(reasonKeys[word]) : word
}

export const pieceKeys = {
  document: 'pieceDocument',
  video: 'pieceVideo',
  details: 'pieceDetails',
} as const

/** A decision as it is said of this case. */
export function verdictText(id: number, { decision, piece }: Verdict): string {
  if (decision === 'approve') return say('approveWhat', { id })
  if (decision === 'reject' || piece === null) return say('rejectWhat', { id })
  return say('againWhat', { id, piece: say(pieceKeys[piece]) })
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
  return say(detailKeys[name])
}

/** A detail as it is shown. */
export function detailText(name: DetailName, value: string): string {
  if (value === '') return say('none')
  if (name === 'gender') return value === 'F' ? say('woman') : say('man')
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

/** What a file is of. */
export function fileText(kind: FileKind): string {
  return say(fileKeys[kind])
}

/** What a file is of, by a code of the record; an unknown one as it is. */
export function codeFileText(code: string): string {
  return wordOf(fileKeys, code)
}

/** What is asked for again, by a code of the record; an unknown one as it is. */
export function codePieceText(code: string): string {
  return wordOf(pieceKeys, code)
}

function wordOf(keys: Readonly<Record<string, Key>>, code: string): string {
  const key = keys[code]
  return key === undefined ? code : sayPlain(key)
}

const causeKeys: Readonly<Record<string, Key>> = {
  steps: 'causeSteps',
  modal: 'causeModal',
  demo: 'causeDemo',
}

/** A way in which something was handed in, or the reason of a decision. */
function causeText(cause: string): string {
  const key = causeKeys[cause]
  return key === undefined ? reasonText(cause) : sayPlain(key)
}

/** Who took a step, and why. */
export function stepCause({ actor, cause }: IdentityStep): string {
  const who = actor === 'machine' ? say('byMachine') : actor === 'user' ? say('byUser') : actor
  return cause === '' ? who : `${who}: ${causeText(cause)}`
}

/** Where and when something was found. */
export function findingTitle({ source, at }: Finding): string {
  const moment = { at: formatWib(at) }
  return source === 'modal' ? say('findingModal', moment) : say('findingSteps', moment)
}

/** More digits than are shown, and never in powers of ten. */
const shareDigits = 6

/** A share of 1 as a percentage (FMT-09); a sign for what is not known. */
function shareText(share: number | null): string {
  return formatRate(share === null ? null : share.toFixed(shareDigits))
}

/** What was found, as sentences. */
export function findingSentences(finding: Finding): readonly string[] {
  const { refusal, wouldApprove } = finding
  return [
    say(wouldApprove ? 'verdictApprove' : 'verdictReview'),
    ...documentSentences(finding.document),
    faceSentence(finding),
    ...(refusal === '' ? [] : [say('refusal', { text: refusalText(refusal) })]),
  ]
}

const refusalKeys: Readonly<Record<string, Key>> = {
  [idmetaTexts.wrongImage]: 'refusedImage',
  [idmetaTexts.unreadable]: 'refusedDocument',
  [idmetaTexts.noFace]: 'refusedNoFace',
  [idmetaTexts.smallFace]: 'refusedSmallFace',
  [idmetaTexts.otherFace]: 'refusedOtherFace',
}

/** What the verifier said, in the reader's words where they are known. */
function refusalText(said: string): string {
  const key = refusalKeys[said]
  return key === undefined ? said : sayPlain(key)
}

function documentSentences(document: Finding['document']): readonly string[] {
  if (document === null) return [say('docNone')]
  const { kind, faceQuality, matches } = document
  const confidence = shareText(document.confidence)
  const about =
    kind === 'ktp'
      ? say('docKtp', { confidence })
      : kind === 'passport'
        ? say('docPassport', { confidence })
        : say('docUnknown', { confidence })
  return [
    about,
    matches.name === null
      ? say('nameUnknown')
      : say('nameLike', { share: shareText(matches.name) }),
    say(matchKey(matches.number, 'numberSame', 'numberOther', 'numberUnknown')),
    say(matchKey(matches.birthDate, 'birthSame', 'birthOther', 'birthUnknown')),
    faceQuality === null ? say('docFaceNone') : say('docFace', { quality: shareText(faceQuality) }),
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
  const likeness = likenessOf(probability)
  if (likeness === 'faceNone') return say('faceNone')
  return say(likeness, { probability: shareText(probability), quality: shareText(quality) })
}

function sayPlain(key: Key): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the maps above hold keys without places
  return say(key as 'identity')
}

/** Why a person has to look: what the machine flagged, or that it may not decide after a rejection. */
export function flagsOf(detail: Pick<IdentityCase, 'findings' | 'steps'>): readonly string[] {
  if (isBarredByRejection(detail)) return [say('rejectedBefore')]
  return newestReasons(detail).map(reasonText)
}
