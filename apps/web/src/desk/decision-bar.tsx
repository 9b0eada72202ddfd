/**
 * Where a case is decided: what may be decided, why, what will happen, and how far the approvals are. A
 * decision waits for ten seconds before it is sent, and can be taken back until then.
 */
import { amountInWords } from '@tukar/i18n'
import { deskReasonLengthMax, deskReasonLengthMin } from '@tukar/wire'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { language } from '../theme/preferences.ts'
import { Button } from '../ui/button.tsx'
import { Banner } from '../ui/feedback.tsx'
import { TextAreaField } from '../ui/field.tsx'
import { ApprovalList } from './approval-list.tsx'
import {
  amountMoved,
  type CaseDetail,
  type Decision,
  feesOf,
  previewOf,
  type PreviewLine,
  type Standing,
} from './cases.ts'
import styles from './desk.module.css'
import { decisionText, rupiahText, say } from './texts.ts'
import { useKeys } from './use-keys.ts'
import { useWideScreen } from './use-wide-screen.ts'

export type DecisionBarProps = {
  readonly detail: CaseDetail
  /** What this operator may decide. */
  readonly standing: Standing
  /** What was decided and waits to be sent; null nothing. */
  readonly pendingTitle: string | null
  readonly onDecide: (decision: Decision, reason: string, title: string) => void
}

const hindrances = {
  decided: 'needsDecided',
  own: 'ownCase',
  role: 'noRole',
  same: 'alreadyYours',
} as const

/** The bar below a case. */
export function DecisionBar({ detail, standing, pendingTitle, onDecide }: DecisionBarProps) {
  const [chosen, setChosen] = useState<Decision | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const isWide = useWideScreen()
  const { choices, hindrance } = standing
  const mayDecide = choices.length > 0 && pendingTitle === null && isWide
  const choose = (decision: Decision) => {
    if (mayDecide && choices.includes(decision)) setChosen(decision)
  }
  const agreeing = choices.find((one) => one !== 'reject') ?? 'approve'
  useKeys({ a: () => choose(agreeing), r: () => choose('reject'), n: () => field.current?.focus() })
  const note = hindrance !== null ? hindrances[hindrance] : isWide ? null : 'atDesk'
  return (
    <div className={styles['bar']}>
      <ApprovalList detail={detail} isReasonShown={chosen !== null || hindrance !== null} />
      {note !== null && <Banner tone="info">{say(note)}</Banner>}
      {pendingTitle !== null && <Banner tone="warn">{pendingTitle}</Banner>}
      {mayDecide && (
        <div className={styles['choices']}>
          {choices.map((decision) => (
            <Button
              key={decision}
              kind={isTaking(decision) ? 'danger' : 'secondary'}
              aria-pressed={chosen === decision}
              aria-keyshortcuts={decision === 'reject' ? 'r' : 'a'}
              onClick={() => choose(decision)}
            >
              {decisionText(decision)}
              <kbd aria-hidden="true">{decision === 'reject' ? 'R' : 'A'}</kbd>
            </Button>
          ))}
        </div>
      )}
      {mayDecide && chosen !== null && (
        <ReasonForm
          key={chosen}
          detail={detail}
          decision={chosen}
          field={field}
          onCancel={() => setChosen(null)}
          onConfirm={(reason) => {
            onDecide(chosen, reason, titleOf(detail, chosen))
            setChosen(null)
          }}
        />
      )}
    </div>
  )
}

type ReasonFormProps = {
  readonly detail: CaseDetail
  readonly decision: Decision
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly onCancel: () => void
  readonly onConfirm: (reason: string) => void
}

/** What will happen, why, and the one button that says both. */
function ReasonForm({ detail, decision, field, onCancel, onConfirm }: ReasonFormProps) {
  const [reason, setReason] = useState('')
  const isReadByPerson = detail.part === 'withdrawals' && decision === 'reject'
  const [isShort, setShort] = useState(false)
  useEffect(() => field.current?.focus(), [field])
  const confirm = () => {
    if (reason.trim().length >= deskReasonLengthMin) {
      onConfirm(reason.trim())
      return
    }
    setShort(true)
    field.current?.focus()
  }
  return (
    <div className={styles['form']}>
      <Preview detail={detail} decision={decision} />
      <TextAreaField
        ref={field}
        label={say('reasonLabel')}
        note={say(isReadByPerson ? 'reasonTold' : 'reasonNote', { least: deskReasonLengthMin })}
        error={isShort ? say('reasonShort', { least: deskReasonLengthMin }) : null}
        value={reason}
        rows={2}
        maxLength={deskReasonLengthMax}
        onChange={(event) => {
          setReason(event.target.value)
          setShort(false)
        }}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      />
      <div className={styles['choices']}>
        <Button onClick={onCancel}>{say('cancel')}</Button>
        <Button kind={isTaking(decision) ? 'sell' : 'primary'} onClick={confirm}>
          {titleOf(detail, decision)}
        </Button>
      </div>
    </div>
  )
}

/** Whether a decision takes something from the person. */
function isTaking(decision: Decision): boolean {
  return decision === 'reject' || decision === 'reverse'
}

/** A decision as it is said of this case: "Approve the payout of Rp 5.000.000". */
function titleOf(detail: CaseDetail, decision: Decision): string {
  const amount = rupiahText(amountMoved(detail, decision))
  switch (decision) {
    case 'approve':
      return say('confirmApprove', { amount })
    case 'credit':
      return say('confirmCredit', { amount })
    case 'reverse':
      return say('confirmReverse', { amount })
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
    case 'told':
      return say('previewTold')
  }
}

function moneyText(amount: string): { readonly amount: string; readonly words: string } {
  const words = amountInWords(amount, 'IDR', language) ?? ''
  return { amount: rupiahText(amount), words }
}
