/** The reconciliation: compared figures, mismatches, and resumption of halted currencies. */
import { routes } from '@tukar/wire'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Banner } from '../../ui/feedback.tsx'
import { ChangeDialog } from '../change/change-dialog.tsx'
import deskStyles from '../desk.module.css'
import type { FeaturePageProps } from '../frame/feature-page.ts'
import { DeskTable, figureHead } from '../desk-table.tsx'
import { momentText } from '../texts.ts'
import { useLoaded } from '../use-loaded.ts'
import { loadReconciliation, runReconciliation } from './books-calls.ts'
import type { Reconciled, Reconciliation } from './books-wire.ts'
import { moneyText, custodyStateText, t } from './books-texts.ts'
import styles from './books.module.css'
import { BreaksPart, RunsPart } from './breaks.tsx'
import { CsvButton } from './csv-button.tsx'
import { LoadedPart } from '../loaded/loaded-part.tsx'

const pageHeight = 900

/** The page of reconciliation. */
export function ReconciliationPage({ onChanged }: FeaturePageProps) {
  const { loaded, reload } = useLoaded('reconciliation', loadReconciliation)
  const [running, setRunning] = useState<'minute' | 'full' | null>(null)
  const [failure, setFailure] = useState('')
  const run = async (kind: 'minute' | 'full') => {
    setRunning(kind)
    const outcome = await runReconciliation(kind)
    setFailure(outcome.ok ? '' : failureText(outcome))
    setRunning(null)
    reload()
    onChanged()
  }
  const button = (kind: 'minute' | 'full', text: string) => (
    <Button
      size="small"
      isBusy={running === kind}
      disabled={running !== null && running !== kind}
      onClick={() => {
        run(kind).catch(() => setRunning(null))
      }}
    >
      {text}
    </Button>
  )
  return (
    <div className={deskStyles['page']}>
      <div className={deskStyles['pageHead']}>
        <h1>{t('reconciliation')}</h1>
        <CsvButton
          route={routes.exportReconciliation}
          label={t('reconciliation')}
          name="reconciliation"
        />
      </div>
      <p className={deskStyles['quiet']}>{t('reconciliationText')}</p>
      <div className={styles['actions']}>
        {button('minute', t('lookNow'))}
        {button('full', t('lookWhole'))}
      </div>
      {failure !== '' && (
        <Banner tone="bad" isSpoken>
          {failure}
        </Banner>
      )}
      <LoadedPart loaded={loaded} reload={reload} height={pageHeight}>
        {(value) => (
          <Found
            value={value}
            onChanged={() => {
              reload()
              onChanged()
            }}
          />
        )}
      </LoadedPart>
    </div>
  )
}

type FoundProps = { readonly value: Reconciliation; readonly onChanged: () => void }

function Found({ value, onChanged }: FoundProps) {
  const [resumed, setResumed] = useState<string | null>(null)
  const { last, currencies, breaks, runs } = value
  if (last === null) return <Banner tone="info">{t('neverLooked')}</Banner>
  const full = runs.find(({ kind }) => kind === 'full')
  return (
    <>
      <Banner tone={breaks.length === 0 ? 'good' : 'bad'}>
        {breaks.length === 0 ? t('allFits') : t('broken', { count: breaks.length })}
      </Banner>
      <p className={deskStyles['quiet']}>
        {t('lastLook', { at: momentText(last.at), ms: last.tookMs, seq: last.seq })}{' '}
        {full === undefined ? t('neverFull') : t('lastFull', { at: momentText(full.at) })}
      </p>
      <BreaksPart breaks={breaks} />
      <Figures currencies={currencies} onResume={setResumed} />
      <RunsPart runs={runs} />
      {resumed !== null && (
        <ChangeDialog
          kind="currency.resume"
          input={{ currency: resumed }}
          onClose={() => setResumed(null)}
          onDone={() => {
            setResumed(null)
            onChanged()
          }}
        />
      )}
    </>
  )
}

const columns = [
  ['users', 'users'],
  ['traders', 'traders'],
  ['house', 'house'],
  ['custody', 'custody'],
  ['heldSum', 'held'],
  ['outsideHeld', 'outsideHeld'],
  ['outsideInFlight', 'outsideInFlight'],
  ['outsideOwed', 'outsideOwed'],
] as const

type FiguresProps = {
  readonly currencies: readonly Reconciled[]
  readonly onResume: (currency: string) => void
}

function Figures({ currencies, onResume }: FiguresProps) {
  const figures = columns.map(([title]) => figureHead(t(title)))
  const heads = [t('currencyLabel'), t('state'), ...figures, t('outsideState')]
  return (
    <section className={deskStyles['card']} aria-label={t('figures')}>
      <h2>{t('figures')}</h2>
      <DeskTable label={t('figures')} heads={heads} className={styles['table']}>
        {currencies.map((row) => (
          <FiguresRow key={row.currency} row={row} onResume={onResume} />
        ))}
      </DeskTable>
    </section>
  )
}

type FiguresRowProps = {
  readonly row: Reconciled
  readonly onResume: (currency: string) => void
}

function FiguresRow({ row, onResume }: FiguresRowProps) {
  const { currency, haltedSince, outside } = row
  const { text, tone } = custodyStateText(outside)
  return (
    <tr>
      <th scope="row">{currency}</th>
      <td>
        {haltedSince === '' ? (
          <Badge tone="up">{t('running')}</Badge>
        ) : (
          <span className={styles['actions']}>
            <Badge tone="down">{t('stoppedSince', { at: momentText(haltedSince) })}</Badge>
            <Button size="small" onClick={() => onResume(currency)}>
              {t('resume', { currency })}
            </Button>
          </span>
        )}
      </td>
      {columns.map(([title, key]) => (
        <td key={title} className={styles['figure']}>
          {moneyText(row[key], currency)}
        </td>
      ))}
      <td>
        <Badge tone={tone}>{text}</Badge>
      </td>
    </tr>
  )
}
