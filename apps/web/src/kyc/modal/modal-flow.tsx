/** The verification from the agreement to the scores: the state machine with its calls. */
import { useEffect, useReducer, useRef } from 'react'
import { clientConfig } from '../../app/client-config.ts'
import { toast } from '../../ui/toast.tsx'
import { AgreementStep } from './modal-agreement.tsx'
import { createVerification, verifyDocument, verifyFace } from './modal-calls.ts'
import { DocumentStep } from './modal-document.tsx'
import { CloseStep, ErrorStep, FinishStep } from './modal-ends.tsx'
import { FaceStep } from './modal-face.tsx'
import { ModalProgress } from './modal-progress-bar.tsx'
import {
  isComplete,
  type ModalEvent,
  type ModalState,
  nextState,
  findProgressPart,
  createModalState,
} from './modal-steps.ts'
import { t } from './modal-texts.ts'
import type { Read } from './modal-wire.ts'

type State = ModalState<File>
type Event = ModalEvent<File>

export type Flow = { readonly state: State; readonly dispatch: (event: Event) => void }

/** The state machine with its calls. Each attempt makes one call, and the answer is the next event. */
export function useFlow(): Flow {
  const [state, dispatch] = useReducer(
    nextState<File>,
    clientConfig.isPassportSingleSided,
    createModalState<File>,
  )
  const newest = useRef(state)
  useEffect(() => {
    newest.current = state
  })
  const { attempt } = state
  useEffect(() => {
    if (attempt === 0) return
    const hear = (event: Event) => {
      if ('cause' in event && event.cause.kind === 'unexpected') toast('bad', t('unexpected'))
      dispatch(event)
    }
    const unexpected: Event = {
      kind: 'failed',
      attempt,
      cause: { kind: 'unexpected', text: '' },
    }
    ask(newest.current).then(hear, () => hear(unexpected))
  }, [attempt])
  return { state, dispatch }
}

/** Makes the call of the current step. */
async function ask({ step, attempt, verificationId, front, back, selfie }: State): Promise<Event> {
  if (step.name === 'creating') {
    return toEvent(await createVerification(), attempt, (id) => ({
      kind: 'created',
      attempt,
      verificationId: id,
    }))
  }
  if (step.name === 'document' && verificationId !== null && front !== null) {
    return toEvent(await verifyDocument(verificationId, front, back), attempt, () => ({
      kind: 'documentTaken',
      attempt,
    }))
  }
  if (step.name === 'biometric' && verificationId !== null && selfie !== null) {
    return toEvent(await verifyFace(verificationId, selfie), attempt, (scores) => ({
      kind: 'faceTaken',
      attempt,
      scores,
    }))
  }
  return { kind: 'failed', attempt, cause: { kind: 'unexpected', text: '' } }
}

function toEvent<Value>(read: Read<Value>, attempt: number, done: (value: Value) => Event): Event {
  if (read.kind === 'done') return done(read.value)
  return { kind: read.kind, attempt, cause: read.cause }
}

export type FlowStepsProps = Flow & {
  /** Whether a reviewer must still confirm the automatic result. */
  readonly isWaiting: boolean
  /** Why the last verification was rejected; null if it was not. */
  readonly refusedFor: string | null
  readonly onExit: () => void
}

/** The current step. */
export function FlowSteps(props: FlowStepsProps) {
  const { state, dispatch, onExit } = props
  if (state.isClosing) {
    return <CloseStep onExit={onExit} onContinue={() => dispatch({ kind: 'continue' })} />
  }
  return (
    <>
      <ModalProgress now={findProgressPart(state.step)} />
      <ShownStep {...props} />
    </>
  )
}

function ShownStep({ state, dispatch, isWaiting, refusedFor, onExit }: FlowStepsProps) {
  const { step, isBusy, front, back, selfie, isCameraTried } = state
  const onFault = (fault: Extract<Event, { kind: 'cameraFailed' }>['fault']) =>
    dispatch({ kind: 'cameraFailed', fault })
  const onSend = () => dispatch({ kind: 'send' })
  switch (step.name) {
    case 'agreement':
    case 'creating':
      return (
        <AgreementStep
          isBusy={isBusy}
          refusedFor={refusedFor}
          onAgree={() => dispatch({ kind: 'agree' })}
        />
      )
    case 'document':
      return (
        <DocumentStep
          shown={step.shown}
          isComplete={isComplete(state)}
          front={front}
          back={back}
          isBusy={isBusy}
          isCameraTried={isCameraTried}
          onPicture={(side, picture) => dispatch({ kind: 'picture', of: side, picture })}
          onDrop={(side) => dispatch({ kind: 'drop', of: side })}
          onFault={onFault}
          onSend={onSend}
        />
      )
    case 'biometric':
      return (
        <FaceStep
          selfie={selfie}
          isBusy={isBusy}
          isCameraTried={isCameraTried}
          onPicture={(picture) => dispatch({ kind: 'picture', of: 'selfie', picture })}
          onDrop={() => dispatch({ kind: 'drop', of: 'selfie' })}
          onFault={onFault}
          onSend={onSend}
        />
      )
    case 'finish':
      return <FinishStep scores={step.scores} isWaiting={isWaiting} onLeave={onExit} />
    case 'error':
      return (
        <ErrorStep
          cause={step.cause}
          hasFiles={step.resume === 'document'}
          onBack={() => dispatch({ kind: 'goBack' })}
          onTryCamera={() => dispatch({ kind: 'tryCamera' })}
        />
      )
  }
}
