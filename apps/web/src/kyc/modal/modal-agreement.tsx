/** The explanation of the verification, and the consent to it. */
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { t, tStep } from './modal-texts.ts'
import { StepTitle } from './modal-step-title.tsx'
import styles from './modal.module.css'
import { reasonText } from '../refusal.tsx'

export type AgreementStepProps = {
  /** Whether the verification is being created. */
  readonly isBusy: boolean
  /** Why the last verification was rejected; null if it was not. */
  readonly refusedFor: string | null
  readonly onAgree: () => void
}

/** The first step. */
export function AgreementStep({ isBusy, refusedFor, onAgree }: AgreementStepProps) {
  const [isTicked, setTicked] = useState(false)
  const [isMissing, setMissing] = useState(false)
  return (
    <form
      className={styles['step']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy) return
        setMissing(!isTicked)
        if (isTicked) onAgree()
      }}
    >
      <StepTitle>{t('agreementTitle')}</StepTitle>
      {refusedFor !== null && (
        <Banner tone="warn">
          <strong>{tStep('rejectedTitle')}</strong>
          <p>{reasonText(refusedFor)}</p>
        </Banner>
      )}
      <p>{t('agreementText')}</p>
      <ul className={styles['points']}>
        {(['agreementRead', 'agreementFace', 'agreementKept'] as const).map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ul>
      <Checkbox
        checked={isTicked}
        disabled={isBusy}
        error={isMissing && !isTicked ? t('agreementMissing') : null}
        onChange={(event) => setTicked(event.target.checked)}
      >
        {t('agreementBox')}
      </Checkbox>
      <p role="status">{isBusy ? t('creating') : ''}</p>
      <div className={styles['actions']}>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('begin')}
        </Button>
      </div>
    </form>
  )
}
