/** The decision form of a coin case: possible decisions, their effects, and the reason. */
import { deskReasonLengthMax, deskReasonLengthMin } from '@tukar/wire'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import { previewChainCase } from './chain-calls.ts'
import { ApprovalReason } from '../cases/approval-list.tsx'
import {
  type ChainCase,
  type ChainDecision,
  findChainPreviewLines,
  findChainDecisionRights,
  type ChainDecisionInput,
} from './chain-cases.ts'
import { isReasonMissing } from '../decision/reason.ts'
import { chainDecisionText, coinText, t as tChain } from './chain-texts.ts'
import styles from '../desk.module.css'
import { MailPreview } from '../cases/mail-preview.tsx'
import { momentText, t } from '../texts.ts'
import { useKeys } from '../use-keys.ts'
import type { Me } from '../cases/case-wire.ts'

export type ChainDecisionBarProps = {
  readonly detail: ChainCase
  readonly me: Me
  /** The decision that waits to be sent; null if there is none. */
  readonly pendingTitle: string | null
  readonly onDecide: (verdict: ChainDecisionInput, title: string) => void
}

const denialTexts = {
  decided: 'needsDecided',
  own: 'ownCase',
  role: 'noRole',
  same: 'alreadyYours',
} as const

const keys: Readonly<Partial<Record<ChainDecision, string>>> = { approve: 'a', reject: 'r' }

/** The bar below a case. */
export function ChainDecisionBar({ detail, me, pendingTitle, onDecide }: ChainDecisionBarProps) {
  const [chosen, setChosen] = useState<ChainDecision | null>(null)
  const isWide = useWideScreen()
  const { choices, denial } = findChainDecisionRights(detail, me)
  const mayDecide = choices.length > 0 && pendingTitle === null && isWide
  const choose = (decision: ChainDecision) => {
    if (mayDecide && choices.includes(decision)) setChosen(decision)
  }
  useKeys({ a: () => choose('approve'), r: () => choose('reject') })
  const note = denial !== null ? denialTexts[denial] : isWide ? null : 'atDesk'
  return (
    <div className={styles['bar']}>
      <Approvals detail={detail} isReasonShown={chosen !== null || denial !== null} />
      {note !== null && <Banner tone="info">{t(note)}</Banner>}
      {pendingTitle !== null && <Banner tone="warn">{pendingTitle}</Banner>}
      {mayDecide && (
        <div className={styles['choices']}>
          {choices.map((decision) => (
            <Button
              key={decision}
              kind={decision === 'reject' ? 'danger' : 'secondary'}
              aria-pressed={chosen === decision}
              aria-keyshortcuts={keys[decision]}
              onClick={() => choose(decision)}
            >
              {chainDecisionText(decision)}
            </Button>
          ))}
        </div>
      )}
      {mayDecide && chosen !== null && (
        <DecisionForm
          key={chosen}
          detail={detail}
          decision={chosen}
          onCancel={() => setChosen(null)}
          onConfirm={(reason, title) => {
            setChosen(null)
            onDecide({ decision: chosen, reason }, title)
          }}
        />
      )}
    </div>
  )
}

const least = deskReasonLengthMin

type DecisionFormProps = {
  readonly detail: ChainCase
  readonly decision: ChainDecision
  readonly onCancel: () => void
  readonly onConfirm: (reason: string, title: string) => void
}

function DecisionForm({ detail, decision, onCancel, onConfirm }: DecisionFormProps) {
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const isShort = isReasonMissing(decision, reason)
  const isOptional = !isReasonMissing(decision, '')
  const title = toDecisionTitle(detail, decision)
  // The owner reads the reason; a placeholder is shown until it is typed.
  const isReadByPerson = decision === 'reject'
  const written = reason.trim() || '...'
  const confirm = () => {
    setTried(true)
    if (isShort) field.current?.focus()
    else onConfirm(reason.trim(), title)
  }
  return (
    <div className={styles['form']}>
      <div className={styles['preview']}>
        <h4>{t('willHappen')}</h4>
        <ul>
          {findChainPreviewLines(detail, decision).map((line) => (
            <li key={line}>{tChain(line, toPlaceholders(detail, decision))}</li>
          ))}
        </ul>
      </div>
      <TextAreaField
        ref={field}
        label={t('reasonLabel')}
        note={t(isReadByPerson ? 'reasonTold' : isOptional ? 'reasonOptional' : 'reasonNote', {
          least,
        })}
        error={isTried && isShort ? t('reasonShort', { least }) : null}
        value={reason}
        rows={2}
        maxLength={deskReasonLengthMax}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      />
      {isReadByPerson && (
        <MailPreview
          about={`${detail.part} ${detail.id} ${written}`}
          load={() => previewChainCase(detail, { decision, reason: written })}
        />
      )}
      <div className={styles['choices']}>
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button kind={decision === 'reject' ? 'sell' : 'primary'} onClick={confirm}>
          {title}
        </Button>
      </div>
    </div>
  )
}

/** A payout sends the net amount; a rejection returns the whole amount. */
function toPlaceholders(detail: ChainCase, decision: ChainDecision) {
  const { net, amount, currency, address } = detail
  return { amount: coinText(decision === 'approve' ? net : amount, currency), address }
}

function toDecisionTitle(detail: ChainCase, decision: ChainDecision): string {
  const amount = coinText(detail.amount, detail.currency)
  switch (decision) {
    case 'approve':
      return tChain('confirmApprove', { amount })
    case 'reject':
      return tChain('confirmReject', { amount })
    case 'give_back':
      return tChain('confirmGiveBack', { amount })
    case 'set_aside':
      return tChain('confirmSetAside')
    case 'release':
      return tChain('confirmRelease')
    case 'credit':
      return tChain('confirmCredit')
    case 'ask':
      return tChain('confirmLook')
  }
}

type ApprovalsProps = { readonly detail: ChainCase; readonly isReasonShown: boolean }

function Approvals({ detail, isReasonShown }: ApprovalsProps) {
  const { approvals, approvalsNeeded, can } = detail
  const isRuled = (['give_back', 'set_aside', 'release', 'credit'] as const).some((one) =>
    can.includes(one),
  )
  const isOpen =
    can.includes('approve') || isRuled || (can.includes('reject') && approvalsNeeded > 0)
  if (approvals.length === 0) {
    if (!isOpen || approvalsNeeded === 0) return null
    const key = approvalsNeeded > 1 ? 'needsTwo' : 'needsOne'
    return <p className={styles['quiet']}>{t(key)}</p>
  }
  return (
    <ul className={styles['approvals']}>
      {approvals.map(({ operatorId, operator: name, at, decision, reason }) => (
        <li key={`${operatorId} ${decision}`}>
          <Icon name="check" size={16} />
          <span>
            {tChain(decision === 'reject' ? 'agreedReject' : 'agreedApprove', {
              name,
              at: momentText(at),
            })}
            {(can.includes('approve') || isRuled) && ` ${t('needsAnother')}`}
            <ApprovalReason reason={reason} isShown={isReasonShown} />
          </span>
        </li>
      ))}
    </ul>
  )
}
