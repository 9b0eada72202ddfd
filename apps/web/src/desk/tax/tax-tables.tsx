/** The tables of a month's taxes. */
import { deskTaxMessages } from '@tukar/i18n'
import { sayer } from '../../app/translate.ts'
import { coinText, rateText } from '../../tax/tax-figures.ts'
import { kindText, rupiahText } from '../../tax/tax-words.ts'
import { Badge, EmptyState } from '../../ui/feedback.tsx'
import { DeskTable, figureHead } from '../desk-table.tsx'
import styles from './tax.module.css'
import type { Due, Proof, TaxMonth } from './tax-wire.ts'

const say = sayer(deskTaxMessages)

/** Each kind as one figure to pay. */
export function DueTable({ due }: { readonly due: readonly Due[] }) {
  return (
    <DeskTable
      label={say('due')}
      heads={[
        say('kind'),
        figureHead(say('count')),
        figureHead(say('base')),
        figureHead(say('withheld')),
        figureHead(say('toPay')),
        figureHead(say('unvalued')),
      ]}
    >
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
    </DeskTable>
  )
}

/** Each kind at each rate in each market. */
export function SumTable({ sums }: { readonly sums: TaxMonth['sums'] }) {
  if (sums.length === 0) return <EmptyState>{say('none')}</EmptyState>
  return (
    <DeskTable
      label={say('sums')}
      heads={[
        say('kind'),
        say('market'),
        figureHead(say('rate')),
        figureHead(say('count')),
        figureHead(say('base')),
        figureHead(say('withheld')),
      ]}
    >
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
    </DeskTable>
  )
}

const proofSums = ['traded', 'booked', 'tradedEver', 'bookedEver'] as const

/** What trades say beside what the ledger says. */
export function ProofTable({ proofs }: { readonly proofs: readonly Proof[] }) {
  if (proofs.length === 0) return <EmptyState>{say('noProofs')}</EmptyState>
  const sums = proofSums.map((key) => figureHead(say(key)))
  const heads = [say('kind'), say('currency'), ...sums, say('verdict')]
  return (
    <DeskTable label={say('proofs')} heads={heads}>
      {proofs.map((proof) => (
        <tr key={`${proof.kind} ${proof.symbol}`}>
          <th scope="row" className={styles['kind']}>
            {kindText(proof.kind)}
          </th>
          <td>{proof.symbol}</td>
          {proofSums.map((key) => (
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
    </DeskTable>
  )
}
