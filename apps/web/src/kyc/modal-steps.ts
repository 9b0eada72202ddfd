/**
 * The verification dialog as a machine (KYCM-01, KYCM-02): agreement, create verification, document,
 * biometric, finish; any failure goes to the error step. What it does outside of itself is elsewhere.
 */
import type { CameraFault } from './recording.ts'

/** Both of a check, 0 to 1. */
export type Scores = { readonly probability: number; readonly quality: number }

/** Why the error step is shown. */
export type Cause =
  | { readonly kind: 'imageType' | 'unreadable' | 'noFace' | 'smallFace' }
  | { readonly kind: 'lowProbability'; readonly scores: Scores | null }
  /** Said by the server, in its own words. */
  | { readonly kind: 'told'; readonly text: string }
  | { readonly kind: 'camera'; readonly fault: CameraFault }
  /** Besides, "Unexpected error" has been said (DEC-58); the text is empty where there is none. */
  | { readonly kind: 'unexpected'; readonly text: string }

export type DocumentSide = 'front' | 'back'

/** Where the error step leads back to (KYCM-14). */
export type Resume = 'agreement' | 'document' | 'biometric'

export type ModalStep =
  | { readonly name: 'agreement' | 'creating' }
  | { readonly name: 'document'; readonly shown: DocumentSide | 'preview' }
  | { readonly name: 'biometric' }
  | { readonly name: 'finish'; readonly scores: Scores }
  | { readonly name: 'error'; readonly cause: Cause; readonly resume: Resume }

export type ModalState<Picture> = {
  readonly step: ModalStep
  /** Whether it is asked if the dialog may be closed; the step before waits behind it (KYCM-13). */
  readonly isClosing: boolean
  /** Whether an answer of the server is waited for. */
  readonly isBusy: boolean
  /** Which attempt this is: what an earlier one brings comes too late. */
  readonly attempt: number
  readonly verificationId: string | null
  /** Whether a document may be sent without its back, as passports have none (DEC-61). */
  readonly isBackOptional: boolean
  readonly front: Picture | null
  readonly back: Picture | null
  readonly selfie: Picture | null
  /** Whether a camera that failed is tried again, so that the step begins with it. */
  readonly isCameraTried: boolean
}

export type ModalEvent<Picture> =
  | { readonly kind: 'agree' }
  | { readonly kind: 'created'; readonly attempt: number; readonly verificationId: string }
  | { readonly kind: 'picture'; readonly of: DocumentSide | 'selfie'; readonly picture: Picture }
  | { readonly kind: 'drop'; readonly of: DocumentSide | 'selfie' }
  | { readonly kind: 'send' }
  | { readonly kind: 'documentTaken'; readonly attempt: number }
  | { readonly kind: 'faceTaken'; readonly attempt: number; readonly scores: Scores }
  | { readonly kind: 'failed'; readonly attempt: number; readonly cause: Cause }
  /** The server knows this verification no more. */
  | { readonly kind: 'lost'; readonly attempt: number; readonly cause: Cause }
  | { readonly kind: 'cameraFailed'; readonly fault: CameraFault }
  | { readonly kind: 'goBack' }
  /** Goes back with the camera open: it was denied, and may be allowed by now. */
  | { readonly kind: 'tryCamera' }
  | { readonly kind: 'close' }
  | { readonly kind: 'continue' }

/** The dialog as it opens. */
export function createModalState<Picture>(isBackOptional = false): ModalState<Picture> {
  return {
    step: { name: 'agreement' },
    isClosing: false,
    isBusy: false,
    attempt: 0,
    verificationId: null,
    isBackOptional,
    front: null,
    back: null,
    selfie: null,
    isCameraTried: false,
  }
}

/**
 * Whether the dialog closes when the server says that the verification is over (DEC-63): where it ended elsewhere, in
 * another tab or at the provider. Its own end is told by its last step, with the scores.
 */
export function isShutByServer<Picture>({ step, isBusy }: ModalState<Picture>): boolean {
  return step.name !== 'finish' && !(step.name === 'biometric' && isBusy)
}

/** What follows from an event; one that has no place in the step that is shown changes nothing. */
export function nextState<Picture>(
  state: ModalState<Picture>,
  event: ModalEvent<Picture>,
): ModalState<Picture> {
  // An answer belongs to the attempt that asked for it, also while it is asked whether to close.
  if ('attempt' in event) return event.attempt === state.attempt ? applyAnswer(state, event) : state
  if (event.kind === 'close') return { ...state, isClosing: true }
  if (event.kind === 'continue') return { ...state, isClosing: false }
  if (event.kind === 'cameraFailed') return fail(state, { kind: 'camera', fault: event.fault })
  if (event.kind === 'goBack') return goBack(state)
  if (event.kind === 'tryCamera') {
    return state.step.name === 'error' ? { ...goBack(state), isCameraTried: true } : state
  }
  return state.isBusy ? state : act(state, event)
}

