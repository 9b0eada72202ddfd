/** The ledger entries of one person, on that person's page. */
import deskStyles from '../desk.module.css'
import type { Me } from '../cases/case-wire.ts'
import { loadPersonLedger } from './books-calls.ts'
import { t } from './books-texts.ts'
import { LedgerTable } from './ledger-table.tsx'

const readers: readonly string[] = ['support', 'finance', 'risk', 'admin']

export type PersonLedgerProps = { readonly me: Me; readonly userId: number }

/** The section; empty for operators without the required role. */
export function PersonLedger({ me, userId }: PersonLedgerProps) {
  if (!me.roles.some((role) => readers.includes(role))) return null
  return (
    <section className={deskStyles['card']} aria-label={t('personLedger')}>
      <h2>{t('personLedger')}</h2>
      <LedgerTable
        name={`ledger of ${userId}`}
        load={(before) => loadPersonLedger(userId, before)}
        isOfOne
      />
    </section>
  )
}
