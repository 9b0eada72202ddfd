/** Entries of the ledger with their sources, and a button for older ones. */
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback.tsx'
import { DeskLink } from '../frame/desk-link.tsx'
import deskStyles from '../desk.module.css'
import type { CallResult } from '../desk-calls.ts'
import { DeskTable, figureHead } from '../desk-table.tsx'
import { momentText } from '../texts.ts'
import { useLoaded } from '../use-loaded.ts'
import type { LedgerEntry, LedgerPage } from './books-wire.ts'
import { moneyText, ownerText, findSourceRoute, reasonText, t } from './books-texts.ts'
import styles from './books.module.css'
import { LoadedPart } from '../loaded/loaded-part.tsx'

const tableHeight = 640

export type LedgerTableProps = {
  /** Changes with the search. */
  readonly name: string
  readonly load: (before: string) => Promise<CallResult<LedgerPage>>
  /** Whether all entries belong to one account, which is then not named in each row. */
  readonly isOfOne?: boolean
}

/** The table; it is remounted when its key changes. */
export function LedgerTable({ name, load, isOfOne = false }: LedgerTableProps) {
  const [before, setBefore] = useState('')
  const { loaded, reload } = useLoaded(`${name} ${before}`, () => load(before))
  return (
    <LoadedPart loaded={loaded} reload={reload} height={tableHeight}>
      {({ entries, next }) => (
        <>
          {entries.length === 0 ? (
            <EmptyState>{t(next === '' ? 'noEntries' : 'noEntriesYet')}</EmptyState>
          ) : (
            <Entries entries={entries} isOfOne={isOfOne} />
          )}
          {(before !== '' || next !== '') && (
            <div className={deskStyles['pager']}>
              <Button size="small" disabled={before === ''} onClick={() => setBefore('')}>
                {t('newer')}
              </Button>
              <Button size="small" disabled={next === ''} onClick={() => setBefore(next)}>
                {t('older')}
              </Button>
            </div>
          )}
        </>
      )}
    </LoadedPart>
  )
}

type EntriesProps = { readonly entries: readonly LedgerEntry[]; readonly isOfOne: boolean }

function Entries({ entries, isOfOne }: EntriesProps) {
  const heads = [
    t('time'),
    ...(isOfOne ? [] : [t('account')]),
    figureHead(t('amount')),
    t('reason'),
    t('source'),
    t('command'),
  ]
  return (
    <DeskTable label={t('transfers')} heads={heads} className={styles['table']}>
      {entries.map((entry, place) => (
        // One command may have several entries of the same account, so the index is the key.
        <EntryRow key={place} entry={entry} isOfOne={isOfOne} />
      ))}
    </DeskTable>
  )
}

function EntryRow({ entry, isOfOne }: { readonly entry: LedgerEntry; readonly isOfOne: boolean }) {
  const { seq, createdAt, accountId, account, currency, amount, kind, source, orderId } = entry
  const isOut = amount.startsWith('-')
  const route = findSourceRoute(source)
  // A person's page has no links into the whole ledger, which fewer roles may see.
  const isLinked = route !== null && !(isOfOne && route.page === 'own')
  const at = (rest: string) => ({ page: 'own', name: 'transfers', rest: [rest] }) as const
  return (
    <tr>
      <td className={styles['when']}>{momentText(createdAt)}</td>
      {!isOfOne && (
        <td>
          <DeskLink to={at(`account:${accountId}`)} className={styles['link']}>
            {ownerText(account, accountId)}
          </DeskLink>
        </td>
      )}
      <td className={styles['figure']}>
        <span className={styles[isOut ? 'out' : 'in']}>
          {isOut ? '' : '+'}
          {moneyText(amount, currency)}
        </span>
      </td>
      <td>{reasonText(kind)}</td>
      <td>
        {!isLinked ? (
          <code>{source}</code>
        ) : (
          <DeskLink to={route} className={styles['link']}>
            <code>{source}</code>
          </DeskLink>
        )}
        {orderId !== '' && <span className={styles['order']}>{t('order', { id: orderId })}</span>}
      </td>
      <td>
        {isOfOne ? (
          seq
        ) : (
          <DeskLink to={at(`seq:${seq}`)} className={styles['link']} title={t('all')}>
            {seq}
          </DeskLink>
        )}
      </td>
    </tr>
  )
}
