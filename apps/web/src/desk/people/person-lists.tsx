/** One person's open items and recent activity: sessions, orders, transfers with their cases, events. */
import { deviceWords } from '@tukar/i18n'
import { language } from '../../theme/preferences.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/feedback.tsx'
import { chainStateText } from '../chains/chain-texts.ts'
import { DeskLink } from '../frame/desk-link.tsx'
import deskStyles from '../desk.module.css'
import { amountText } from '../markets/market-texts.ts'
import type { ConsoleRoute } from '../frame/console-route.ts'
import { momentText, stateText } from '../texts.ts'
import styles from './people.module.css'
import type { PersonEvent, PersonOrder, PersonSession, PersonTransfer } from './people-wire.ts'
import { eventText, t, transferText } from './people-texts.ts'
import { TablePart } from './table-part.tsx'

export type SessionsPartProps = {
  readonly sessions: readonly PersonSession[]
  /** Null: the operator may not end sessions. */
  readonly onEnd: ((sessionId: number) => void) | null
}

/** The person's open sessions. */
export function SessionsPart({ sessions, onEnd }: SessionsPartProps) {
  const columns = [t('device'), t('began'), t('lastSeen')]
  return (
    <TablePart
      name={t('sessions')}
      empty={t('sessionsEmpty')}
      isEmpty={sessions.length === 0}
      columns={onEnd === null ? columns : [...columns, t('end')]}
    >
      {sessions.map((session) => (
        <tr key={session.id}>
          <th scope="row">
            {deviceWords(session.device, language) || t('deviceUnknown')}
            <small className={deskStyles['below']}>{session.address}</small>
          </th>
          <td className={deskStyles['moment']}>{momentText(session.createdAt)}</td>
          <td className={deskStyles['moment']}>{momentText(session.lastSeenAt)}</td>
          {onEnd !== null && (
            <td>
              <Button size="small" onClick={() => onEnd(session.id)}>
                {t('end')}
              </Button>
            </td>
          )}
        </tr>
      ))}
    </TablePart>
  )
}

export type OrdersPartProps = { readonly orders: readonly PersonOrder[]; readonly total: number }

/** The person's open orders. */
export function OrdersPart({ orders, total }: OrdersPartProps) {
  return (
    <TablePart
      name={t('orders')}
      empty={t('ordersEmpty')}
      isEmpty={orders.length === 0}
      columns={[t('market'), t('side'), t('price'), t('remaining'), t('at')]}
      note={total > orders.length ? t('ordersMore', { count: total }) : undefined}
    >
      {orders.map((order) => (
        <tr key={order.id}>
          <th scope="row">{order.market.replace('_', '/')}</th>
          <td>
            <Badge tone={order.side === 'buy' ? 'up' : 'down'}>{t(order.side)}</Badge>
          </td>
          <td>{amountText(order.price, order.market.split('_')[1] ?? '')}</td>
          <td>{amountText(order.remaining, order.market.split('_')[0] ?? '')}</td>
          <td className={deskStyles['moment']}>{momentText(order.createdAt)}</td>
        </tr>
      ))}
    </TablePart>
  )
}

/** The person's deposits and withdrawals, each with its case. */
export function TransfersPart({ transfers }: { readonly transfers: readonly PersonTransfer[] }) {
  return (
    <TablePart
      name={t('transfers')}
      empty={t('transfersEmpty')}
      isEmpty={transfers.length === 0}
      columns={[t('transfer'), t('amount'), t('state'), t('at')]}
    >
      {transfers.map((transfer) => (
        <TransferRow key={`${transfer.part} ${transfer.id}`} transfer={transfer} />
      ))}
    </TablePart>
  )
}

function TransferRow({ transfer }: { readonly transfer: PersonTransfer }) {
  const { part, id, amount, currency, state, createdAt } = transfer
  const isRupiah = part === 'deposits' || part === 'withdrawals'
  const { text, tone } = (isRupiah ? stateText : chainStateText)(state)
  const to = toCaseRoute(part, id)
  return (
    <tr>
      <th scope="row">
        {to === null ? (
          `${part} ${id}`
        ) : (
          <DeskLink to={to.route} className={styles['link']}>
            {transferText(to.part, id)}
          </DeskLink>
        )}
      </th>
      <td>{amount === '' ? currency : amountText(amount, currency)}</td>
      <td>
        <Badge tone={tone}>{text}</Badge>
      </td>
      <td className={deskStyles['moment']}>{momentText(createdAt)}</td>
    </tr>
  )
}

/** The route of a transfer's case; null for an unknown section. */
function toCaseRoute(part: string, id: number) {
  if (part === 'deposits' || part === 'withdrawals') {
    return {
      part,
      route: { page: 'cases', part, queue: 'all', id } satisfies ConsoleRoute,
    } as const
  }
  if (part === 'chain-deposits' || part === 'chain-withdrawals') {
    return {
      part,
      route: { page: 'chain_cases', part, queue: 'all', id } satisfies ConsoleRoute,
    } as const
  }
  return null
}

/** Security events: sign-in methods and payout destinations. */
export function EventsPart({ events }: { readonly events: readonly PersonEvent[] }) {
  return (
    <TablePart
      name={t('events')}
      empty={t('eventsEmpty')}
      isEmpty={events.length === 0}
      columns={[t('what'), t('address'), t('at')]}
    >
      {events.map((event, index) => (
        <tr key={index}>
          <th scope="row">{eventText(event.kind)}</th>
          <td>{event.address}</td>
          <td className={deskStyles['moment']}>{momentText(event.at)}</td>
        </tr>
      ))}
    </TablePart>
  )
}
