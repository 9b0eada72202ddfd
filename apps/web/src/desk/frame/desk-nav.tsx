/** The console's navigation: queues with their counts, and other pages. */
import { identityQueues } from '@tukar/wire'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { DeskLink } from './desk-link.tsx'
import { chainQueueText, t as tChain } from '../chains/chain-texts.ts'
import styles from '../desk.module.css'
import { identityQueueText } from '../identity/identity-texts.ts'
import type { FeaturePage } from './feature-page.ts'
import { featurePages } from './feature-pages.ts'
import {
  chainQueuesOf,
  toPath,
  type ConsoleRoute,
  proposalsQueue,
  queuesOf,
} from './console-route.ts'
import { toAgeText, queueText, t } from '../texts.ts'
import type { Loaded } from '../use-loaded.ts'
import type { Me, Overview, Queue } from '../cases/case-wire.ts'

export type DeskNavProps = {
  readonly me: Me
  readonly route: ConsoleRoute
  readonly overview: Loaded<Overview>
}

const chainSections = [
  ['chain-withdrawals', 'chain_withdrawals', 'chainWithdrawals'],
  ['chain-deposits', 'chain_deposits', 'chainDeposits'],
] as const

const featureGroups = [
  ['markets', 'groupMarkets'],
  ['books', 'groupBooks'],
  ['content', 'groupContent'],
] as const

/** The navigation on the left; on narrow windows folded above the page. */
export function DeskNav(props: DeskNavProps) {
  const { route, overview } = props
  const [isOpen, setIsOpen] = useState(false)
  const nav = useRef<HTMLElement>(null)
  const path = toPath(route)
  // Scrolls the current entry of a long list into view.
  useEffect(() => {
    setIsOpen(false)
    const list = nav.current
    const here = list?.querySelector<HTMLElement>('[aria-current=page]')
    // `scrollIntoView` would also scroll the page.
    if (list && here) list.scrollTop = here.offsetTop - list.clientHeight / 2
  }, [path])
  const queues = overview.state === 'ready' ? overview.value.queues : []
  const waiting = queues.reduce((sum, { count }) => sum + count, 0)
  return (
    <nav ref={nav} className={styles['nav']} aria-label={t('nav')}>
      <button
        type="button"
        className={styles['navOpen']}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="menu" />
        <span>{t('navOpen')}</span>
        {waiting > 0 && <span className={styles['count']}>{waiting}</span>}
      </button>
      <div className={styles['navGroups']} data-open={isOpen}>
        <NavGroups {...props} />
      </div>
    </nav>
  )
}

function NavGroups({ me, route, overview }: DeskNavProps) {
  const queues = overview.state === 'ready' ? overview.value.queues : []
  // Operators with only the role `kyc` see no money pages.
  const seesMoney = me.roles.some((role) => role !== 'kyc')
  const link = (to: ConsoleRoute, text: string, queue?: Queue) => (
    <NavLink key={toPath(to)} to={to} text={text} isHere={isWithin(route, to)} queue={queue} />
  )
  const props = { me, link, queues }
  return (
    <>
      <NavGroup title={t('groupToday')}>
        {link({ page: 'overview' }, t('overview'))}
        <FeatureLinks group="today" {...props} />
      </NavGroup>
      <NavGroup title={t('groupPeople')}>
        <FeatureLinks group="people" {...props} />
        {me.roles.includes('kyc') &&
          identityQueues.map((queue) =>
            link(
              { page: 'identity', queue, id: null },
              identityQueueText(queue),
              queues.find(({ name }) => name === `identity.${queue}`),
            ),
          )}
      </NavGroup>
      {seesMoney &&
        (['withdrawals', 'deposits'] as const).map((part) => (
          <NavGroup key={part} title={t(part === 'deposits' ? 'deposits' : 'payouts')}>
            {queuesOf[part].map((queue) =>
              link(
                { page: 'cases', part, queue, id: null },
                queueText(`${part}.${queue}`),
                queues.find(({ name }) => name === `${part}.${queue}`),
              ),
            )}
          </NavGroup>
        ))}
      {seesMoney && <ChainGroups link={link} queues={queues} />}
      <FeatureGroups {...props} />
      <SystemGroup {...props} />
    </>
  )
}

