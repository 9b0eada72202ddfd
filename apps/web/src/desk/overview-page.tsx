/** The overview: open cases, and whether gateway and ledger agree. */
import { failureText } from '../api/failure-text.ts'
import { Button } from '../ui/button.tsx'
import { Banner, type BannerTone, EmptyState, ErrorState, Skeleton } from '../ui/feedback.tsx'
import { AgeBadge } from './cases/age-badge.tsx'
import { DeskLink } from './frame/desk-link.tsx'
import styles from './desk.module.css'
import { DeskTable } from './desk-table.tsx'
import { WeakerNote } from './passkeys/weaker-note.tsx'
import {
  Alarms,
  Card,
  CustodyCard,
  Flows,
  Markets,
  Counterparties,
} from './overview/overview-cards.tsx'
import moreStyles from './overview/overview.module.css'
import { findMoneyVerdict } from './cases/money-verdict.ts'
import { findQueuePage } from './frame/feature-pages.ts'
import { findQueueRoute, proposalsQueue } from './frame/console-route.ts'
import { queueText, rupiahText, t, durationText } from './texts.ts'
import type { Loaded } from './use-loaded.ts'
import type { Me, Overview, Queue } from './cases/case-wire.ts'

export type OverviewPageProps = {
  readonly loaded: Loaded<Overview>
  readonly reload: () => void
  readonly me: Me
}

/** The first page of the console. */
export function OverviewPage({ loaded, reload, me }: OverviewPageProps) {
  return (
    <div className={styles['page']}>
      <div className={styles['pageHead']}>
        <h1>{t('overview')}</h1>
        <Button size="small" onClick={reload}>
          {t('refresh')}
        </Button>
      </div>
      {loaded.state === 'error' ? (
        <ErrorState
          title={t('failedTitle')}
          text={failureText(loaded.failure)}
          code={loaded.failure.requestId}
          onRetry={reload}
        />
      ) : (
        <Cards me={me} overview={loaded.state === 'loading' ? null : loaded.value} />
      )}
      <WeakerNote />
    </div>
  )
}

/** Two independent columns of cards. Each card links to its page if the role allows it. */
function Cards({ me, overview }: { readonly me: Me; readonly overview: Overview | null }) {
  const isOneOf = (...roles: readonly string[]) => me.roles.some((role) => roles.includes(role))
  const isGuard = isOneOf('risk', 'admin')
  const more = overview?.more
  return (
    <div className={moreStyles['columns']}>
      <div className={moreStyles['column']}>
        <Card title={t('needsTitle')}>
          {overview === null ? (
            <Skeleton height={120} />
          ) : (
            <Needs queues={overview.queues.filter((queue) => isFor(me, queue))} />
          )}
        </Card>
        <Alarms alarms={more?.alarms} to={isGuard ? { page: 'audit' } : null} />
        <Flows flows={more?.flows} />
        <Markets
          markets={more?.markets}
          to={isGuard ? { page: 'own', name: 'markets', rest: [] } : null}
        />
      </div>
      <div className={moreStyles['column']}>
        <Card title={t('moneyTitle')}>
          {overview === null ? <Skeleton height={120} /> : <Money overview={overview} />}
        </Card>
        <CustodyCard
          custody={more?.custody}
          to={isGuard || isOneOf('support', 'finance') ? { page: 'chains' } : null}
        />
        <Counterparties parties={more?.parties} />
      </div>
    </div>
  )
}

/** Only admins decide role changes. */
function isFor({ roles }: Me, { name }: Queue): boolean {
  return name !== proposalsQueue || roles.includes('admin')
}

function Needs({ queues }: { readonly queues: readonly Queue[] }) {
  const waiting = queues.filter(({ count }) => count > 0)
  if (waiting.length === 0) return <EmptyState icon="check">{t('needsNothing')}</EmptyState>
  const heads = [t('queue'), t('waiting'), t('oldest'), t('median')]
  return (
    <DeskTable label={t('needsTitle')} heads={heads}>
      {waiting.map(({ name, count, oldestAt, medianWaitSeconds }) => {
        const own = findQueuePage(name)
        const route =
          own === undefined
            ? findQueueRoute(name)
            : ({ page: 'own', name: own.name, rest: [] } as const)
        const text = own?.queue?.title() ?? queueText(name)
        return (
          <tr key={name}>
            <th scope="row">
              {route === null ? (
                text
              ) : (
                <DeskLink to={route} className={styles['inlineLink']}>
                  {text}
                </DeskLink>
              )}
            </th>
            <td>{count}</td>
            <td>{oldestAt !== null && <AgeBadge beganAt={oldestAt} />}</td>
            <td>{medianWaitSeconds === null ? '–' : durationText(medianWaitSeconds)}</td>
          </tr>
        )
      })}
    </DeskTable>
  )
}

const verdicts = {
  equal: ['good', 'moneyEqual'],
  inFlight: ['info', 'moneyInFlight'],
  wrong: ['bad', 'moneyWrong'],
  unknown: ['warn', 'moneyUnknown'],
} as const satisfies Record<string, readonly [BannerTone, string]>

function Money({ overview }: { readonly overview: Overview }) {
  const [tone, key] = verdicts[findMoneyVerdict(overview)]
  return (
    <>
      <dl className={styles['figures']}>
        <Figure name={t('gatewayBalance')} amount={overview.gatewayBalance} />
        <Figure name={t('ledgerBalance')} amount={overview.ledgerBalance} />
        <Figure name={t('difference')} amount={overview.difference} />
        <Figure name={t('inFlight')} amount={overview.inFlight} />
      </dl>
      <Banner tone={tone}>{t(key)}</Banner>
    </>
  )
}

function Figure({ name, amount }: { readonly name: string; readonly amount: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{rupiahText(amount)}</dd>
    </div>
  )
}
