/** The taxes that were withheld from the user's trades, by month and year, with downloads. */
import { taxMessages } from '@tukar/i18n'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '../router/state.ts'
import { SettingsFrame } from '../accounts/settings/settings-frame.tsx'
import { serverNowMs } from '../api/command-id.ts'
import { pageTranslator } from '../app/translate.ts'
import { FileButtons } from '../statements/file-buttons.tsx'
import statementStyles from '../statements/statements.module.css'
import { userKey } from '../trade/orders/my-orders.ts'
import { ErrorState } from '../ui/feedback.tsx'
import { TaxChoice } from './tax-choice.tsx'
import { loadEvidence, saveEvidence } from './tax-calls.ts'
import { TaxLines } from './tax-lines.tsx'
import { hasBegun, toMonth, periodName, type TaxPeriod } from './tax-period.ts'
import { type TaxSearch, taxSearch } from './tax-search.ts'
import { TaxSums } from './tax-sums.tsx'
import { TaxYear } from './tax-year.tsx'
import { Taxpayer } from './taxpayer.tsx'

const t = pageTranslator(taxMessages)

/** `/settings/tax` */
export function TaxPage() {
  const search = taxSearch(useSearch())
  const navigate = useNavigate()
  const period = toPeriod(search)
  const { page = 1 } = search
  const evidence = useQuery({
    queryKey: [...userKey, 'tax', period, page],
    queryFn: () => loadEvidence(period, page),
    placeholderData: keepPreviousData,
  })
  const goTo = ({ year, month }: TaxPeriod, next: number) => {
    const to = { year, ...(month !== null && { month }), ...(next > 1 && { page: next }) }
    navigate({ to: '/settings/tax', search: to, replace: true }).catch(() => undefined)
  }
  return (
    <SettingsFrame title={t('title')} text={t('text')}>
      <div className={statementStyles['card']}>
        <TaxChoice
          period={period}
          firstYear={evidence.data?.firstYear ?? period.year}
          onChoose={(next) => goTo(next, 1)}
        />
        <FileButtons
          label={t('files')}
          hint={t('filesHint')}
          names={{ csv: t('downloadCsv'), pdf: t('downloadPdf') }}
          fileName={(form) => `tukar-tax-evidence-${periodName(period)}.${form}`}
          save={(form, name) => saveEvidence(period, form, name)}
        />
      </div>
      {evidence.isError && evidence.data === undefined ? (
        <div className={statementStyles['card']}>
          <ErrorState
            title={t('loadFailed')}
            text={t('loadFailedText')}
            onRetry={() => {
              evidence.refetch().catch(() => undefined)
            }}
          />
        </div>
      ) : (
        <>
          <TaxSums evidence={evidence.data} />
          {period.month === null && <TaxYear evidence={evidence.data} />}
          <TaxLines
            evidence={evidence.data}
            isStale={evidence.isPlaceholderData}
            page={page}
            onPage={(next) => goTo(period, next)}
          />
          <Taxpayer taxpayer={evidence.data?.taxpayer} />
        </>
      )}
      <section className={statementStyles['notes']}>
        <p>{t('ratesNote')}</p>
        <p>{t('swapNote')}</p>
      </section>
    </SettingsFrame>
  )
}

/** The period of the address; the current month if it names none that has begun. */
function toPeriod({ year, month }: TaxSearch): TaxPeriod {
  const nowMs = serverNowMs()
  if (year === undefined) return toMonth(nowMs)
  const period = { year, month: month ?? null }
  return hasBegun(period, nowMs) ? period : toMonth(nowMs)
}
