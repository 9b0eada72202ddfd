/** The console's queues with what waits in them, and its other pages. */
import { identityQueues } from '@tukar/wire'
import type { ReactNode } from 'react'
import { DeskLink } from './desk-link.tsx'
import { chainQueueText, say as sayChain } from './chain-words.ts'
import { say as sayChange } from './change/change-words.ts'
import styles from './desk.module.css'
import { identityQueueText, say as sayIdentity } from './identity-words.ts'
import type { OwnPage } from './own-page.ts'
import { ownPages } from './own-pages.ts'
import { chainQueuesOf, pathOf, type Place, proposalsQueue, queuesOf } from './place.ts'
import { ageWords, queueText, say } from './texts.ts'
import type { Loaded } from './use-loaded.ts'
import type { Me, Overview, Queue } from './wire-reading.ts'

export type DeskNavProps = {
  readonly me: Me
  readonly place: Place
  readonly overview: Loaded<Overview>
}

const chainParts = [
  ['chain-withdrawals', 'chain_withdrawals', 'chainWithdrawals'],
  ['chain-deposits', 'chain_deposits', 'chainDeposits'],
] as const

const ownGroups = [
  ['rules', 'groupRules'],
  ['books', 'groupBooks'],
  ['content', 'groupContent'],
] as const

/** The navigation at the left, above the page where it is narrow. */
export function DeskNav({ me, place, overview }: DeskNavProps) {
  const queues = overview.state === 'ready' ? overview.value.queues : []
  // Whoever only looks at identities has nothing to do with money.
  const seesMoney = me.roles.some((role) => role !== 'kyc')
  const seesRecord = me.roles.some((role) => role === 'risk' || role === 'admin')
  const link = (to: Place, text: string, queue?: Queue) => (
    <NavLink key={pathOf(to)} to={to} text={text} isHere={isWithin(place, to)} queue={queue} />
  )
  const parts = { me, link, queues }
  return (
    <nav className={styles['nav']} aria-label={say('nav')}>
      <ul>
        {link({ page: 'overview' }, say('overview'))}
        <OwnLinks group="first" {...parts} />
      </ul>
      {seesMoney &&
        (['withdrawals', 'deposits'] as const).map((part) => (
          <div key={part}>
            <h2 className={styles['navTitle']}>
              {say(part === 'deposits' ? 'deposits' : 'payouts')}
            </h2>
            <ul>
              {queuesOf[part].map((queue) =>
                link(
                  { page: 'cases', part, queue, id: null },
                  queueText(`${part}.${queue}`),
                  queues.find(({ name }) => name === `${part}.${queue}`),
                ),
              )}
            </ul>
          </div>
        ))}
      {seesMoney && <ChainGroups link={link} queues={queues} />}
      {me.roles.includes('kyc') && (
        <div>
          <h2 className={styles['navTitle']}>{sayIdentity('identity')}</h2>
          <ul>
            {identityQueues.map((queue) =>
              link(
                { page: 'identity', queue, id: null },
                identityQueueText(queue),
                queues.find(({ name }) => name === `identity.${queue}`),
              ),
            )}
          </ul>
        </div>
      )}
      <OwnGroups {...parts} />
      {seesRecord && (
        <div>
          <h2 className={styles['navTitle']}>{say('record')}</h2>
          <ul>
            <OwnLinks group="record" {...parts} />
            {link({ page: 'audit' }, say('audit'))}
            {me.roles.includes('admin') &&
              link(
                { page: 'operators' },
                say('operators'),
                queues.find(({ name }) => name === proposalsQueue),
              )}
          </ul>
        </div>
      )}
    </nav>
  )
}

type ChainGroupsProps = {
  readonly link: (to: Place, text: string, queue?: Queue) => ReactNode
  readonly queues: readonly Queue[]
}

function ChainGroups({ link, queues }: ChainGroupsProps) {
  const queueOf = (name: string) => queues.find((one) => one.name === name)
  return chainParts.map(([part, name, title]) => (
    <div key={part}>
      <h2 className={styles['navTitle']}>{sayChain(title)}</h2>
      <ul>
        {chainQueuesOf[part].map((queue) => {
          const full = `${name}.${queue}`
          const to: Place = { page: 'chain_cases', part, queue, id: null }
          return link(to, chainQueueText(full), queueOf(full))
        })}
        {part === 'chain-deposits' &&
          link({ page: 'chains' }, sayChain('custodyAndHealth'), queueOf('chains.stopped'))}
      </ul>
    </div>
  ))
}

type OwnLinksProps = ChainGroupsProps & { readonly me: Me }

function ownPagesOf(group: OwnPage['group'], { roles }: Me): readonly OwnPage[] {
  return ownPages.filter(
    (page) => page.group === group && page.roles.some((role) => roles.includes(role)),
  )
}

/** The pages that parts add, where they stand among others. */
function OwnLinks({ group, me, link, queues }: OwnLinksProps & Pick<OwnPage, 'group'>) {
  return ownPagesOf(group, me).map(({ name, title, queue }) =>
    link(
      { page: 'own', name, rest: [] },
      title(),
      queues.find((one) => one.name === queue?.name),
    ),
  )
}

/** The groups that only such pages have. */
function OwnGroups(parts: OwnLinksProps) {
  return ownGroups
    .filter(([group]) => ownPagesOf(group, parts.me).length > 0)
    .map(([group, title]) => (
      <div key={group}>
        <h2 className={styles['navTitle']}>{sayChange(title)}</h2>
        <ul>
          <OwnLinks group={group} {...parts} />
        </ul>
      </div>
    ))
}

function isWithin(place: Place, to: Place): boolean {
  if (place.page === 'identity') return to.page === 'identity' && to.queue === place.queue
  if (place.page === 'chain_cases') {
    return to.page === 'chain_cases' && to.part === place.part && to.queue === place.queue
  }
  if (place.page === 'own') return to.page === 'own' && to.name === place.name
  if (place.page !== 'cases') return place.page === to.page
  return to.page === 'cases' && to.part === place.part && to.queue === place.queue
}

function NavLink({
  to,
  text,
  isHere,
  queue,
}: {
  readonly to: Place
  readonly text: string
  readonly isHere: boolean
  readonly queue: Queue | undefined
}) {
  const { count, oldestAt } = queue ?? { count: 0, oldestAt: null }
  const age = oldestAt === null ? null : ageWords(oldestAt).text
  return (
    <li>
      <DeskLink
        to={to}
        className={styles['navLink']}
        aria-current={isHere ? 'page' : undefined}
        title={age === null ? undefined : say('countAndAge', { count, age })}
      >
        <span>{text}</span>
        {count > 0 && <span className={styles['count']}>{count}</span>}
        {age !== null && <span className={styles['navAge']}>{age}</span>}
      </DeskLink>
    </li>
  )
}
