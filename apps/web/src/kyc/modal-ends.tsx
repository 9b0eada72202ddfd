/** The steps without a picture: how it ended, what went wrong, and whether to stop. */
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { ScoreBars } from './modal-scores.tsx'
import { StepTitle } from './modal-step-title.tsx'
import type { Cause, Scores } from './modal-steps.ts'
import { causeText, causeTitle, t } from './modal-texts.ts'
import styles from './modal.module.css'

export type FinishStepProps = {
  readonly scores: Scores
  /** Whether a person still has to confirm it. */
  readonly isWaiting: boolean
  readonly onLeave: () => void
}

/** The scores, and the way to the agreement (KYCM-11, KYCM-12). */
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

/** Leads to the agreement, away from the dialog. */
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
  /** Whether what a camera could not take may be a file as well. */
  readonly hasFiles: boolean
  readonly onBack: () => void
  readonly onTryCamera: () => void
}

/** What went wrong, and the way back (KYCM-14). */
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

/** Whether to stop: exit closes, continue returns to the step before (KYCM-13). */
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
