/** What does not fit, and the last looks. */
import { Badge, EmptyState } from '../../ui/feedback.tsx'
import deskStyles from '../desk.module.css'
import { ScrollBox } from '../scroll-box.tsx'
import { momentText } from '../texts.ts'
import type { Break, Look } from './books-wire.ts'
import { checkText, moneyText, say } from './books-words.ts'
import styles from './books.module.css'

const table = `${deskStyles['table'] ?? ''} ${styles['table'] ?? ''}`

/** What is broken now. */
export function BreaksPart({ breaks }: { readonly breaks: readonly Break[] }) {
  return (
    <section className={deskStyles['card']} aria-label={say('breaks')}>
      <h2>{say('breaks')}</h2>
      {breaks.length === 0 ? (
        <EmptyState icon="check">{say('noBreaks')}</EmptyState>
      ) : (
        <ScrollBox label={say('breaks')}>
          <table className={table}>
            <thead>
              <tr>
                <th scope="col">{say('check')}</th>
                <th scope="col">{say('currencyLabel')}</th>
                <th scope="col">{say('since')}</th>
                <th scope="col">{say('figures')}</th>
              </tr>
            </thead>
            <tbody>
              {breaks.map((one) => (
                <BreakRow key={`${one.check} ${one.currency}`} one={one} />
              ))}
            </tbody>
          </table>
        </ScrollBox>
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
      <ScrollBox label={say('looks')}>
        <table className={table}>
          <thead>
            <tr>
              <th scope="col">{say('time')}</th>
              <th scope="col">{say('lookKind')}</th>
              <th scope="col" className={styles['figure']}>
                {say('took')}
              </th>
              <th scope="col" className={styles['figure']}>
                {say('breaksCount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {looks.map(({ at, kind, tookMs, breaks }) => (
              <tr key={at}>
                <td className={deskStyles['moment']}>{momentText(at)}</td>
                <td>{say(kind === 'full' ? 'lookFull' : 'lookMinute')}</td>
                <td className={styles['figure']}>{tookMs} ms</td>
                <td className={styles['figure']}>{breaks}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  )
}
