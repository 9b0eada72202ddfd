/**
 * Changes of roles that wait for a second admin (INV-22), with buttons to confirm and decline. The first
 * admin's reason is shown after a choice, which can be withdrawn for ten seconds.
 */
import { deskReasonLengthMax, deskReasonLengthMin } from '@tukar/wire'
import { useState } from 'react'
import { failureText } from '../api/failure-text.ts'
import { Button } from '../ui/button.tsx'
import { Banner, EmptyState, ErrorState, Skeleton } from '../ui/feedback.tsx'
import { TextAreaField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { decideProposal } from './desk-calls.ts'
import styles from './desk.module.css'
import { pending, usePending } from './cases/pending-strip.tsx'
import { momentText, roleText, t } from './texts.ts'
import type { Loaded } from './use-loaded.ts'
import { useWideScreen } from '../ui/use-wide-screen.ts'
import type { Proposal } from './cases/case-wire.ts'

export type ProposalsPartProps = {
  readonly loaded: Loaded<readonly Proposal[]>
  /** Called when one was confirmed or declined. */
  readonly onDecided: () => void
}

/** The waiting proposals, oldest first. */
export function ProposalsPart({ loaded, onDecided }: ProposalsPartProps) {
  return (
    <section className={styles['card']} aria-label={t('proposals')}>
      <h2>{t('proposals')}</h2>
      {loaded.state === 'loading' && <Skeleton height={80} />}
      {loaded.state === 'error' && (
        <ErrorState
          title={t('failedTitle')}
          text={failureText(loaded.failure)}
          code={loaded.failure.requestId}
          onRetry={onDecided}
        />
      )}
      {loaded.state === 'ready' && loaded.value.length === 0 && (
        <EmptyState icon="check">{t('noProposals')}</EmptyState>
      )}
      {loaded.state === 'ready' &&
        loaded.value.map((one) => (
          <ProposalCase key={one.id} proposal={one} onDecided={onDecided} />
        ))}
    </section>
  )
}

type Answer = 'confirm' | 'decline'

type ProposalCaseProps = { readonly proposal: Proposal; readonly onDecided: () => void }

function ProposalCase({ proposal, onDecided }: ProposalCaseProps) {
  const [chosen, setChosen] = useState<Answer | null>(null)
  const isWide = useWideScreen()
  const { id, person, role, isGiven, proposedBy, proposedAt, expiresAt, can } = proposal
  const key = `proposal ${id}`
  const waiting = usePending().find((one) => one.key === key)
  const params = { role: roleText(role), name: person.name, email: person.email }
  const title = t(isGiven ? 'proposalGive' : 'proposalTake', params)
  const toTitle = (answer: Answer) =>
    t(answer === 'confirm' ? 'confirmWhat' : 'declineWhat', { what: title })
  const confirm = (answer: Answer, reason: string) => {
    const title = toTitle(answer)
    setChosen(null)
    pending.add({ key, title, isSigned: true }, () =>
      send(proposal, answer, reason, title).then(onDecided, onDecided),
    )
  }
  return (
    <div className={styles['form']}>
      <p>{title}</p>
      <p className={styles['quiet']}>
        {t('proposedBy', { name: proposedBy, at: momentText(proposedAt) })}{' '}
        {t('proposalUntil', { at: momentText(expiresAt) })}
      </p>
      {!isWide && <Banner tone="info">{t('atDesk')}</Banner>}
      {waiting !== undefined && <Banner tone="warn">{waiting.title}</Banner>}
      {isWide && waiting === undefined && chosen === null && (
        <div className={styles['choices']}>
          {can.map((answer) => (
            <Button
              key={answer}
              size="small"
              kind={answer === 'confirm' ? 'secondary' : 'danger'}
              onClick={() => setChosen(answer)}
            >
              {t(answer === 'confirm' ? 'confirmProposal' : 'declineProposal')}
            </Button>
          ))}
        </div>
      )}
      {!can.includes('confirm') && <p className={styles['quiet']}>{t('needsSecondAdmin')}</p>}
      {chosen !== null && (
        <AnswerForm
          key={chosen}
          title={toTitle(chosen)}
          proposal={proposal}
          onCancel={() => setChosen(null)}
          onConfirm={(reason) => confirm(chosen, reason)}
        />
      )}
    </div>
  )
}

async function send(
  { id }: Proposal,
  answer: Answer,
  reason: string,
  title: string,
): Promise<void> {
  const outcome = await decideProposal(id, answer, reason)
  if (outcome.ok) toast('good', t('decided', { what: title }))
  else toast('bad', t('notDecided', { what: title }), failureText(outcome))
}

type AnswerFormProps = {
  readonly title: string
  readonly proposal: Proposal
  readonly onCancel: () => void
  readonly onConfirm: (reason: string) => void
}

const least = deskReasonLengthMin

function AnswerForm({ title, proposal, onCancel, onConfirm }: AnswerFormProps) {
  const [reason, setReason] = useState('')
  const [isShort, setShort] = useState(false)
  return (
    <form
      className={styles['form']}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason.trim().length >= least) onConfirm(reason.trim())
        else setShort(true)
      }}
    >
      <p className={styles['quiet']}>{t('approvalReason', { reason: proposal.reason })}</p>
      <TextAreaField
        label={t('answerReason')}
        note={t('reasonNote', { least })}
        error={isShort ? t('reasonShort', { least }) : null}
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
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button type="submit" kind="primary">
          {title}
        </Button>
      </div>
    </form>
  )
}
