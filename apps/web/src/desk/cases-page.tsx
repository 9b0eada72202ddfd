/** A queue of deposits or payouts: the list left, the chosen case right. */
import { useState } from 'react'
import { failureText } from '../api/failure-text.ts'
import { EmptyState, ErrorState, LiveRegion, Skeleton } from '../ui/feedback.tsx'
import { toast } from '../ui/toast.tsx'
import { CaseDetail, Fact, Facts } from './case-detail.tsx'
import { CaseQueue, type QueueItem } from './case-queue.tsx'
import {
  type CaseDetail as Detail,
  type CaseRow,
  type Decision,
  feesOf,
  standingOf,
} from './cases.ts'
import { DecisionBar } from './decision-bar.tsx'
import { decide, loadCase, loadCases } from './desk-calls.ts'
import { DeskLink } from './desk-link.tsx'
import styles from './desk.module.css'
import { DocumentPart } from './document-part.tsx'
import { pending, usePending } from './pending-strip.tsx'
import { PersonPart } from './person-part.tsx'
import type { Place } from './place.ts'
import { go } from './place-store.ts'
import { flagText, momentText, queueText, rupiahText, say } from './texts.ts'
import { type Loaded, useLoaded } from './use-loaded.ts'
import { useKeys } from './use-keys.ts'
import type { Me, Paged } from './wire-reading.ts'

type CasesPlace = Extract<Place, { page: 'cases' }>

export type CasesPageProps = {
  readonly me: Me
  readonly place: CasesPlace
  /** Called when a decision was taken, so that the counts are asked for again. */
  readonly onDecided: () => void
}

/** The page of a queue. */
export function CasesPage({ me, place, onDecided }: CasesPageProps) {
  const { part, queue, id } = place
  const [page, setPage] = useState(1)
  const list = useLoaded(`${page}`, () => loadCases(part, queue, page))
  const one = useLoaded(id === null ? null : `${id}`, () => loadCase(part, id ?? 0))
  const name = queueText(`${part}.${queue}`)
  const rows = list.loaded.state === 'ready' ? list.loaded.value.rows : []
  const move = (by: number) => {
    const at = rows.findIndex((row) => row.id === id)
    const next = at < 0 ? rows[by > 0 ? 0 : rows.length - 1] : rows[at + by]
    if (next !== undefined) go({ ...place, id: next.id })
  }
  useKeys({ j: () => move(1), k: () => move(-1) })
  const reload = () => {
    list.reload()
    one.reload()
    onDecided()
  }
  return (
    <div className={styles['cases']} data-open={id !== null}>
      <div className={styles['list']}>
        <h1>{name}</h1>
        <CaseQueue
          label={say('queueName', { name })}
          loaded={itemsOf(list.loaded, place)}
          selectedId={id}
          onPage={setPage}
          onRetry={list.reload}
        />
        <p className={styles['keys']}>
          <kbd>J</kbd> <kbd>K</kbd> {say('keyNext')}, <kbd>Enter</kbd> {say('keyOpen')},{' '}
          <kbd>A</kbd> {say('keyApprove')}, <kbd>R</kbd> {say('keyReject')}, <kbd>N</kbd>{' '}
          {say('keyNote')}
        </p>
      </div>
      <div className={styles['side']}>
        {id === null ? (
          <EmptyState>{say('pickCase')}</EmptyState>
        ) : (
          <OneCase key={id} me={me} place={place} loaded={one.loaded} onChanged={reload} />
        )}
      </div>
    </div>
  )
}

function itemsOf(loaded: Loaded<Paged<CaseRow>>, place: CasesPlace): Loaded<Paged<QueueItem>> {
  if (loaded.state !== 'ready') return loaded
  const items = loaded.value.rows.map((row): QueueItem => {
    const { id, createdAt, state, approvals, approvalsNeeded } = row
    const hasProgress = approvals.length > 0 || approvalsNeeded > 1
    return {
      id,
      to: { ...place, id },
      createdAt,
      state,
      title: row.person?.name ?? titleOf(row),
      figure: rupiahText(row.amount),
      progress: hasProgress ? `${approvals.length}/${approvalsNeeded}` : null,
    }
  })
  return { state: 'ready', value: { ...loaded.value, rows: items } }
}

