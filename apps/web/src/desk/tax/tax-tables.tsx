/** The tables of a month's taxes. */
import { consoleTaxMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import { coinText, rateText } from '../../tax/tax-figures.ts'
import { kindText, rupiahText } from '../../tax/tax-texts.ts'
import { Badge, EmptyState } from '../../ui/feedback.tsx'
import { DeskTable, figureHead } from '../desk-table.tsx'
import styles from './tax.module.css'
import type { Due, Proof, TaxMonth } from './tax-wire.ts'

const t = pageTranslator(consoleTaxMessages)

/** One due amount per kind. */
export function DueTable({ due }: { readonly due: readonly Due[] }) {
  return (
    <DeskTable
      label={t('due')}
      heads={[
        t('kind'),
        figureHead(t('count')),
        figureHead(t('base')),
        figureHead(t('withheld')),
        figureHead(t('toPay')),
        figureHead(t('unvalued')),
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

/** One row per kind, rate and market. */
export function SumTable({ sums }: { readonly sums: TaxMonth['sums'] }) {
  if (sums.length === 0) return <EmptyState>{t('none')}</EmptyState>
  return (
    <DeskTable
      label={t('sums')}
      heads={[
        t('kind'),
        t('market'),
        figureHead(t('rate')),
        figureHead(t('count')),
        figureHead(t('base')),
        figureHead(t('withheld')),
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

/** The sums of the trades beside the sums of the ledger. */
export function ProofTable({ proofs }: { readonly proofs: readonly Proof[] }) {
  if (proofs.length === 0) return <EmptyState>{t('noProofs')}</EmptyState>
  const sums = proofSums.map((key) => figureHead(t(key)))
  const heads = [t('kind'), t('currency'), ...sums, t('verdict')]
  return (
    <DeskTable label={t('proofs')} heads={heads}>
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
              {t(proof.isEqual ? 'equal' : 'unequal')}
            </Badge>
          </td>
        </tr>
      ))}
    </DeskTable>
  )
}
