/**
 * The verification dialog, part of every page (KYCM-01), loaded when the address has `#verify`. The server
 * closes it by `kyc_tutup_popup`, without confirmation (KYCM-16, DEC-63).
 */
import { leaveHash, useNavigate } from '../../router/state.ts'
import { useEffect } from 'react'
import { useSession } from '../../api/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import { AgreementLink } from './modal-ends.tsx'
import { FlowSteps, useFlow } from './modal-flow.tsx'
import { type KnownProgress, type Progress, useProgress } from './modal-progress.ts'
import { isShutByServer } from './modal-steps.ts'
import { t } from './modal-texts.ts'
import styles from './modal.module.css'

/** The dialog; guests are redirected to sign-in. */
export function VerificationModal() {
  const isSignedIn = useSession() !== null
  const navigate = useNavigate()
  useEffect(() => {
    if (!isSignedIn) navigate({ to: '/auth/login', replace: true }).catch(() => undefined)
  }, [isSignedIn, navigate])
  return isSignedIn ? <BuiltInModal /> : null
}

/** Removes `#verify` from the address of any page. */
function leave(): void {
  leaveHash()
}

function BuiltInModal() {
  const flow = useFlow()
  const known = useProgress(() => {
    if (isShutByServer(flow.state)) leave()
  })
  const isWide = useWideScreen()
  const { progress, reload } = known
  const { name } = flow.state.step
  const isFinished = name === 'finish'
  // A started verification stays open when the status changes.
  const isOpen = name !== 'agreement' || (progress !== null && isVerifiable(progress))
  const close = () => {
    if (!isOpen || isFinished || flow.state.isClosing) leave()
    else flow.dispatch({ kind: 'close' })
  }
  useEffect(() => {
    if (isFinished) reload()
  }, [isFinished, reload])
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t('title')}
      shape={isWide ? 'wide' : 'full'}
      bodyClassName={styles['body']}
    >
      {isOpen ? (
        <FlowSteps
          {...flow}
          isWaiting={isUnderReview(progress)}
          refusedFor={progress?.state === 'rejected' ? (progress.reason ?? 'other') : null}
          onExit={leave}
        />
      ) : (
        <Instead {...known} />
      )}
    </Dialog>
  )
}

/** Whether the user can verify here: the details were not sent yet, or were rejected. */
function isVerifiable({ state, mode }: Progress): boolean {
  return mode !== 'steps' && (state === 'none' || state === 'draft' || state === 'rejected')
}

function isUnderReview(progress: Progress | null): boolean {
  return progress?.state === 'submitted' || progress?.state === 'in_review'
}

/** Shown if there is nothing to verify here. */
function Instead({ progress, isFailed, reload }: KnownProgress) {
  if (progress === null) {
    return isFailed ? (
      <ErrorState title={t('unreachableTitle')} onRetry={reload} />
    ) : (
      <p role="status">{t('loading')}</p>
    )
  }
  if (progress.state === 'approved') {
    return (
      <EmptyState icon="check" action={<AgreementLink />}>
        <b>{t('alreadyTitle')}</b> {t('alreadyText')}
      </EmptyState>
    )
  }
  if (isUnderReview(progress)) {
    return (
      <EmptyState icon="clock">
        <b>{t('waitingTitle')}</b> {t('waitingText')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="shield"
      action={
        <ButtonLink to="/kyc" kind="primary">
          {t('toSteps')}
        </ButtonLink>
      }
    >
      <b>{t('stepsTitle')}</b> {t('stepsText')}
    </EmptyState>
  )
}
