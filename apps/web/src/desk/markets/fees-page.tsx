/** The dated rates of a market, past, current and future, and the form of a new one. */
import { useState } from 'react'
import { classes } from '../../ui/classes.ts'
import { Badge, EmptyState } from '../../ui/feedback.tsx'
import { Select } from '../../ui/select.tsx'
import deskStyles from '../desk.module.css'
import type { FeaturePageProps } from '../frame/feature-page.ts'
import { DeskTable } from '../desk-table.tsx'
import { momentText } from '../texts.ts'
import { LoadedPart } from '../loaded/loaded-part.tsx'
import { useLoaded } from '../use-loaded.ts'
import { FeeForm } from './fee-form.tsx'
import { loadSchedules } from './market-calls.ts'
import { kindText, payerText, rateText, t, statusText } from './market-texts.ts'
import type { ScheduleEntry, Schedules } from './market-wire.ts'
import styles from './markets.module.css'

const listHeight = 320

/** The page of fees and taxes. */
export function FeesPage({ onChanged }: FeaturePageProps) {
  const { loaded, reload } = useLoaded('schedules', loadSchedules)
  const changed = () => {
    reload()
    onChanged()
  }
  return (
    <div className={deskStyles['page']}>
      <h1>{t('fees')}</h1>
      <p className={deskStyles['quiet']}>{t('feesText')}</p>
      <LoadedPart loaded={loaded} reload={reload} height={listHeight}>
        {(value) => <FeesPart {...value} onChanged={changed} />}
      </LoadedPart>
    </div>
  )
}

type FeesPartProps = Schedules & { readonly onChanged: () => void }

function FeesPart({ markets, schedules, onChanged }: FeesPartProps) {
  const [chosen, setChosen] = useState('')
  const market = markets.find(({ pair }) => pair === chosen) ?? markets[0]
  if (market === undefined) return <EmptyState>{t('none')}</EmptyState>
  const { pair } = market
  const title = t('feesOf', { pair: pair.replace('_', '/') })
  return (
    <>
      <section className={deskStyles['card']}>
        <div className={deskStyles['pageHead']}>
          <h2>{title}</h2>
          <Select
            label={t('market')}
            value={pair}
            options={markets.map((one) => ({ value: one.pair, label: one.pair.replace('_', '/') }))}
            onChange={setChosen}
          />
        </div>
        <RateTable label={title} rates={schedules.filter((one) => one.pair === pair)} />
      </section>
      <FeeForm key={pair} market={market} onDone={onChanged} />
    </>
  )
}

type RateTableProps = { readonly label: string; readonly rates: readonly ScheduleEntry[] }

/** Grouped by charge, the latest rate first. */
function RateTable({ label, rates }: RateTableProps) {
  if (rates.length === 0) return <EmptyState>{t('noRates')}</EmptyState>
  const names = [...new Set(rates.map(({ kind, payer }) => `${kind} ${payer}`))].toSorted()
  const sorted = names.flatMap((name) =>
    rates.filter(({ kind, payer }) => `${kind} ${payer}` === name).toReversed(),
  )
  return (
    <DeskTable label={label} heads={[t('charge'), t('payer'), t('rate'), t('from'), t('status')]}>
      {sorted.map((one) => (
        <RateRow key={one.id} rate={one} />
      ))}
    </DeskTable>
  )
}

function RateRow({ rate }: { readonly rate: ScheduleEntry }) {
  const { kind, payer, from, status } = rate
  const { text, tone } = statusText(status)
  return (
    <tr className={classes(status === 'past' && styles['old'])}>
      <th scope="row">{kindText(kind)}</th>
      <td>{payerText(payer)}</td>
      <td>{rateText(rate)}</td>
      <td className={deskStyles['moment']}>{from === null ? t('sinceEver') : momentText(from)}</td>
      <td>
        <Badge tone={tone}>{text}</Badge>
      </td>
    </tr>
  )
}
