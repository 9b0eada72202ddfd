/**
 * The decision bar of a case: possible decisions and progress of approvals. A decision is sent after ten
 * seconds and can be withdrawn until then.
 */
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { ApprovalList } from './approval-list.tsx'
import {
  type CaseDetail,
  type Decision,
  takesFromPerson,
  findDecisionKey,
  type DecisionRights,
  type DecisionInput,
} from './cases.ts'
import { DecisionForm, toDecisionTitle } from './decision-form.tsx'
import styles from '../desk.module.css'
import { decisionText, t } from '../texts.ts'
import { useKeys } from '../use-keys.ts'
import { useWideScreen } from '../../ui/use-wide-screen.ts'

export type DecisionBarProps = {
  readonly detail: CaseDetail
  /** The decisions that this operator may choose. */
  readonly rights: DecisionRights
  /** The decision that waits to be sent; null if there is none. */
  readonly pendingTitle: string | null
  readonly onDecide: (input: DecisionInput, title: string) => void
}

const denialTexts = {
  decided: 'needsDecided',
  own: 'ownCase',
  role: 'noRole',
  same: 'alreadyYours',
} as const

/** The bar below a case. */
export function DecisionBar({ detail, rights, pendingTitle, onDecide }: DecisionBarProps) {
  const [chosen, setChosen] = useState<Decision | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const isWide = useWideScreen()
  const { choices, denial } = rights
  const mayDecide = choices.length > 0 && pendingTitle === null && isWide
  const choose = (decision: Decision) => {
    if (mayDecide && choices.includes(decision)) setChosen(decision)
  }
  const agreeing = choices.find((one) => findDecisionKey(one) === 'a') ?? 'approve'
  useKeys({ a: () => choose(agreeing), r: () => choose('reject'), n: () => field.current?.focus() })
  const note = denial !== null ? denialTexts[denial] : isWide ? null : 'atDesk'
  return (
    <div className={styles['bar']}>
      <ApprovalList detail={detail} isReasonShown={chosen !== null || denial !== null} />
      {note !== null && <Banner tone="info">{t(note)}</Banner>}
      {pendingTitle !== null && <Banner tone="warn">{pendingTitle}</Banner>}
      {mayDecide && (
        <div className={styles['choices']}>
          {choices.map((decision) => (
            <Button
              key={decision}
              kind={takesFromPerson(decision) ? 'danger' : 'secondary'}
              aria-pressed={chosen === decision}
              aria-keyshortcuts={findDecisionKey(decision) ?? undefined}
              onClick={() => choose(decision)}
            >
              {decisionText(decision)}
              {findDecisionKey(decision) !== null && (
                <kbd aria-hidden="true">{findDecisionKey(decision)?.toUpperCase()}</kbd>
              )}
            </Button>
          ))}
        </div>
      )}
      {mayDecide && chosen !== null && (
        <DecisionForm
          key={chosen}
          detail={detail}
          decision={chosen}
          field={field}
          onCancel={() => setChosen(null)}
          onConfirm={(input) => {
            onDecide(input, toDecisionTitle(detail, chosen))
            setChosen(null)
          }}
        />
      )}
    </div>
  )
}