type Answer<Picture> = Extract<ModalEvent<Picture>, { readonly attempt: number }>

function applyAnswer<Picture>(
  state: ModalState<Picture>,
  event: Answer<Picture>,
): ModalState<Picture> {
  const { name } = state.step
  if (!state.isBusy) return state
  const calm = { ...state, isBusy: false }
  switch (event.kind) {
    case 'created':
      if (name !== 'creating') return state
      return { ...calm, verificationId: event.verificationId, step: frontStep }
    case 'documentTaken':
      return name === 'document' ? { ...calm, step: { name: 'biometric' } } : state
    case 'faceTaken':
      if (name !== 'biometric') return state
      return { ...calm, step: { name: 'finish', scores: event.scores } }
    case 'failed':
      return fail(state, event.cause)
    case 'lost':
      return { ...calm, step: { name: 'error', cause: event.cause, resume: 'agreement' } }
  }
}

const frontStep = { name: 'document', shown: 'front' } as const

type Act<Picture> = Extract<
  ModalEvent<Picture>,
  { readonly kind: 'agree' | 'picture' | 'drop' | 'send' }
>

function act<Picture>(state: ModalState<Picture>, event: Act<Picture>): ModalState<Picture> {
  const { step } = state
  switch (event.kind) {
    case 'agree':
      return step.name === 'agreement' ? wait({ ...state, step: { name: 'creating' } }) : state
    case 'picture':
      return takePicture(state, event.of, event.picture)
    case 'drop':
      if (event.of === 'selfie') return { ...state, selfie: null, isCameraTried: false }
      if (step.name !== 'document') return state
      return {
        ...state,
        [event.of]: null,
        isCameraTried: false,
        step: { name: 'document', shown: event.of },
      }
    case 'send':
      return canSend(state) ? wait(state) : state
  }
}

function takePicture<Picture>(
  state: ModalState<Picture>,
  of: DocumentSide | 'selfie',
  picture: Picture,
): ModalState<Picture> {
  const { step } = state
  const calm = { ...state, isCameraTried: false }
  if (of === 'selfie') return step.name === 'biometric' ? { ...calm, selfie: picture } : state
  if (step.name !== 'document') return state
  const taken = { ...calm, [of]: picture }
  const shown = taken.front === null ? 'front' : taken.back === null ? 'back' : 'preview'
  return { ...taken, step: { name: 'document', shown } }
}

/** Whether there is all of the document that is needed. */
export function isWhole<Picture>({
  front,
  back,
  isBackOptional,
}: Pick<ModalState<Picture>, 'front' | 'back' | 'isBackOptional'>): boolean {
  return front !== null && (back !== null || isBackOptional)
}

/** Whether what is shown may be sent: both sides of the document (KYCM-05), or a face (KYCM-08). */
export function canSend<Picture>(state: ModalState<Picture>): boolean {
  const { step, selfie, verificationId } = state
  if (verificationId === null || state.isBusy) return false
  if (step.name === 'document') return isWhole(state)
  return step.name === 'biometric' && selfie !== null
}

function wait<Picture>(state: ModalState<Picture>): ModalState<Picture> {
  return { ...state, isBusy: true, attempt: state.attempt + 1 }
}

function toResume({ name }: ModalStep): Resume | null {
  switch (name) {
    case 'agreement':
    case 'creating':
      return 'agreement'
    case 'document':
    case 'biometric':
      return name
    case 'finish':
    case 'error':
      return null
  }
}

function fail<Picture>(state: ModalState<Picture>, cause: Cause): ModalState<Picture> {
  const resume = toResume(state.step)
  if (resume === null) return state
  return { ...state, isBusy: false, step: { name: 'error', cause, resume } }
}

/** Back to where it failed, without what failed there: a lost verification begins again (KYCM-14). */
function goBack<Picture>(state: ModalState<Picture>): ModalState<Picture> {
  const { step, attempt, isBackOptional } = state
  if (step.name !== 'error') return state
  const { cause, resume } = step
  if (resume === 'agreement') return { ...createModalState<Picture>(isBackOptional), attempt }
  const calm = { ...state, isCameraTried: false }
  if (resume === 'biometric') return { ...calm, selfie: null, step: { name: 'biometric' } }
  // A camera that failed says nothing against the side that was taken before.
  const isKept = cause.kind === 'camera'
  const front = isKept ? state.front : null
  const shown = front === null ? 'front' : 'back'
  return { ...calm, front, back: null, step: { name: 'document', shown } }
}

/** How far one is, from 1 to the number of parts that a person sees. */
export function findProgressPart(step: ModalStep): 1 | 2 | 3 | 4 {
  const name = step.name === 'error' ? step.resume : step.name
  switch (name) {
    case 'agreement':
    case 'creating':
      return 1
    case 'document':
      return 2
    case 'biometric':
      return 3
    case 'finish':
      return 4
  }
}
