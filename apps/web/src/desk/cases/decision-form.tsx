/** What will happen by a decision, the mail that its person gets, why it is made, and its one button. */
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
  feesOf,
  isTaking,
  previewOf,
  type PreviewLine,
  type Verdict,
} from './cases.ts'
import { isReasonMissing } from '../decision/reason.ts'
import { previewCase } from '../desk-calls.ts'
import styles from '../desk.module.css'
import { MailPreview } from './mail-preview.tsx'
import { rupiahText, say } from '../texts.ts'

export type DecisionFormProps = {
  readonly detail: CaseDetail
  readonly decision: Decision
  /** Where the reason is written. */
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly onCancel: () => void
  readonly onConfirm: (verdict: Verdict) => void
}

const least = deskReasonLengthMin

/** The form of a decision that was chosen. */
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
  const errorOf = (text: string) =>
    isTried && isShort(text) ? say('reasonShort', { least }) : null
  const leave = (key: string) => key === 'Escape' && onCancel()
  // While there is none its place is marked: a mail never goes out without one.
  const told = isReadByPerson ? reason.trim() || '...' : ''
  return (
    <div className={styles['form']}>
      <Preview detail={detail} decision={decision} />
      <TextAreaField
        ref={field}
        label={say('reasonLabel')}
        note={say(reasonNoteOf(decision, isReadByPerson), { least })}
        error={isTried && isReasonShort ? say('reasonShort', { least }) : null}
        value={reason}
        rows={2}
        maxLength={deskReasonLengthMax}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={({ key }) => leave(key)}
      />
      {needsEvidence && (
        <TextAreaField
          label={say('evidenceLabel')}
          note={say('evidenceNote', { least })}
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
          about={`${detail.part} ${detail.id} ${decision} ${told}`}
          load={() => previewCase(detail.part, detail.id, decision, told)}
        />
      )}
      <div className={styles['choices']}>
        <Button onClick={onCancel}>{say('cancel')}</Button>
        <Button kind={isTaking(decision) ? 'sell' : 'primary'} onClick={confirm}>
          {titleOf(detail, decision)}
        </Button>
      </div>
    </div>
  )
}

/** What is said below the reason: who reads it, and whether it may be left out. */
function reasonNoteOf(decision: Decision, isReadByPerson: boolean) {
  if (isReadByPerson) return 'reasonTold'
  return isReasonMissing(decision, '') ? 'reasonNote' : 'reasonOptional'
}

/** A decision as it is said of this case: "Approve the payout of Rp 5.000.000". */
export function titleOf(detail: CaseDetail, decision: Decision): string {
  const amount = rupiahText(amountMoved(detail, decision))
  switch (decision) {
    case 'approve':
      return say('confirmApprove', { amount })
    case 'credit':
      return say('confirmCredit', { amount })
    case 'reverse':
      return say('confirmReverse', { amount })
    case 'ask':
      return say('confirmAsk')
    case 'unpaid':
      return say('confirmUnpaid')
    case 'take_failed':
      return say('confirmTakeFailed', { amount })
    case 'take_paid':
      return say('confirmTakePaid', { amount })
    case 'reject':
      return say(detail.part === 'withdrawals' ? 'confirmRejectPayout' : 'confirmRejectDeposit', {
        amount,
      })
  }
}

type PreviewProps = { readonly detail: CaseDetail; readonly decision: Decision }

function Preview({ detail, decision }: PreviewProps) {
  return (
    <div className={styles['preview']}>
      <h4>{say('willHappen')}</h4>
      <ul>
        {previewOf(detail, decision).map((line) => (
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
      return say('previewFirst')
    case 'net': {
      const { name: bank, holder, number } = detail.bank ?? { name: '', holder: '', number: '' }
      return say('previewNet', { ...moneyText(detail.net), bank, holder, number })
    }
    case 'fee':
      return say('previewFee', { amount: rupiahText(feesOf(detail)) })
    case 'final':
      return say('previewFinal')
    case 'rejectPayout':
      return say('previewRejectPayout', moved)
    case 'noPayout':
      return say('previewNoPayout')
    case 'credit':
      return say('previewCredit', moved)
    case 'rejectDeposit':
      return say('previewRejectDeposit')
    case 'reverse':
      return say('previewReverse', moved)
    case 'reverseDebt':
      return say('previewReverseDebt')
    case 'ask':
      return say('previewAsk')
    case 'takeFailed':
      return say('previewTakeFailed')
    case 'takePaid':
      return say('previewTakePaid', moved)
    case 'takePaidAsked':
      return say('previewTakePaidAsked')
    case 'unpaid':
      return say('previewUnpaid')
    case 'told':
      return say('previewTold')
  }
}

function moneyText(amount: string): { readonly amount: string; readonly words: string } {
  const words = amountInWords(amount, 'IDR', language) ?? ''
  return { amount: rupiahText(amount), words }
}
