/**
 * The verification dialog as a state machine (KYCM-01, KYCM-02): agreement, create verification, document,
 * biometric, finish. Any failure goes to the error step. Pure: calls and camera are elsewhere.
 */
import type { CameraFault } from '../recording.ts'

/** The scores of a check, 0 to 1. */
export type Scores = { readonly probability: number; readonly quality: number }

/** Why the error step is shown. */
export type Cause =
  | { readonly kind: 'imageType' | 'unreadable' | 'noFace' | 'smallFace' }
  | { readonly kind: 'lowProbability'; readonly scores: Scores | null }
  /** The server's own text. */
  | { readonly kind: 'told'; readonly text: string }
  | { readonly kind: 'camera'; readonly fault: CameraFault }
  /** "Unexpected error" was also shown (DEC-58); `text` is empty if the server sent none. */
  | { readonly kind: 'unexpected'; readonly text: string }

export type DocumentSide = 'front' | 'back'

/** The step to return to from the error step (KYCM-14). */
export type Resume = 'agreement' | 'document' | 'biometric'

export type ModalStep =
  | { readonly name: 'agreement' | 'creating' }
  | { readonly name: 'document'; readonly shown: DocumentSide | 'preview' }
  | { readonly name: 'biometric' }
  | { readonly name: 'finish'; readonly scores: Scores }
  | { readonly name: 'error'; readonly cause: Cause; readonly resume: Resume }

export type ModalState<Picture> = {
  readonly step: ModalStep
  /** Whether the dialog asks for confirmation to close; `step` is the step to return to (KYCM-13). */
  readonly isClosing: boolean
  /** Whether a call is pending. */
  readonly isBusy: boolean
  /** The number of the attempt; answers of earlier attempts are ignored. */
  readonly attempt: number
  readonly verificationId: string | null
  /** Whether the back side is optional, as for passports (DEC-61). */
  readonly isBackOptional: boolean
  readonly front: Picture | null
  readonly back: Picture | null
  readonly selfie: Picture | null
  /** Whether the step starts with the camera, to retry after a failure. */
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
  /** The server no longer knows this verification. */
  | { readonly kind: 'lost'; readonly attempt: number; readonly cause: Cause }
  | { readonly kind: 'cameraFailed'; readonly fault: CameraFault }
  | { readonly kind: 'goBack' }
  /** Goes back and opens the camera again: its permission may have been granted since. */
  | { readonly kind: 'tryCamera' }
  | { readonly kind: 'close' }
  | { readonly kind: 'continue' }

/** The initial state of the dialog. */
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
 * Whether the dialog closes when the server reports the end of the verification (DEC-63). It closes if the
 * verification ended in another tab or at the provider. If it ended here, the last step shows the scores.
 */
export function isShutByServer<Picture>({ step, isBusy }: ModalState<Picture>): boolean {
  return step.name !== 'finish' && !(step.name === 'biometric' && isBusy)
}

/** Returns the next state; an event that the current step does not handle changes nothing. */
export function nextState<Picture>(
  state: ModalState<Picture>,
  event: ModalEvent<Picture>,
): ModalState<Picture> {
  // An answer belongs to its attempt, even while the dialog asks for confirmation to close.
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

/** Whether all required sides of the document are there. */
export function isComplete<Picture>({
  front,
  back,
  isBackOptional,
}: Pick<ModalState<Picture>, 'front' | 'back' | 'isBackOptional'>): boolean {
  return front !== null && (back !== null || isBackOptional)
}

/** Whether the step can be sent: both sides of the document (KYCM-05), or a face (KYCM-08). */
export function canSend<Picture>(state: ModalState<Picture>): boolean {
  const { step, selfie, verificationId } = state
  if (verificationId === null || state.isBusy) return false
  if (step.name === 'document') return isComplete(state)
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

/** Returns to the failed step without its failed input; a lost verification restarts (KYCM-14). */
function goBack<Picture>(state: ModalState<Picture>): ModalState<Picture> {
  const { step, attempt, isBackOptional } = state
  if (step.name !== 'error') return state
  const { cause, resume } = step
  if (resume === 'agreement') return { ...createModalState<Picture>(isBackOptional), attempt }
  const calm = { ...state, isCameraTried: false }
  if (resume === 'biometric') return { ...calm, selfie: null, step: { name: 'biometric' } }
  // A camera failure does not invalidate a side that was taken before.
  const isCameraFault = cause.kind === 'camera'
  const front = isCameraFault ? state.front : null
  const shown = front === null ? 'front' : 'back'
  return { ...calm, front, back: null, step: { name: 'document', shown } }
}

/** The current part of the progress bar, from 1 to the number of parts. */
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
