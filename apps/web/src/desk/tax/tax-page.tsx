/**
 * A month's taxes and bourse fees: due amounts with dates, their composition, and the check against the
 * ledger.
 */
import { consoleTaxMessages } from '@tukar/i18n'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import type { FileOutcome } from '../../api/save-file.ts'
import { serverNowMs } from '../../api/command-id.ts'
import { pageTranslator } from '../../app/translate.ts'
import { monthName } from '../../tax/month-name.ts'
import { hasBegun, toMonth, periodName } from '../../tax/tax-period.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import type { ChangeRequest } from '../change/change-calls.ts'
import { ChangeDialog } from '../change/change-dialog.tsx'
import deskStyles from '../desk.module.css'
import type { FeaturePageProps } from '../frame/feature-page.ts'
import { t as tDesk } from '../texts.ts'
import { useLoaded } from '../use-loaded.ts'
import { Remittance } from './remittance.tsx'
import { loadTaxMonth, type Month, saveTaxLines } from './tax-calls.ts'
import styles from './tax.module.css'
import { DueTable, ProofTable, SumTable } from './tax-tables.tsx'
import type { TaxMonth } from './tax-wire.ts'

const t = pageTranslator(consoleTaxMessages)
const tablesHeight = 560

/** The title of the page. */
export function taxDeskTitle(): string {
  return t('title')
}

/** The page of taxes. */
export function TaxDeskPage({ onChanged }: FeaturePageProps) {
  const [chosen, setChosen] = useState<Month>(() => toMonth(serverNowMs()))
  const { loaded, reload } = useLoaded(periodName(chosen), () => loadTaxMonth(chosen))
  const [change, setChange] = useState<ChangeRequest | null>(null)
  const firstMonth = loaded.state === 'ready' ? loaded.value.firstMonth : ''
  return (
    <div className={deskStyles['page']}>
      <h1>{t('title')}</h1>
      <p className={deskStyles['quiet']}>{t('text')}</p>
      <Choice chosen={chosen} firstMonth={firstMonth} onChoose={setChosen} />
      {loaded.state === 'loading' && <Skeleton height={tablesHeight} />}
      {loaded.state === 'error' && (
        <ErrorState
          title={tDesk('failedTitle')}
          text={failureText(loaded.failure)}
          code={loaded.failure.requestId}
          onRetry={reload}
        />
      )}
      {loaded.state === 'ready' && <Tables month={loaded.value} onPropose={setChange} />}
      {change !== null && (
        <ChangeDialog
          {...change}
          onClose={() => setChange(null)}
          onDone={() => {
            reload()
            onChanged()
          }}
        />
      )}
    </div>
  )
}

type ChoiceProps = {
  readonly chosen: Month
  readonly firstMonth: string
  readonly onChoose: (month: Month) => void
}

/** Year and month, and the download of the month's lines. */
function Choice({ chosen, firstMonth, onChoose }: ChoiceProps) {
  const nowMs = serverNowMs()
  const now = toMonth(nowMs)
  const first = Math.min(Number(firstMonth.slice(0, 4)) || now.year, chosen.year)
  const years = Array.from({ length: now.year - first + 1 }, (_, index) => now.year - index)
  const months = Array.from({ length: 12 }, (_, index) => index + 1)
  const pick = (next: Month) => onChoose(hasBegun(next, nowMs) ? next : now)
  return (
    <div className={styles['choice']}>
      <Select
        label={t('year')}
        value={String(chosen.year)}
        options={years.map((year) => ({ value: String(year), label: String(year) }))}
        onChange={(year) => pick({ ...chosen, year: Number(year) })}
      />
      <Select
        label={t('month')}
        value={String(chosen.month)}
        options={months
          .filter((month) => hasBegun({ year: chosen.year, month }, nowMs))
          .map((month) => ({ value: String(month), label: monthName(month) }))}
        onChange={(month) => pick({ ...chosen, month: Number(month) })}
      />
      <FilePart key={periodName(chosen)} chosen={chosen} />
    </div>
  )
}

function FilePart({ chosen }: { readonly chosen: Month }) {
  const [state, setState] = useState<'idle' | 'busy' | FileOutcome>('idle')
  const name = `tukar-tax-${periodName(chosen)}.csv`
  const save = async () => {
    setState('busy')
    setState(await saveTaxLines(chosen, name).catch((): FileOutcome => 'failed'))
  }
  const said = {
    idle: t('downloadHint'),
    busy: t('busy'),
    done: t('done', { name }),
    failed: t('failed'),
    tooOften: t('tooOften'),
  }
  return (
    <>
      <Button
        isBusy={state === 'busy'}
        onClick={() => {
          save().catch(() => undefined)
        }}
      >
        <Icon name="arrow-down" size={14} />
        {t('download')}
      </Button>
      <p role="status" className={deskStyles['quiet']}>
        {said[state]}
      </p>
    </>
  )
}

type TablesProps = { readonly month: TaxMonth; readonly onPropose: (change: ChangeRequest) => void }

function Tables({ month, onPropose }: TablesProps) {
  const areEqual = month.proofs.every(({ isEqual }) => isEqual)
  return (
    <>
      <section className={deskStyles['card']} aria-label={t('due')}>
        <h2>{t('due')}</h2>
        <p>
          {t('payBy', { day: month.payBy })} {t('reportBy', { day: month.reportBy })}.{' '}
          {month.isOpen && t('running')}
        </p>
        <DueTable due={month.due} />
        <p className={deskStyles['quiet']}>{t('dueText')}</p>
      </section>
      <Remittance held={month.held} onPropose={onPropose} />
      <section className={deskStyles['card']} aria-label={t('proofs')}>
        <h2>{t('proofs')}</h2>
        <p className={deskStyles['quiet']}>{t('proofsText')}</p>
        {month.proofs.length > 0 && (
          <p role="status" className={styles['verdict']} data-bad={!areEqual}>
            {t(areEqual ? 'allEqual' : 'someUnequal')}
          </p>
        )}
        <ProofTable proofs={month.proofs} />
      </section>
      <section className={deskStyles['card']} aria-label={t('sums')}>
        <h2>{t('sums')}</h2>
        <SumTable sums={month.sums} />
      </section>
    </>
  )
}
