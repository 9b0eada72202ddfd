/** The overview's further cards: markets, flows of the day, custody, external services, alarms. */
import { formatPercent, formatRupiah, formatWibMinute } from '@tukar/i18n'
import type { ReactNode } from 'react'
import { PartBoundary } from '../../foreign/part-boundary.tsx'
import { pairText } from '../../markets/market.ts'
import { Badge, EmptyState, Skeleton } from '../../ui/feedback.tsx'
import { subjectText } from '../audit/audit-texts.ts'
import deskStyles from '../desk.module.css'
import { DeskLink } from '../frame/desk-link.tsx'
import type { ConsoleRoute } from '../frame/console-route.ts'
import { DeskTable, figureHead } from '../desk-table.tsx'
import type { OverviewMore } from './overview-wire.ts'
import {
  alarmText,
  exact,
  marketStateText,
  counterpartyStateTexts,
  counterpartyText,
  t,
  custodyVerdictText,
} from './overview-texts.ts'
import styles from './overview.module.css'

/** The data of a card; undefined while it loads. */
type CardData<Key extends keyof OverviewMore> = {
  readonly [One in Key]: OverviewMore[One] | undefined
}
type Leading = { readonly to: ConsoleRoute | null }

type CardProps = {
  readonly title: string
  /** The page with details; null if the operator may not open it. */
  readonly to?: ConsoleRoute | null
  readonly children: ReactNode
}

/** A card; its heading links to the page with details. */
export function Card({ title, to = null, children }: CardProps) {
  return (
    <section className={deskStyles['card']} aria-label={title}>
      <h2>
        {to === null ? (
          title
        ) : (
          <DeskLink to={to} className={deskStyles['inlineLink']}>
            {title}
          </DeskLink>
        )}
      </h2>
      <PartBoundary>{children}</PartBoundary>
    </section>
  )
}

/** The placeholder of a card. */
function Waiting({ title, height }: { readonly title: string; readonly height: number }) {
  return (
    <Card title={title}>
      <Skeleton height={height} />
    </Card>
  )
}

export function Markets({ markets, to }: CardData<'markets'> & Leading) {
  if (markets === undefined) return <Waiting title={t('marketsTitle')} height={230} />
  const figures = [t('lastPrice'), t('change'), t('volume')]
  const heads = [t('market'), t('state'), ...figures.map(figureHead)]
  return (
    <Card title={t('marketsTitle')} to={to}>
      <DeskTable label={t('marketsTitle')} heads={heads} className={styles['figures']}>
        {markets.map(({ id, pair, state, lastPrice, change, volume }) => {
          const [text, tone] = marketStateText(state)
          return (
            <tr key={id}>
              <th scope="row">{pairText(pair)}</th>
              <td>
                <Badge tone={tone}>{text}</Badge>
              </td>
              <td>{exact(lastPrice)}</td>
              <td>{formatPercent(change)}</td>
              <td>
                {exact(volume)} {pair.split('_')[1]}
              </td>
            </tr>
          )
        })}
      </DeskTable>
    </Card>
  )
}

export function Flows({ flows }: CardData<'flows'>) {
  if (flows === undefined) return <Waiting title={t('flowsTitle')} height={170} />
  const figures = ['incoming', 'outgoing', 'incomingWorth', 'outgoingWorth'] as const
  const heads = [t('currency'), ...figures.map((key) => figureHead(t(key)))]
  return (
    <Card title={t('flowsTitle')}>
      <p className={styles['quiet']}>{t('flowsText')}</p>
      {flows.length === 0 ? (
        <EmptyState icon="swap">{t('flowsNothing')}</EmptyState>
      ) : (
        <DeskTable label={t('flowsTitle')} heads={heads} className={deskStyles['numbers']}>
          {flows.map(({ symbol, incoming, outgoing, incomingWorth, outgoingWorth }) => (
            <tr key={symbol}>
              <th scope="row">{symbol}</th>
              <td>{exact(incoming)}</td>
              <td>{exact(outgoing)}</td>
              <td>{formatRupiah(incomingWorth, 0)}</td>
              <td>{formatRupiah(outgoingWorth, 0)}</td>
            </tr>
          ))}
        </DeskTable>
      )}
    </Card>
  )
}

export function CustodyCard({ custody, to }: CardData<'custody'> & Leading) {
  if (custody === undefined) return <Waiting title={t('custodyTitle')} height={190} />
  const figures = [t('held'), t('owed'), t('moving')]
  const heads = [t('currency'), t('state'), ...figures.map(figureHead)]
  return (
    <Card title={t('custodyTitle')} to={to}>
      {custody.length === 0 ? (
        <EmptyState icon="scale">{t('custodyNothing')}</EmptyState>
      ) : (
        <DeskTable label={t('custodyTitle')} heads={heads} className={styles['figures']}>
          {custody.map(({ symbol, verdict, held, owed, inFlight, gap }) => {
            const [text, tone] = custodyVerdictText(verdict, gap)
            return (
              <tr key={symbol}>
                <th scope="row">{symbol}</th>
                <td>
                  <Badge tone={tone}>{text}</Badge>
                </td>
                <td>{exact(held)}</td>
                <td>{exact(owed)}</td>
                <td>{exact(inFlight)}</td>
              </tr>
            )
          })}
        </DeskTable>
      )}
    </Card>
  )
}

export function Counterparties({ parties }: CardData<'parties'>) {
  if (parties === undefined) return <Waiting title={t('partiesTitle')} height={460} />
  return (
    <Card title={t('partiesTitle')}>
      <ul className={styles['list']}>
        {parties.map(({ name, state, since }) => {
          const [key, tone] = counterpartyStateTexts[state]
          return (
            <li key={name}>
              <b>{counterpartyText(name)}</b>
              <Badge tone={tone}>{t(key)}</Badge>
              <small>{t('since', { time: formatWibMinute(since) })}</small>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

export function Alarms({ alarms, to }: CardData<'alarms'> & Leading) {
  if (alarms === undefined) return <Waiting title={t('alarmsTitle')} height={100} />
  return (
    <Card title={t('alarmsTitle')} to={to}>
      {alarms.length === 0 ? (
        <EmptyState icon="check">{t('alarmsNothing')}</EmptyState>
      ) : (
        <ul className={styles['list']}>
          {alarms.map((alarm) => (
            <li key={alarm.no}>
              <b>{alarmText(alarm)}</b>
              <span>{subjectText(alarm.about, null)}</span>
              <small>{formatWibMinute(alarm.at)}</small>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
