/** The selection of the tax period: a month or a year. */
import { taxMessages } from '@tukar/i18n'
import { serverNowMs } from '../api/command-id.ts'
import { pageTranslator } from '../app/translate.ts'
import styles from '../statements/statements.module.css'
import { Select } from '../ui/select.tsx'
import { monthName } from './month-name.ts'
import { hasBegun, toMonth, type TaxPeriod } from './tax-period.ts'

const t = pageTranslator(taxMessages)
const whole = ''

export type TaxChoiceProps = {
  readonly period: TaxPeriod
  readonly firstYear: number
  readonly onChoose: (period: TaxPeriod) => void
}

/** Two selects: years, and the months of the selected year that have begun. */
export function TaxChoice({ period, firstYear, onChoose }: TaxChoiceProps) {
  const nowMs = serverNowMs()
  const last = toMonth(nowMs).year
  const first = Math.min(firstYear, period.year, last)
  const years = Array.from({ length: last - first + 1 }, (_, index) => last - index)
  const months = Array.from({ length: 12 }, (_, index) => index + 1).filter((month) =>
    hasBegun({ year: period.year, month }, nowMs),
  )
  const pickYear = (year: number) => {
    const next = { year, month: period.month }
    onChoose(hasBegun(next, nowMs) ? next : toMonth(nowMs))
  }
  return (
    <div className={styles['selects']}>
      <label>
        <span>{t('year')}</span>
        <Select
          label={t('year')}
          value={String(period.year)}
          options={years.map((year) => ({ value: String(year), label: String(year) }))}
          onChange={(year) => pickYear(Number(year))}
        />
      </label>
      <label>
        <span>{t('month')}</span>
        <Select
          label={t('month')}
          value={period.month === null ? whole : String(period.month)}
          options={[
            ...months.map((month) => ({ value: String(month), label: monthName(month) })),
            { value: whole, label: t('wholeYear') },
          ]}
          onChange={(month) =>
            onChoose({ year: period.year, month: month === whole ? null : Number(month) })
          }
        />
      </label>
    </div>
  )
}
