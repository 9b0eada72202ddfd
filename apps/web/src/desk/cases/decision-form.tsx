/** The form of a decision: its effects, the e-mail to the person, the reason, and one button. */
import { amountInWords } from '@tukar/i18n'
import { deskReasonLengthMax, deskReasonLengthMin } from '@tukar/wire'
import { type RefObject, useEffect, useState } from 'react'
import { language } from '../../theme/preferences.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import {
  amountMoved,
  type CaseDetail,
  type Decision,
  computePayoutFees,
  takesFromPerson,
  findPreviewLines,
  type PreviewLine,
  type DecisionInput,
} from './cases.ts'
import { isReasonMissing } from '../decision/reason.ts'
import { previewCase } from '../desk-calls.ts'
import styles from '../desk.module.css'
import { MailPreview } from './mail-preview.tsx'
import { rupiahText, t } from '../texts.ts'

export type DecisionFormProps = {
  readonly detail: CaseDetail
  readonly decision: Decision
  /** The text area of the reason. */
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly onCancel: () => void
  readonly onConfirm: (input: DecisionInput) => void
}

const least = deskReasonLengthMin

/** The form of the selected decision. */
export function DecisionForm({ detail, decision, field, onCancel, onConfirm }: DecisionFormProps) {
  const [reason, setReason] = useState('')
  const [evidence, setEvidence] = useState('')
  const [isTried, setTried] = useState(false)
  const isReadByPerson =
    decision === 'unpaid' || (detail.part === 'withdrawals' && decision === 'reject')
  const needsEvidence = decision === 'take_paid'
  useEffect(() => field.current?.focus(), [field])
  const isShort = (text: string) => text.trim().length < least
  const isReasonShort = isReasonMissing(decision, reason)
  const confirm = () => {
    setTried(true)
    if (isReasonShort) field.current?.focus()
    else if (!needsEvidence || !isShort(evidence)) {
      const shown = needsEvidence ? evidence.trim() : null
      onConfirm({ decision, reason: reason.trim(), evidence: shown })
    }
  }
  const errorOf = (text: string) => (isTried && isShort(text) ? t('reasonShort', { least }) : null)
  const leave = (key: string) => key === 'Escape' && onCancel()
  // A placeholder until a reason is typed; the e-mail is never sent without one.
  const outcome = isReadByPerson ? reason.trim() || '...' : ''
  return (
    <div className={styles['form']}>
      <Preview detail={detail} decision={decision} />
      <TextAreaField
        ref={field}
        label={t('reasonLabel')}
        note={t(toReasonNote(decision, isReadByPerson), { least })}
        error={isTried && isReasonShort ? t('reasonShort', { least }) : null}
        value={reason}
        rows={2}
        maxLength={deskReasonLengthMax}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={({ key }) => leave(key)}
      />
      {needsEvidence && (
        <TextAreaField
          label={t('evidenceLabel')}
          note={t('evidenceNote', { least })}
          error={errorOf(evidence)}
          value={evidence}
          rows={2}
          maxLength={deskReasonLengthMax}
          onChange={(event) => setEvidence(event.target.value)}
          onKeyDown={({ key }) => leave(key)}
        />
      )}
      {decision !== 'ask' && (
        <MailPreview
          about={`${detail.part} ${detail.id} ${decision} ${outcome}`}
          load={() => previewCase(detail.part, detail.id, decision, outcome)}
        />
      )}
      <div className={styles['choices']}>
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button kind={takesFromPerson(decision) ? 'sell' : 'primary'} onClick={confirm}>
          {toDecisionTitle(detail, decision)}
        </Button>
      </div>
    </div>
  )
}

/** The note below the reason: who reads it, and whether it is optional. */
function toReasonNote(decision: Decision, isReadByPerson: boolean) {
  if (isReadByPerson) return 'reasonTold'
  return isReasonMissing(decision, '') ? 'reasonNote' : 'reasonOptional'
}

/** The title of a decision: "Approve the payout of Rp 5.000.000". */
export function toDecisionTitle(detail: CaseDetail, decision: Decision): string {
  const amount = rupiahText(amountMoved(detail, decision))
  switch (decision) {
    case 'approve':
      return t('confirmApprove', { amount })
    case 'credit':
      return t('confirmCredit', { amount })
    case 'reverse':
      return t('confirmReverse', { amount })
    case 'ask':
      return t('confirmAsk')
    case 'unpaid':
      return t('confirmUnpaid')
    case 'take_failed':
      return t('confirmTakeFailed', { amount })
    case 'take_paid':
      return t('confirmTakePaid', { amount })
    case 'reject':
      return t(detail.part === 'withdrawals' ? 'confirmRejectPayout' : 'confirmRejectDeposit', {
        amount,
      })
  }
}

type PreviewProps = { readonly detail: CaseDetail; readonly decision: Decision }

function Preview({ detail, decision }: PreviewProps) {
  return (
    <div className={styles['preview']}>
      <h4>{t('willHappen')}</h4>
      <ul>
        {findPreviewLines(detail, decision).map((line) => (
          <li key={line}>{lineText(line, detail, decision)}</li>
        ))}
      </ul>
    </div>
  )
}

function lineText(line: PreviewLine, detail: CaseDetail, decision: Decision): string {
  const moved = moneyText(amountMoved(detail, decision))
  switch (line) {
    case 'first':
      return t('previewFirst')
    case 'net': {
      const { name: bank, holder, number } = detail.bank ?? { name: '', holder: '', number: '' }
      return t('previewNet', { ...moneyText(detail.net), bank, holder, number })
    }
    case 'fee':
      return t('previewFee', { amount: rupiahText(computePayoutFees(detail)) })
    case 'final':
      return t('previewFinal')
    case 'rejectPayout':
      return t('previewRejectPayout', moved)
    case 'noPayout':
      return t('previewNoPayout')
    case 'credit':
      return t('previewCredit', moved)
    case 'rejectDeposit':
      return t('previewRejectDeposit')
    case 'reverse':
      return t('previewReverse', moved)
    case 'reverseDebt':
      return t('previewReverseDebt')
    case 'ask':
      return t('previewAsk')
    case 'takeFailed':
      return t('previewTakeFailed')
    case 'takePaid':
      return t('previewTakePaid', moved)
    case 'takePaidAsked':
      return t('previewTakePaidAsked')
    case 'unpaid':
      return t('previewUnpaid')
    case 'told':
      return t('previewTold')
  }
}

function moneyText(amount: string): { readonly amount: string; readonly words: string } {
  const words = amountInWords(amount, 'IDR', language) ?? ''
  return { amount: rupiahText(amount), words }
}