function titleOf({ part, id }: Pick<CaseRow, 'part' | 'id'>): string {
  return say(part === 'deposits' ? 'deposit' : 'payout', { id })
}

type OneCaseProps = {
  readonly me: Me
  readonly place: CasesPlace
  readonly loaded: Loaded<Detail | null>
  readonly onChanged: () => void
}

function OneCase({ me, place, loaded, onChanged }: OneCaseProps) {
  const waiting = usePending()
  const back = (
    <DeskLink to={{ ...place, id: null }} className={styles['back']}>
      {say('backToQueue')}
    </DeskLink>
  )
  if (loaded.state === 'loading') return <Skeleton height={320} />
  if (loaded.state === 'error' || loaded.value === null) {
    const failure = loaded.state === 'error' ? loaded.failure : null
    return (
      <>
        {back}
        <ErrorState
          title={say('failedTitle')}
          text={failure === null ? undefined : failureText(failure)}
          code={failure?.requestId}
          onRetry={onChanged}
        />
      </>
    )
  }
  const detail = loaded.value
  const key = `${detail.part} ${detail.id}`
  const onDecide = (decision: Decision, reason: string, title: string) => {
    pending.add({ key, title }, () => {
      send(detail, decision, reason, title).then(onChanged, onChanged)
    })
  }
  return (
    <CaseDetail
      title={titleOf(detail)}
      state={detail.state}
      back={back}
      who={<PersonPart person={detail.person} me={me} />}
      what={<CaseFacts detail={detail} />}
      flags={detail.flags.map((flag) => flagText(flag, detail.part))}
      steps={detail.steps.map(({ at, state, cause }) => ({
        at,
        state,
        cause: cause === '' ? '' : flagText(cause, detail.part),
      }))}
      documents={<DocumentPart id={detail.id} hasFile={detail.hasFile} />}
      decision={
        <>
          <DecisionBar
            detail={detail}
            standing={standingOf(detail, me)}
            pendingTitle={waiting.find((one) => one.key === key)?.title ?? null}
            onDecide={onDecide}
          />
          <LiveRegion>{waiting.length > 0 ? waiting.at(-1)?.title : ''}</LiveRegion>
        </>
      }
    />
  )
}

async function send(
  { part, id }: Detail,
  decision: Decision,
  reason: string,
  what: string,
): Promise<void> {
  const told = await decide(part, id, decision, reason)
  if (told.ok) toast('good', say('decided', { what }))
  else toast('bad', say('notDecided', { what }), failureText(told))
}

function CaseFacts({ detail }: { readonly detail: Detail }) {
  const { bank, net, confirmedAmount } = detail
  return (
    <Facts>
      <Fact name={say('amount')}>{rupiahText(detail.amount)}</Fact>
      {detail.part === 'deposits' ? (
        <Fact name={say('confirmed')}>
          {confirmedAmount === null ? say('notConfirmed') : rupiahText(confirmedAmount)}
        </Fact>
      ) : (
        <>
          <Fact name={say('fee')}>{rupiahText(feesOf(detail))}</Fact>
          <Fact name={say('net')}>{rupiahText(net)}</Fact>
        </>
      )}
      {bank !== null && (
        <Fact name={say('bank')}>{`${bank.name}, ${bank.number}, ${bank.holder}`}</Fact>
      )}
      {detail.method !== '' && <Fact name={say('method')}>{detail.method}</Fact>}
      <Fact name={say('created')}>{momentText(detail.createdAt)}</Fact>
      <Fact name={say('reference')}>
        <code>{detail.reference}</code>
      </Fact>
      {detail.description !== '' && <Fact name={say('description')}>{detail.description}</Fact>}
    </Facts>
  )
}
