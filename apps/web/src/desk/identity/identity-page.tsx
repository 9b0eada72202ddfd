/** The reviewer's page: a queue of identity cases on the left, the selected case on the right. */
import { useState } from 'react'
import { EmptyState } from '../../ui/feedback.tsx'
import type { QueueItem } from '../cases/case-queue.tsx'
import { findEnd, type IdentityRow } from './identity.ts'
import { loadIdentities, loadIdentity } from './identity-calls.ts'
import { IdentityCaseView } from './identity-case.tsx'
import { identityQueueText, identityStateText, t as tIdentity } from './identity-texts.ts'
import type { ConsoleRoute } from '../frame/console-route.ts'
import { QueuePage } from '../frame/queue-page.tsx'
import { t } from '../texts.ts'
import { type Loaded, useLoaded } from '../use-loaded.ts'
import type { Me, Paged } from '../cases/case-wire.ts'

export type IdentityRoute = Extract<ConsoleRoute, { page: 'identity' }>

export type IdentityPageProps = {
  readonly me: Me
  readonly route: IdentityRoute
  /** Called when a decision was made, to reload the counts. */
  readonly onDecided: () => void
}

/** The page of an identity queue; nothing is loaded without the role. */
export function IdentityPage(props: IdentityPageProps) {
  if (props.me.roles.includes('kyc')) return <ReviewerPage {...props} />
  return <EmptyState>{tIdentity('noAccess')}</EmptyState>
}

function ReviewerPage({ me, route, onDecided }: IdentityPageProps) {
  const { queue, id } = route
  const [page, setPage] = useState(1)
  const list = useLoaded(`${page}`, () => loadIdentities(queue, page))
  const one = useLoaded(id === null ? null : `${id}`, () => loadIdentity(id ?? 0))
  const name = identityQueueText(queue)
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
      stateOf={identityStateText}
      keys={
        <>
          <kbd>J</kbd> <kbd>K</kbd> {t('keyNext')}, <kbd>A</kbd> {t('keyApprove')}, <kbd>G</kbd>{' '}
          {tIdentity('keyAgain')}, <kbd>R</kbd> {t('keyReject')}, <kbd>N</kbd> {t('keyNote')}
        </>
      }
    >
      <IdentityCaseView key={id} me={me} route={route} loaded={one.loaded} onChanged={reload} />
    </QueuePage>
  )
}

function toQueueItems(
  loaded: Loaded<Paged<IdentityRow>>,
  route: IdentityRoute,
): Loaded<Paged<QueueItem>> {
  if (loaded.state !== 'ready') return loaded
  const items = loaded.value.rows.map((row): QueueItem => {
    const { id, person, state, submittedAt } = row
    return {
      id,
      to: { ...route, id },
      createdAt: submittedAt,
      endedAt: findEnd(row),
      state,
      title: person?.name ?? tIdentity('identityOf', { id }),
      figure: null,
      progress: null,
    }
  })
  return { state: 'ready', value: { ...loaded.value, rows: items } }
}