type NavGroupProps = { readonly title: string; readonly children: ReactNode }

function NavGroup({ title, children }: NavGroupProps) {
  return (
    <div>
      <h2 className={styles['navTitle']}>{title}</h2>
      <ul>{children}</ul>
    </div>
  )
}

/** Settings, maintenance, audit log and operators, as far as the roles allow. */
function SystemGroup(props: FeatureLinksProps) {
  const { me, link, queues } = props
  const seesRecord = me.roles.some((role) => role === 'risk' || role === 'admin')
  if (!seesRecord && findGroupPages('system', me).length === 0) return null
  return (
    <NavGroup title={t('groupSystem')}>
      <FeatureLinks group="system" {...props} />
      {seesRecord && link({ page: 'audit' }, t('audit'))}
      {me.roles.includes('admin') &&
        link(
          { page: 'operators' },
          t('operators'),
          queues.find(({ name }) => name === proposalsQueue),
        )}
    </NavGroup>
  )
}

type ChainGroupsProps = {
  readonly link: (to: ConsoleRoute, text: string, queue?: Queue) => ReactNode
  readonly queues: readonly Queue[]
}

function ChainGroups({ link, queues }: ChainGroupsProps) {
  const findQueue = (name: string) => queues.find((one) => one.name === name)
  return chainSections.map(([part, name, title]) => (
    <NavGroup key={part} title={tChain(title)}>
      {chainQueuesOf[part].map((queue) => {
        const full = `${name}.${queue}`
        const to: ConsoleRoute = { page: 'chain_cases', part, queue, id: null }
        return link(to, chainQueueText(full), findQueue(full))
      })}
      {part === 'chain-deposits' &&
        link({ page: 'chains' }, tChain('custodyAndHealth'), findQueue('chains.stopped'))}
    </NavGroup>
  ))
}

type FeatureLinksProps = ChainGroupsProps & { readonly me: Me }

function findGroupPages(group: FeaturePage['group'], { roles }: Me): readonly FeaturePage[] {
  return featurePages.filter(
    (page) => page.group === group && page.roles.some((role) => roles.includes(role)),
  )
}

/** The pages of features, in their group. */
function FeatureLinks({ group, me, link, queues }: FeatureLinksProps & Pick<FeaturePage, 'group'>) {
  return findGroupPages(group, me).map(({ name, title, queue }) =>
    link(
      { page: 'own', name, rest: [] },
      title(),
      queues.find((one) => one.name === queue?.name),
    ),
  )
}

/** The groups that only feature pages have. */
function FeatureGroups(props: FeatureLinksProps) {
  return featureGroups
    .filter(([group]) => findGroupPages(group, props.me).length > 0)
    .map(([group, title]) => (
      <NavGroup key={group} title={t(title)}>
        <FeatureLinks group={group} {...props} />
      </NavGroup>
    ))
}

function isWithin(route: ConsoleRoute, to: ConsoleRoute): boolean {
  if (route.page === 'identity') return to.page === 'identity' && to.queue === route.queue
  if (route.page === 'chain_cases') {
    return to.page === 'chain_cases' && to.part === route.part && to.queue === route.queue
  }
  if (route.page === 'own') return to.page === 'own' && to.name === route.name
  if (route.page !== 'cases') return route.page === to.page
  return to.page === 'cases' && to.part === route.part && to.queue === route.queue
}

function NavLink({
  to,
  text,
  isHere,
  queue,
}: {
  readonly to: ConsoleRoute
  readonly text: string
  readonly isHere: boolean
  readonly queue: Queue | undefined
}) {
  const { count, oldestAt } = queue ?? { count: 0, oldestAt: null }
  const age = oldestAt === null ? null : toAgeText(oldestAt).text
  return (
    <li>
      <DeskLink
        to={to}
        className={styles['navLink']}
        aria-current={isHere ? 'page' : undefined}
        title={age === null ? undefined : t('countAndAge', { count, age })}
      >
        <span>{text}</span>
        {count > 0 && <span className={styles['count']}>{count}</span>}
        {age !== null && <span className={styles['navAge']}>{age}</span>}
      </DeskLink>
    </li>
  )
}
