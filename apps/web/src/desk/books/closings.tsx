/** The closed days, and the movements of one of them. */
import { routes } from '@tukar/wire'
import { EmptyState } from '../../ui/feedback.tsx'
import { DeskLink } from '../frame/desk-link.tsx'
import deskStyles from '../desk.module.css'
import { DeskTable, figureHead } from '../desk-table.tsx'
import { momentText } from '../texts.ts'
import { type Loaded, useLoaded } from '../use-loaded.ts'
import { loadClosing } from './books-calls.ts'
import type { ClosedDay, ClosingBalance, Closing } from './books-wire.ts'
import { accountText, moneyText, reasonText, t } from './books-texts.ts'
import styles from './books.module.css'
import { CsvButton } from './csv-button.tsx'
import { LoadedPart } from '../loaded/loaded-part.tsx'

const daysHeight = 200
const closingHeight = 480
export type DaysPartProps = {
  readonly loaded: Loaded<readonly ClosedDay[]>
  readonly reload: () => void
}

/** The newest closed days. */
export function DaysPart({ loaded, reload }: DaysPartProps) {
  return (
    <section className={deskStyles['card']} aria-label={t('closings')}>
      <h2>{t('closings')}</h2>
      <p className={deskStyles['quiet']}>{t('closingsText')}</p>
      <LoadedPart loaded={loaded} reload={reload} height={daysHeight}>
        {(days) =>
          days.length === 0 ? (
            <EmptyState>{t('closingsEmpty')}</EmptyState>
          ) : (
            <DeskTable
              label={t('closings')}
              heads={[t('asOf'), t('closedAt'), t('hash')]}
              className={styles['table']}
            >
              {days.map((one) => (
                <DayRow key={one.day} one={one} />
              ))}
            </DeskTable>
          )
        }
      </LoadedPart>
    </section>
  )
}

function DayRow({ one: { day, closedAt, hash } }: { readonly one: ClosedDay }) {
  return (
    <tr>
      <th scope="row">
        <DeskLink to={{ page: 'own', name: 'books', rest: [day] }} className={styles['link']}>
          {day}
        </DeskLink>
      </th>
      <td>{momentText(closedAt)}</td>
      <td className={styles['hash']} title={hash}>
        <code>{hash}</code>
      </td>
    </tr>
  )
}

/** One closed day. */
export function ClosingPart({ day }: { readonly day: string }) {
  const { loaded, reload } = useLoaded(`closing ${day}`, () => loadClosing(day))
  const name = t('asOfDay', { day })
  return (
    <section className={deskStyles['card']} aria-label={name}>
      <div className={deskStyles['pageHead']}>
        <h2>{name}</h2>
        <CsvButton
          route={routes.exportClosing}
          query={{ day }}
          label={name}
          name={`closing-${day}`}
        />
      </div>
      <LoadedPart loaded={loaded} reload={reload} height={closingHeight}>
        {(closing) => <ClosingTable closing={closing} name={name} />}
      </LoadedPart>
    </section>
  )
}

function ClosingTable({ closing, name }: { readonly closing: Closing; readonly name: string }) {
  return (
    <>
      <p className={deskStyles['quiet']}>
        {t('hash')}: <code className={deskStyles['hash']}>{closing.hash}</code>
      </p>
      <DeskTable
        label={name}
        heads={[
          t('account'),
          figureHead(t('opening')),
          figureHead(t('moved')),
          figureHead(t('closing')),
        ]}
        className={styles['table']}
      >
        {closing.lines.map((line) => (
          <ClosingRow key={`${line.currency} ${line.account}`} line={line} />
        ))}
      </DeskTable>
    </>
  )
}

/** Movements of zero are hidden. */
function isMove({ amount }: ClosingBalance['moves'][number]): boolean {
  return /[1-9]/.test(amount)
}

function ClosingRow({ line }: { readonly line: ClosingBalance }) {
  const { currency, account, accountId, opening, moves, closing } = line
  return (
    <tr>
      <th scope="row">
        {currency} <span className={styles['quiet']}>{accountText(account, accountId)}</span>
      </th>
      <td className={styles['figure']}>{moneyText(opening, currency)}</td>
      <td className={styles['figure']}>
        <span className={styles['moves']}>
          {moves.filter(isMove).map(({ kind, amount }) => (
            <span key={kind}>
              <span className={styles['quiet']}>{reasonText(kind)}</span>{' '}
              {moneyText(amount, currency)}
            </span>
          ))}
        </span>
      </td>
      <td className={styles['figure']}>{moneyText(closing, currency)}</td>
    </tr>
  )
}
