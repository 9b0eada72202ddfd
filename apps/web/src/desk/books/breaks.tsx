/** What does not fit, and the last looks. */
import { Badge, EmptyState } from '../../ui/feedback.tsx'
import deskStyles from '../desk.module.css'
import { DeskTable, figureHead } from '../desk-table.tsx'
import { momentText } from '../texts.ts'
import type { Break, Look } from './books-wire.ts'
import { checkText, moneyText, say } from './books-words.ts'
import styles from './books.module.css'

/** What is broken now. */
export function BreaksPart({ breaks }: { readonly breaks: readonly Break[] }) {
  return (
    <section className={deskStyles['card']} aria-label={say('breaks')}>
      <h2>{say('breaks')}</h2>
      {breaks.length === 0 ? (
        <EmptyState icon="check">{say('noBreaks')}</EmptyState>
      ) : (
        <DeskTable
          label={say('breaks')}
          heads={[say('check'), say('currencyLabel'), say('since'), say('figures')]}
          className={styles['table']}
        >
          {breaks.map((one) => (
            <BreakRow key={`${one.check} ${one.currency}`} one={one} />
          ))}
        </DeskTable>
      )}
    </section>
  )
}

function BreakRow({ one }: { readonly one: Break }) {
  const { check, currency, since, isConfirmed, count, samples } = one
  const text = (figure: string) =>
    currency === '' || check === 'trades' ? figure || '–' : moneyText(figure, currency)
  return (
    <tr>
      <th scope="row">
        {checkText(check)}{' '}
        <Badge tone={isConfirmed ? 'down' : 'warn'}>
          {say(isConfirmed ? 'confirmed' : 'maybe')}
        </Badge>
      </th>
      <td>{currency === '' ? '–' : currency}</td>
      <td className={deskStyles['moment']}>{momentText(since)}</td>
      <td>
        <ul className={styles['samples']}>
          {samples.map(({ of, expected, found }) => (
            <li key={of}>
              {say('expectedFound', { of, expected: text(expected), found: text(found) })}
            </li>
          ))}
          {count > samples.length && <li>{say('more', { count: count - samples.length })}</li>}
        </ul>
      </td>
    </tr>
  )
}

/** The looks that are kept, the newest first. */
export function LooksPart({ looks }: { readonly looks: readonly Look[] }) {
  return (
    <section className={deskStyles['card']} aria-label={say('looks')}>
      <h2>{say('looks')}</h2>
      <p className={deskStyles['quiet']}>{say('looksText')}</p>
      <DeskTable
        label={say('looks')}
        heads={[
          say('time'),
          say('lookKind'),
          figureHead(say('took')),
          figureHead(say('breaksCount')),
        ]}
        className={styles['table']}
      >
        {looks.map(({ at, kind, tookMs, breaks }) => (
          <tr key={at}>
            <td className={deskStyles['moment']}>{momentText(at)}</td>
            <td>{say(kind === 'full' ? 'lookFull' : 'lookMinute')}</td>
            <td className={styles['figure']}>{tookMs} ms</td>
            <td className={styles['figure']}>{breaks}</td>
          </tr>
        ))}
      </DeskTable>
    </section>
  )
}
