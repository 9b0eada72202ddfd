/** The overview's cards beside what waits: markets, money of the day, custody, parties, alarms. */
import { formatPercent, formatRupiah, formatWibMinute } from '@tukar/i18n'
import type { ReactNode } from 'react'
import { PartBoundary } from '../../foreign/part-boundary.tsx'
import { pairText } from '../../markets/market.ts'
import { Badge, EmptyState, Skeleton } from '../../ui/feedback.tsx'
import { subjectText } from '../audit/record-words.ts'
import deskStyles from '../desk.module.css'
import { DeskLink } from '../frame/desk-link.tsx'
import type { Place } from '../frame/place.ts'
import { DeskTable, figureHead } from '../desk-table.tsx'
import type { OverviewMore } from './overview-wire.ts'
import {
  alarmText,
  exact,
  marketStateWords,
  partyStateWords,
  partyText,
  say,
  verdictWords,
} from './overview-words.ts'
import styles from './overview.module.css'

/** What a card tells; undefined while it is on its way. */
type Told<Key extends keyof OverviewMore> = { readonly [One in Key]: OverviewMore[One] | undefined }
type Leading = { readonly to: Place | null }

type CardProps = {
  readonly title: string
  /** Where more of it stands; null for who may not go there. */
  readonly to?: Place | null
  readonly children: ReactNode
}

/** A card; its heading leads to the page of what it is about. */
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

/** Stands where a card's figures will be. */
function Waiting({ title, height }: { readonly title: string; readonly height: number }) {
  return (
    <Card title={title}>
      <Skeleton height={height} />
    </Card>
  )
}

export function Markets({ markets, to }: Told<'markets'> & Leading) {
  if (markets === undefined) return <Waiting title={say('marketsTitle')} height={230} />
  const figures = [say('lastPrice'), say('change'), say('volume')]
  const heads = [say('market'), say('state'), ...figures.map(figureHead)]
  return (
    <Card title={say('marketsTitle')} to={to}>
      <DeskTable label={say('marketsTitle')} heads={heads} className={styles['figures']}>
        {markets.map(({ id, pair, state, lastPrice, change, volume }) => {
          const [text, tone] = marketStateWords(state)
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

export function Flows({ flows }: Told<'flows'>) {
  if (flows === undefined) return <Waiting title={say('flowsTitle')} height={170} />
  const figures = ['incoming', 'outgoing', 'incomingWorth', 'outgoingWorth'] as const
  const heads = [say('currency'), ...figures.map((key) => figureHead(say(key)))]
  return (
    <Card title={say('flowsTitle')}>
      <p className={styles['quiet']}>{say('flowsText')}</p>
      {flows.length === 0 ? (
        <EmptyState icon="swap">{say('flowsNothing')}</EmptyState>
      ) : (
        <DeskTable label={say('flowsTitle')} heads={heads} className={deskStyles['numbers']}>
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

export function CustodyCard({ custody, to }: Told<'custody'> & Leading) {
  if (custody === undefined) return <Waiting title={say('custodyTitle')} height={190} />
  const figures = [say('held'), say('owed'), say('moving')]
  const heads = [say('currency'), say('state'), ...figures.map(figureHead)]
  return (
    <Card title={say('custodyTitle')} to={to}>
      {custody.length === 0 ? (
        <EmptyState icon="scale">{say('custodyNothing')}</EmptyState>
      ) : (
        <DeskTable label={say('custodyTitle')} heads={heads} className={styles['figures']}>
          {custody.map(({ symbol, verdict, held, owed, inFlight, gap }) => {
            const [text, tone] = verdictWords(verdict, gap)
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

export function Parties({ parties }: Told<'parties'>) {
  if (parties === undefined) return <Waiting title={say('partiesTitle')} height={460} />
  return (
    <Card title={say('partiesTitle')}>
      <ul className={styles['list']}>
        {parties.map(({ name, state, since }) => {
          const [key, tone] = partyStateWords[state]
          return (
            <li key={name}>
              <b>{partyText(name)}</b>
              <Badge tone={tone}>{say(key)}</Badge>
              <small>{say('since', { time: formatWibMinute(since) })}</small>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

export function Alarms({ alarms, to }: Told<'alarms'> & Leading) {
  if (alarms === undefined) return <Waiting title={say('alarmsTitle')} height={100} />
  return (
    <Card title={say('alarmsTitle')} to={to}>
      {alarms.length === 0 ? (
        <EmptyState icon="check">{say('alarmsNothing')}</EmptyState>
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
