/**
 * The decision on an identity: approve, request one piece again, or reject, with the reason for the person, a
 * note for colleagues, and a preview of the e-mail. It is sent after ten seconds.
 */
import {
  deskReasonLengthMax,
  deskReasonLengthMin,
  type KycPiece,
  kycPieces,
  type KycReason,
  kycReasons,
} from '@tukar/wire'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { FieldFrame, TextAreaField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import styles from '../desk.module.css'
import {
  type IdentityCase,
  type IdentityDecision,
  newestReasons,
  findPiece,
  type IdentityDecisionInput,
  toDecisionInput,
} from './identity.ts'
import { IdentityMail } from './identity-mail.tsx'
import { isReason, pieceKeys, reasonText, t, decisionText } from './identity-texts.ts'
import { useKeys } from '../use-keys.ts'

export type IdentityDecisionBarProps = {
  readonly detail: IdentityCase
  readonly mayDecide: boolean
  /** The decision that waits to be sent; null if there is none. */
  readonly pendingTitle: string | null
  readonly onDecide: (input: IdentityDecisionInput, note: string) => void
}

const keys = { approve: 'A', again: 'G', reject: 'R' } as const
const order = ['approve', 'again', 'reject'] as const

/** The bar below a case. */
export function IdentityDecisionBar(props: IdentityDecisionBarProps) {
  const { detail, mayDecide, pendingTitle, onDecide } = props
  const [chosen, setChosen] = useState<IdentityDecision | null>(null)
  const note = useRef<HTMLTextAreaElement>(null)
  const isWide = useWideScreen()
  const isOpen = mayDecide && pendingTitle === null && isWide
  const choose = (decision: IdentityDecision) => {
    if (isOpen && detail.can.includes(decision)) setChosen(decision)
  }
  useKeys({
    a: () => choose('approve'),
    g: () => choose('again'),
    r: () => choose('reject'),
    n: () => note.current?.focus(),
  })
  return (
    <div className={styles['bar']}>
      {mayDecide && !isWide && <Banner tone="info">{t('atDesk')}</Banner>}
      {pendingTitle !== null && <Banner tone="warn">{pendingTitle}</Banner>}
      {isOpen && (
        <div className={styles['choices']}>
          {order
            .filter((decision) => detail.can.includes(decision))
            .map((decision) => (
              <Button
                key={decision}
                kind={decision === 'reject' ? 'danger' : 'secondary'}
                aria-pressed={chosen === decision}
                aria-keyshortcuts={keys[decision].toLowerCase()}
                onClick={() => choose(decision)}
              >
                {t(decision)}
                <kbd aria-hidden="true">{keys[decision]}</kbd>
              </Button>
            ))}
        </div>
      )}
      {isOpen && chosen !== null && (
        <DecisionForm
          key={chosen}
          detail={detail}
          decision={chosen}
          note={note}
          onCancel={() => setChosen(null)}
          onConfirm={(input, text) => {
            onDecide(input, text)
            setChosen(null)
          }}
        />
      )}
    </div>
  )
}

type DecisionFormProps = {
  readonly detail: IdentityCase
  readonly decision: IdentityDecision
  readonly note: RefObject<HTMLTextAreaElement | null>
  readonly onCancel: () => void
  readonly onConfirm: (input: IdentityDecisionInput, note: string) => void
}

/** The reason of the newest automatic check, if it is a reason for the person. */
function usualReason(detail: IdentityCase): KycReason | null {
  const [first = ''] = newestReasons(detail)
  return isReason(first) ? first : null
}

function DecisionForm({ detail, decision, note, onCancel, onConfirm }: DecisionFormProps) {
  const [reason, setReason] = useState<KycReason | null>(() => usualReason(detail))
  const [picked, setPicked] = useState<KycPiece | null>(null)
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  useEffect(() => note.current?.focus(), [note])
  const piece = picked ?? findPiece(reason ?? 'other')
  const input = toDecisionInput(decision, reason, piece)
  // An approval needs no reason; a given one must have the minimum length.
  const mayLack = decision === 'approve' && text.trim() === ''
  const isShort = !mayLack && text.trim().length < deskReasonLengthMin
  const confirm = () => {
    setTried(true)
    if (isShort) note.current?.focus()
    else if (input !== null) onConfirm(input, text.trim())
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape is heard from the fields inside
    <div className={styles['form']} onKeyDown={(event) => event.key === 'Escape' && onCancel()}>
      {decision !== 'approve' && (
        <ReasonSelect reason={reason} isMissing={isTried && reason === null} onPick={setReason} />
      )}
      {decision === 'again' && <PieceSelect piece={piece} onPick={setPicked} />}
      <TextAreaField
        ref={note}
        label={t('note')}
        note={t(decision === 'approve' ? 'noteOptional' : 'noteText', {
          least: deskReasonLengthMin,
        })}
        error={isTried && isShort ? t('noteShort', { least: deskReasonLengthMin }) : null}
        value={text}
        rows={2}
        maxLength={deskReasonLengthMax}
        onChange={(event) => setText(event.target.value)}
      />
      {input !== null && <IdentityMail id={detail.id} input={input} />}
      <div className={styles['choices']}>
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button kind={decision === 'reject' ? 'sell' : 'primary'} onClick={confirm}>
          {decisionText(detail.id, input ?? { decision: 'reject', reason, piece: null })}
        </Button>
      </div>
    </div>
  )
}

type ReasonSelectProps = {
  readonly reason: KycReason | null
  readonly isMissing: boolean
  readonly onPick: (reason: KycReason | null) => void
}

/** Reasons are codes, not free text, so that people read them in their own language. */
function ReasonSelect({ reason, isMissing, onPick }: ReasonSelectProps) {
  const options = [
    { value: '', label: t('reasonPick') },
    ...kycReasons.map((value) => ({ value, label: reasonText(value) })),
  ]
  return (
    <FieldFrame label={t('reason')} error={isMissing ? t('reasonMissing') : null}>
      {() => (
        <Select
          label={t('reason')}
          value={reason ?? ''}
          options={options}
          onChange={(value) => onPick(isReason(value) ? value : null)}
        />
      )}
    </FieldFrame>
  )
}

type PieceSelectProps = {
  readonly piece: KycPiece
  readonly onPick: (piece: KycPiece) => void
}

function PieceSelect({ piece, onPick }: PieceSelectProps) {
  const options = kycPieces.map((value) => ({ value, label: t(pieceKeys[value]) }))
  return (
    <FieldFrame label={t('piece')}>
      {() => <Select label={t('piece')} value={piece} options={options} onChange={onPick} />}
    </FieldFrame>
  )
}
