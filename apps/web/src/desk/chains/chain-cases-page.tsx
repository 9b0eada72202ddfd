/** A queue of coin cases: the list on the left, the selected case on the right. */
import { type ReactNode, useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { LiveRegion } from '../../ui/feedback.tsx'
import { toast } from '../../ui/toast.tsx'
import { CaseDetail } from '../cases/case-detail.tsx'
import type { QueueItem } from '../cases/case-queue.tsx'
import { decideChainCase, loadChainCase, loadChainCases } from './chain-calls.ts'
import {
  type ChainCase,
  type ChainCaseRow,
  toChainApprovalProgress,
  type ChainDecisionInput,
  needsExchange,
} from './chain-cases.ts'
import { ChainDecisionBar } from './chain-decision.tsx'
import { ChainFacts } from './chain-facts.tsx'
import {
  chainFlagText,
  chainQueueText,
  chainStateText,
  toChainCaseTitle,
  coinText,
  t as tChain,
} from './chain-texts.ts'
import styles from '../desk.module.css'
import { pending, usePending } from '../cases/pending-strip.tsx'
import { PersonPart } from '../cases/person-part.tsx'
import { LoadedCase, QueuePage } from '../frame/queue-page.tsx'
import type { ConsoleRoute } from '../frame/console-route.ts'
import { t } from '../texts.ts'
import { type Loaded, useLoaded } from '../use-loaded.ts'
import type { Me, Paged } from '../cases/case-wire.ts'

type ChainCasesRoute = Extract<ConsoleRoute, { page: 'chain_cases' }>

export type ChainCasesPageProps = {
  readonly me: Me
  readonly route: ChainCasesRoute
  /** Called when a decision was made, to reload the counts. */
  readonly onDecided: () => void
}

/** The page of a queue. */
export function ChainCasesPage({ me, route, onDecided }: ChainCasesPageProps) {
  const { part, queue, id } = route
  const [page, setPage] = useState(1)
  const list = useLoaded(`${page}`, () => loadChainCases(part, queue, page))
  const one = useLoaded(id === null ? null : `${id}`, () => loadChainCase(part, id ?? 0))
  const name = chainQueueText(`${part.replace('-', '_')}.${queue}`)
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
      stateOf={chainStateText}
    >
      <OneCase key={id} me={me} route={route} loaded={one.loaded} onChanged={reload} />
    </QueuePage>
  )
}

function toQueueItems(
  loaded: Loaded<Paged<ChainCaseRow>>,
  route: ChainCasesRoute,
): Loaded<Paged<QueueItem>> {
  if (loaded.state !== 'ready') return loaded
  const items = loaded.value.rows.map((row): QueueItem => {
    const { id, createdAt, stateAt, state, amount, currency, person } = row
    return {
      id,
      to: { ...route, id },
      createdAt,
      endedAt: route.queue === 'all' && !needsExchange(row) ? stateAt : null,
      state,
      title: person?.name ?? toChainCaseTitle(row),
      figure: coinText(amount, currency),
      progress: toChainApprovalProgress(row),
    }
  })
  return { state: 'ready', value: { ...loaded.value, rows: items } }
}

type OneCaseProps = {
  readonly me: Me
  readonly route: ChainCasesRoute
  readonly loaded: Loaded<ChainCase>
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
  readonly detail: ChainCase
  readonly back: ReactNode
}

function CaseOf({ me, detail, back, onChanged }: CaseOfProps) {
  const waiting = usePending()
  const key = `${detail.part} ${detail.id}`
  const onDecide = (input: ChainDecisionInput, title: string) => {
    const isSigned = input.decision !== 'ask'
    pending.add({ key, title, isSigned }, () =>
      send(detail, input, title).then(onChanged, onChanged),
    )
  }
  return (
    <CaseDetail
      title={toChainCaseTitle(detail)}
      state={detail.state}
      stateOf={chainStateText}
      back={back}
      who={<PersonPart person={detail.person} me={me} withdrawalId={null} />}
      facts={<ChainFacts detail={detail} />}
      flags={findFlags(detail)}
      steps={detail.steps.map(({ at, state, cause }) => ({
        at,
        state,
        cause: cause === '' ? '' : chainFlagText(cause),
      }))}
      documentsName={tChain('transactions')}
      documents={<Transactions detail={detail} />}
      decision={
        <>
          <ChainDecisionBar
            detail={detail}
            me={me}
            pendingTitle={waiting.find((one) => one.key === key)?.title ?? null}
            onDecide={onDecide}
          />
          <LiveRegion>{waiting.length > 0 ? waiting.at(-1)?.title : ''}</LiveRegion>
        </>
      }
    />
  )
}

/** Why a case needs review; an amount above the limit also requires approval. */
function findFlags({ flags, state }: ChainCase): readonly string[] {
  const isByAmount = state === 'waiting_approval' && flags.length === 0
  return isByAmount ? [tChain('flagAmount')] : flags.map(chainFlagText)
}

function Transactions({ detail }: { readonly detail: ChainCase }) {
  if (detail.transactions.length === 0)
    return <p className={styles['quiet']}>{tChain('noTransaction')}</p>
  return (
    <ul>
      {detail.transactions.map(({ txid, url }) => (
        <li key={txid}>
          <code className={styles['hash']}>{txid}</code>{' '}
          {url !== null && (
            <a className={styles['inlineLink']} href={url} target="_blank" rel="noreferrer">
              {tChain('lookAt')}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

async function send(detail: ChainCase, input: ChainDecisionInput, title: string): Promise<void> {
  const outcome = await decideChainCase(detail, input)
  if (outcome.ok) toast('good', t('decided', { what: title }))
  else toast('bad', t('notDecided', { what: title }), failureText(outcome))
}
