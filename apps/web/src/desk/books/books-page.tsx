/** The chart of accounts with its trial balance, current or of a closed day, and the list of closed days. */
import { routes } from '@tukar/wire'
import { Banner, EmptyState } from '../../ui/feedback.tsx'
import { Select } from '../../ui/select.tsx'
import { DeskLink } from '../frame/desk-link.tsx'
import deskStyles from '../desk.module.css'
import type { FeaturePageProps } from '../frame/feature-page.ts'
import { navigate } from '../frame/route-store.ts'
import { DeskTable, figureHead } from '../desk-table.tsx'
import { useLoaded } from '../use-loaded.ts'
import { loadBooks, loadDays } from './books-calls.ts'
import type { AccountBalance, TrialBalance } from './books-wire.ts'
import { accountText, parseDay, kindText, moneyText, t } from './books-texts.ts'
import styles from './books.module.css'
import { ClosingPart, DaysPart } from './closings.tsx'
import { CsvButton } from './csv-button.tsx'
import { LoadedPart } from '../loaded/loaded-part.tsx'

const chartHeight = 900

/** The page of the balances; its path may name a day. */
export function BooksPage({ rest }: FeaturePageProps) {
  const day = parseDay(rest)
  const { loaded, reload } = useLoaded(`books ${day ?? ''}`, () => loadBooks(day))
  const days = useLoaded('closings', loadDays)
  const known = days.loaded.state === 'ready' ? days.loaded.value.map((one) => one.day) : []
  const options = day === null || known.includes(day) ? known : [day, ...known]
  const query: Record<string, string> = day === null ? {} : { day }
  return (
    <div className={deskStyles['page']}>
      <div className={deskStyles['pageHead']}>
        <h1>{t('books')}</h1>
        <CsvButton
          route={routes.exportBooks}
          query={query}
          label={t('books')}
          name={day === null ? 'books' : `books-${day}`}
        />
      </div>
      <p className={deskStyles['quiet']}>{t('booksText')}</p>
      <div className={styles['actions']}>
        <Select
          label={t('asOf')}
          value={day ?? ''}
          options={[
            { value: '', label: t('now') },
            ...options.map((one) => ({ value: one, label: t('asOfDay', { day: one }) })),
          ]}
          onChange={(next) =>
            navigate({ page: 'own', name: 'books', rest: next === '' ? [] : [next] })
          }
        />
      </div>
      <LoadedPart loaded={loaded} reload={reload} height={chartHeight}>
        {(balances) =>
          balances.length === 0 ? (
            <EmptyState>{t('booksEmpty')}</EmptyState>
          ) : (
            balances.map((one) => <Balance key={one.currency} balance={one} isNow={day === null} />)
          )
        }
      </LoadedPart>
      {day === null ? <DaysPart {...days} /> : <ClosingPart day={day} />}
    </div>
  )
}

type BalanceProps = { readonly balance: TrialBalance; readonly isNow: boolean }

function Balance({ balance, isNow }: BalanceProps) {
  const { currency, debit, credit, isBalanced, accounts } = balance
  const money = (amount: string) => moneyText(amount, currency)
  const figures = [t('debit'), t('credit'), ...(isNow ? [t('held')] : [])]
  const heads = [t('account'), ...figures.map(figureHead)]
  return (
    <section className={deskStyles['card']} aria-label={currency}>
      <h2>{currency}</h2>
      <DeskTable label={currency} heads={heads} className={styles['table']}>
        {accounts.map((row) => (
          <AccountRow key={row.account} row={row} money={money} isNow={isNow} />
        ))}
        <tr data-sum="true">
          <th scope="row">{t('sum')}</th>
          <td className={styles['figure']}>{money(debit)}</td>
          <td className={styles['figure']}>{money(credit)}</td>
          {isNow && <td>{''}</td>}
        </tr>
      </DeskTable>
      {isBalanced ? (
        <p className={deskStyles['quiet']}>{t('balanced', { sum: money(debit) })}</p>
      ) : (
        <Banner tone="bad">
          {t('unbalanced', { debit: money(debit), credit: money(credit) })}
        </Banner>
      )}
    </section>
  )
}

type AccountRowProps = {
  readonly row: AccountBalance
  readonly money: (amount: string) => string
  readonly isNow: boolean
}

function AccountRow({ row, money, isNow }: AccountRowProps) {
  const { account, accountId, kind, debit, credit, held } = row
  const name = accountText(account, accountId)
  const isMany = accountId === ''
  return (
    <tr>
      <th scope="row">
        {isMany ? (
          name
        ) : (
          <DeskLink
            to={{ page: 'own', name: 'transfers', rest: [`account:${accountId}`] }}
            className={styles['link']}
          >
            {name}
          </DeskLink>
        )}{' '}
        {!isMany && <span className={styles['quiet']}>{kindText(kind)}</span>}
      </th>
      <td className={styles['figure']}>{debit === '' ? '' : money(debit)}</td>
      <td className={styles['figure']}>{credit === '' ? '' : money(credit)}</td>
      {isNow && <td className={styles['figure']}>{/[1-9]/.test(held) ? money(held) : ''}</td>}
    </tr>
  )
}
