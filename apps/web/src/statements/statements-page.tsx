/**
 * Every change of the user's balances with its cause, filtered by time, currency and kind, with downloads.
 */
import { statementMessages } from '@tukar/i18n'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '../router/state.ts'
import { SettingsFrame } from '../accounts/settings/settings-frame.tsx'
import { serverNowMs } from '../api/command-id.ts'
import { pageTranslator } from '../app/translate.ts'
import { userKey } from '../trade/orders/my-orders.ts'
import { PartBoundary } from '../foreign/part-boundary.tsx'
import { ErrorState } from '../ui/feedback.tsx'
import { type Chosen, loadStatement } from './statement-calls.ts'
import { areDays, toDays } from './statement-days.ts'
import { StatementFiles } from './statement-files.tsx'
import { StatementFilters } from './statement-filters.tsx'
import { StatementLines } from './statement-lines.tsx'
import { type StatementSearch, statementSearch } from './statement-search.ts'
import { StatementSums } from './statement-sums.tsx'
import { kinds } from './statement-wire.ts'
import styles from './statements.module.css'

const t = pageTranslator(statementMessages)

/** `/settings/statements` */
export function StatementsPage() {
  const search = statementSearch(useSearch())
  const navigate = useNavigate()
  const chosen = toFilters(search)
  const { page = 1 } = search
  const statement = useQuery({
    queryKey: [...userKey, 'statement', chosen, page],
    queryFn: () => loadStatement(chosen, page),
    placeholderData: keepPreviousData,
    enabled: areDays(chosen),
  })
  const goTo = (next: StatementSearch) => {
    navigate({ to: '/settings/statements', search: next, replace: true }).catch(() => undefined)
  }
  const choose = (next: Chosen) => goTo(toSearch(next, 1))
  return (
    <SettingsFrame title={t('title')} text={t('text')}>
      <div className={styles['card']}>
        <StatementFilters chosen={chosen} onChoose={choose} />
        <StatementFiles chosen={chosen} />
      </div>
      {statement.isError && statement.data === undefined ? (
        <div className={styles['card']}>
          <ErrorState
            title={t('loadFailed')}
            text={t('loadFailedText')}
            onRetry={() => {
              statement.refetch().catch(() => undefined)
            }}
          />
        </div>
      ) : (
        <>
          <PartBoundary>
            <StatementSums sums={statement.data?.sums} />
          </PartBoundary>
          <PartBoundary>
            <StatementLines
              statement={statement.data}
              isFiltered={chosen.currency !== undefined || chosen.kind !== undefined}
              isStale={statement.isPlaceholderData}
              page={page}
              onPage={(next) => goTo(toSearch(chosen, next))}
            />
          </PartBoundary>
        </>
      )}
      <section className={styles['notes']}>
        <p>{t('heldNote')}</p>
        <p>{t('daysNote')}</p>
      </section>
    </SettingsFrame>
  )
}

/** The filters of the address; without any, the current month. */
function toFilters({ from, to, currency, kind }: StatementSearch): Chosen {
  const days =
    from === undefined || to === undefined ? toDays('thisMonth', serverNowMs()) : { from, to }
  return { ...days, currency, kind: kinds.find((one) => one === kind) }
}

function toSearch({ from, to, currency, kind }: Chosen, page: number): StatementSearch {
  return {
    from,
    to,
    ...(currency !== undefined && { currency }),
    ...(kind !== undefined && { kind }),
    ...(page > 1 && { page }),
  }
}
