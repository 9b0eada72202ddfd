/** The tables of a month's taxes. */
import { deskTaxMessages } from '@tukar/i18n'
import { sayer } from '../../app/say.ts'
import { coinText, rateText } from '../../tax/tax-figures.ts'
import { kindText, rupiahText } from '../../tax/tax-words.ts'
import { Badge, EmptyState } from '../../ui/feedback.tsx'
import deskStyles from '../desk.module.css'
import { ScrollBox } from '../scroll-box.tsx'
import styles from './tax.module.css'
import type { Due, Proof, TaxMonth } from './tax-wire-reading.ts'

const say = sayer(deskTaxMessages)

/** Each kind as one figure to pay. */
export function DueTable({ due }: { readonly due: readonly Due[] }) {
  return (
    <ScrollBox label={say('due')}>
      <table className={deskStyles['table']}>
        <thead>
          <tr>
            <th scope="col">{say('kind')}</th>
            <th scope="col" className={styles['figure']}>
              {say('count')}
            </th>
            <th scope="col" className={styles['figure']}>
              {say('base')}
            </th>
            <th scope="col" className={styles['figure']}>
              {say('withheld')}
            </th>
            <th scope="col" className={styles['figure']}>
              {say('toPay')}
            </th>
            <th scope="col" className={styles['figure']}>
              {say('unvalued')}
            </th>
          </tr>
        </thead>
        <tbody>
          {due.map(({ kind, count, base, tax, due: toPay, unvalued }) => (
            <tr key={kind}>
              <th scope="row" className={styles['kind']}>
                {kindText(kind)}
              </th>
              <td className={styles['figure']}>{count}</td>
              <td className={styles['figure']}>{rupiahText(base)}</td>
              <td className={styles['figure']}>{rupiahText(tax)}</td>
              <td className={styles['figure']}>
                <strong>{rupiahText(toPay)}</strong>
              </td>
              <td className={styles['figure']}>{unvalued}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

/** Each kind at each rate in each market. */
export function SumTable({ sums }: { readonly sums: TaxMonth['sums'] }) {
  if (sums.length === 0) return <EmptyState>{say('none')}</EmptyState>
  return (
    <ScrollBox label={say('sums')}>
      <table className={deskStyles['table']}>
        <thead>
          <tr>
            <th scope="col">{say('kind')}</th>
            <th scope="col">{say('market')}</th>
            <th scope="col" className={styles['figure']}>
              {say('rate')}
            </th>
            <th scope="col" className={styles['figure']}>
              {say('count')}
            </th>
            <th scope="col" className={styles['figure']}>
              {say('base')}
            </th>
            <th scope="col" className={styles['figure']}>
              {say('withheld')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sums.map(({ kind, pair, rate, count, base, tax }) => (
            <tr key={`${kind} ${pair} ${rate}`}>
              <th scope="row" className={styles['kind']}>
                {kindText(kind)}
              </th>
              <td>{pair.replace('_', '/')}</td>
              <td className={styles['figure']}>{rateText(rate)}</td>
              <td className={styles['figure']}>{count}</td>
              <td className={styles['figure']}>{rupiahText(base)}</td>
              <td className={styles['figure']}>{rupiahText(tax)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

/** What trades say beside what the ledger says. */
export function ProofTable({ proofs }: { readonly proofs: readonly Proof[] }) {
  if (proofs.length === 0) return <EmptyState>{say('noProofs')}</EmptyState>
  return (
    <ScrollBox label={say('proofs')}>
      <table className={deskStyles['table']}>
        <thead>
          <tr>
            <th scope="col">{say('kind')}</th>
            <th scope="col">{say('currency')}</th>
            {(['traded', 'booked', 'tradedEver', 'bookedEver'] as const).map((key) => (
              <th key={key} scope="col" className={styles['figure']}>
                {say(key)}
              </th>
            ))}
            <th scope="col">{say('verdict')}</th>
          </tr>
        </thead>
        <tbody>
          {proofs.map((proof) => (
            <tr key={`${proof.kind} ${proof.symbol}`}>
              <th scope="row" className={styles['kind']}>
                {kindText(proof.kind)}
              </th>
              <td>{proof.symbol}</td>
              {(['traded', 'booked', 'tradedEver', 'bookedEver'] as const).map((key) => (
                <td key={key} className={styles['figure']}>
                  {coinText(proof[key])}
                </td>
              ))}
              <td>
                <Badge tone={proof.isEqual ? 'up' : 'down'}>
                  {say(proof.isEqual ? 'equal' : 'unequal')}
                </Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
