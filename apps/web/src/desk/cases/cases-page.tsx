/** A queue of deposits or payouts: the list on the left, the selected case on the right. */
import { type ReactNode, useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { LiveRegion } from '../../ui/feedback.tsx'
import { toast } from '../../ui/toast.tsx'
import { CaseDetail, Fact, Facts } from './case-detail.tsx'
import type { QueueItem } from './case-queue.tsx'
import {
  type CaseDetail as Detail,
  type CaseRow,
  computePayoutFees,
  hasEnded,
  toApprovalProgress,
  findDecisionRights,
  type DecisionInput,
} from './cases.ts'
import { DecisionBar } from './decision-bar.tsx'
import { decide, loadCase, loadCases } from '../desk-calls.ts'
import { DocumentPart } from './document-part.tsx'
import { pending, usePending } from './pending-strip.tsx'
import { PersonPart } from './person-part.tsx'
import { LoadedCase, QueuePage } from '../frame/queue-page.tsx'
import type { ConsoleRoute } from '../frame/console-route.ts'
import { flagText, momentText, queueText, rupiahText, t, stateOfStep } from '../texts.ts'
import { type Loaded, useLoaded } from '../use-loaded.ts'
import type { Me, Paged } from './case-wire.ts'

type CasesRoute = Extract<ConsoleRoute, { page: 'cases' }>

export type CasesPageProps = {
  readonly me: Me
  readonly route: CasesRoute
  /** Called when a decision was made, to reload the counts. */
  readonly onDecided: () => void
}

/** The page of a queue. */
export function CasesPage({ me, route, onDecided }: CasesPageProps) {
  const { part, queue, id } = route
  const [page, setPage] = useState(1)
  const list = useLoaded(`${page}`, () => loadCases(part, queue, page))
  const one = useLoaded(id === null ? null : `${id}`, () => loadCase(part, id ?? 0))
  const name = queueText(`${part}.${queue}`)
  const reload = () => {
    list.reload()
    one.reload()
    onDecided()
  }
  return (
    <QueuePage
      name={name}
      loaded={toQueueItems(list.loaded, route)}
      selectedId={id}
      isOfAll={route.queue === 'all'}
      onPage={setPage}
      onRetry={list.reload}
      keys={
        <>
          <kbd>J</kbd> <kbd>K</kbd> {t('keyNext')}, <kbd>Enter</kbd> {t('keyOpen')}, <kbd>A</kbd>{' '}
          {t('keyApprove')}, <kbd>R</kbd> {t('keyReject')}, <kbd>N</kbd> {t('keyNote')}
        </>
      }
    >
      <OneCase key={id} me={me} route={route} loaded={one.loaded} onChanged={reload} />
    </QueuePage>
  )
}

function toQueueItems(loaded: Loaded<Paged<CaseRow>>, route: CasesRoute): Loaded<Paged<QueueItem>> {
  if (loaded.state !== 'ready') return loaded
  const items = loaded.value.rows.map((row): QueueItem => {
    const { id, createdAt, stateAt, state } = row
    return {
      id,
      to: { ...route, id },
      createdAt,
      // Any queue except `all` lists open cases only.
      endedAt: route.queue === 'all' && hasEnded(row) ? stateAt : null,
      state,
      title: row.person?.name ?? toCaseTitle(row),
      figure: rupiahText(row.amount),
      progress: toApprovalProgress(row),
    }
  })
  return { state: 'ready', value: { ...loaded.value, rows: items } }
}

function toCaseTitle({ part, id }: Pick<CaseRow, 'part' | 'id'>): string {
  return t(part === 'deposits' ? 'deposit' : 'payout', { id })
}

type OneCaseProps = {
  readonly me: Me
  readonly route: CasesRoute
  readonly loaded: Loaded<Detail>
  readonly onChanged: () => void
}

function OneCase({ route, loaded, onChanged, ...rest }: OneCaseProps) {
  return (
    <LoadedCase loaded={loaded} queue={{ ...route, id: null }} onRetry={onChanged}>
      {(detail, back) => <CaseOf detail={detail} back={back} onChanged={onChanged} {...rest} />}
    </LoadedCase>
  )
}

type CaseOfProps = Pick<OneCaseProps, 'me' | 'onChanged'> & {
  readonly detail: Detail
  readonly back: ReactNode
}

function CaseOf({ me, detail, back, onChanged }: CaseOfProps) {
  const waiting = usePending()
  const key = `${detail.part} ${detail.id}`
  const onDecide = (input: DecisionInput, title: string) => {
    const isSigned = input.decision !== 'ask'
    pending.add({ key, title, isSigned }, () =>
      send(detail, input, title).then(onChanged, onChanged),
    )
  }
  const withdrawalId = detail.part === 'withdrawals' ? detail.id : null
  return (
    <CaseDetail
      title={toCaseTitle(detail)}
      state={detail.state}
      back={back}
      who={<PersonPart person={detail.person} me={me} withdrawalId={withdrawalId} />}
      facts={<CaseFacts detail={detail} />}
      flags={detail.flags.map((flag) => flagText(flag, detail.part))}
      steps={detail.steps.map(({ at, state, cause }) => ({
        at,
        state: stateOfStep(state, cause),
        cause: cause === '' ? '' : flagText(cause, detail.part),
      }))}
      documents={<DocumentPart id={detail.id} hasFile={detail.hasFile} />}
      decision={
        <>
          <DecisionBar
            detail={detail}
            rights={findDecisionRights(detail, me)}
            pendingTitle={waiting.find((one) => one.key === key)?.title ?? null}
            onDecide={onDecide}
          />
          <LiveRegion>{waiting.length > 0 ? waiting.at(-1)?.title : ''}</LiveRegion>
        </>
      }
    />
  )
}

async function send({ part, id }: Detail, input: DecisionInput, title: string): Promise<void> {
  const outcome = await decide(part, id, input)
  if (outcome.ok) toast('good', t('decided', { what: title }))
  else toast('bad', t('notDecided', { what: title }), failureText(outcome))
}

function CaseFacts({ detail }: { readonly detail: Detail }) {
  const { bank, net, confirmedAmount } = detail
  return (
    <Facts>
      <Fact name={t('amount')}>{rupiahText(detail.amount)}</Fact>
      {detail.part === 'deposits' ? (
        <Fact name={t('confirmed')}>
          {confirmedAmount === null ? t('notConfirmed') : rupiahText(confirmedAmount)}
        </Fact>
      ) : (
        <>
          <Fact name={t('fee')}>{rupiahText(computePayoutFees(detail))}</Fact>
          <Fact name={t('net')}>{rupiahText(net)}</Fact>
        </>
      )}
      {bank !== null && (
        <Fact name={t('bank')}>{`${bank.name}, ${bank.number}, ${bank.holder}`}</Fact>
      )}
      {detail.method !== '' && <Fact name={t('method')}>{detail.method}</Fact>}
      <Fact name={t('created')}>{momentText(detail.createdAt)}</Fact>
      <Fact name={t('reference')}>
        <code>{detail.reference}</code>
      </Fact>
      {detail.description !== '' && <Fact name={t('description')}>{detail.description}</Fact>}
    </Facts>
  )
}
