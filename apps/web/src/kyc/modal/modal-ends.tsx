/** The steps without a picture: the result, the error, and the question whether to close. */
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ScoreBars } from './modal-scores.tsx'
import { StepTitle } from './modal-step-title.tsx'
import type { Cause, Scores } from './modal-steps.ts'
import { causeText, causeTitle, t } from './modal-texts.ts'
import styles from './modal.module.css'

export type FinishStepProps = {
  readonly scores: Scores
  /** Whether a reviewer must still confirm the result. */
  readonly isWaiting: boolean
  readonly onLeave: () => void
}

/** The scores, and the link to the agreement (KYCM-11, KYCM-12). */
export function FinishStep({ scores, isWaiting, onLeave }: FinishStepProps) {
  return (
    <div className={styles['step']}>
      <span className={styles['mark']} data-tone="good">
        <Icon name="check" size={28} />
      </span>
      <StepTitle>{t('finishTitle')}</StepTitle>
      <p>{t('finishText')}</p>
      <ScoreBars scores={scores} />
      {isWaiting && <p role="status">{`${t('waitingTitle')}. ${t('waitingText')}`}</p>}
      <div className={styles['actions']}>
        {isWaiting ? (
          <Button kind="primary" onClick={onLeave}>
            {t('done')}
          </Button>
        ) : (
          <AgreementLink />
        )}
      </div>
    </div>
  )
}

/** Closes the dialog and opens the agreement. */
export function AgreementLink() {
  return (
    <ButtonLink to="/settings/agreement-sign" kind="primary">
      {t('finishNext')}
      <Icon name="arrow-right" size={16} />
    </ButtonLink>
  )
}

export type ErrorStepProps = {
  readonly cause: Cause
  /** Whether a file may replace a camera picture. */
  readonly hasFiles: boolean
  readonly onBack: () => void
  readonly onTryCamera: () => void
}

/** The error, and the way back (KYCM-14). */
export function ErrorStep({ cause, hasFiles, onBack, onTryCamera }: ErrorStepProps) {
  const isCamera = cause.kind === 'camera'
  return (
    <div className={styles['step']}>
      <span className={styles['mark']} data-tone="bad">
        <Icon name="warning" size={28} />
      </span>
      <StepTitle>{causeTitle(cause)}</StepTitle>
      <p role="alert">{causeText(cause)}</p>
      {cause.kind === 'lowProbability' && cause.scores !== null && (
        <ScoreBars scores={cause.scores} />
      )}
      <div className={styles['actions']}>
        {isCamera && hasFiles && <Button onClick={onBack}>{t('withoutCamera')}</Button>}
        <Button kind="primary" onClick={isCamera ? onTryCamera : onBack}>
          {t('back')}
        </Button>
      </div>
    </div>
  )
}

/** Asks whether to close: "exit" closes, "continue" returns to the previous step (KYCM-13). */
export function CloseStep({
  onExit,
  onContinue,
}: {
  readonly onExit: () => void
  readonly onContinue: () => void
}) {
  return (
    <div className={styles['step']}>
      <StepTitle>{t('closeTitle')}</StepTitle>
      <p>{t('closeText')}</p>
      <div className={styles['actions']}>
        <Button kind="danger" onClick={onExit}>
          {t('closeExit')}
        </Button>
        <Button kind="primary" onClick={onContinue}>
          {t('closeContinue')}
        </Button>
      </div>
    </div>
  )
}
