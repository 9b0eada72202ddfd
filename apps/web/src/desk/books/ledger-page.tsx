/** The entries of the ledger, filtered by account, currency, reason, source, day, command and amount. */
import { routes } from '@tukar/wire'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import deskStyles from '../desk.module.css'
import type { FeaturePageProps } from '../frame/feature-page.ts'
import { navigate } from '../frame/route-store.ts'
import { useLoaded } from '../use-loaded.ts'
import { type LedgerFilter, loadBooks, loadLedger, noFilter } from './books-calls.ts'
import { reasons, reasonText, t, parseSearch } from './books-texts.ts'
import styles from './books.module.css'
import { CsvButton } from './csv-button.tsx'
import { LedgerTable } from './ledger-table.tsx'

/** The page of the ledger; the path may have one filter: `account:1001`. */
export function LedgerPage({ rest }: FeaturePageProps) {
  // Another path is another search, so the form is remounted.
  return <Search key={rest.join('/')} rest={rest} />
}

function parseFilter(rest: readonly string[]): LedgerFilter {
  const search = parseSearch(rest)
  return search === null ? noFilter : { ...noFilter, [search.name]: search.value }
}

function Search({ rest }: Pick<FeaturePageProps, 'rest'>) {
  const [typed, setTyped] = useState(() => parseFilter(rest))
  const [filter, setFilter] = useState(typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFilter(typed)
  }
  const clear = () => {
    setTyped(noFilter)
    setFilter(noFilter)
    navigate({ page: 'own', name: 'transfers', rest: [] })
  }
  const name = JSON.stringify(filter)
  return (
    <div className={deskStyles['page']}>
      <div className={deskStyles['pageHead']}>
        <h1>{t('transfers')}</h1>
        <CsvButton
          route={routes.exportLedger}
          query={filter}
          label={t('transfers')}
          name="ledger"
        />
      </div>
      <p className={deskStyles['quiet']}>{t('transfersText')}</p>
      <form className={deskStyles['bar']} onSubmit={submit} role="search">
        <Fields typed={typed} onType={(change) => setTyped({ ...typed, ...change })} />
        <div className={styles['actions']}>
          <Button kind="primary" size="small" type="submit">
            {t('search')}
          </Button>
          <Button size="small" onClick={clear}>
            {t('clear')}
          </Button>
        </div>
      </form>
      <LedgerTable key={name} name={name} load={(before) => loadLedger(filter, before)} />
    </div>
  )
}

type FieldsProps = {
  readonly typed: LedgerFilter
  readonly onType: (change: Partial<LedgerFilter>) => void
}

function Fields({ typed, onType }: FieldsProps) {
  const books = useLoaded('books ', () => loadBooks(null))
  const currencies =
    books.loaded.state === 'ready' ? books.loaded.value.map(({ currency }) => currency) : []
  const field = (key: keyof LedgerFilter, label: string, note?: string, type = 'text') => (
    <Field
      label={label}
      type={type}
      {...(note !== undefined && { note })}
      value={typed[key]}
      onChange={(event) => onType({ [key]: event.target.value.trim() })}
    />
  )
  return (
    <div className={styles['filters']}>
      {field('account', t('accountLabel'))}
      <div className={styles['field']}>
        <span aria-hidden="true">{t('currencyLabel')}</span>
        <Select
          label={t('currencyLabel')}
          value={typed.currency}
          options={[
            { value: '', label: t('anyCurrency') },
            ...currencies.map((one) => ({ value: one, label: one })),
          ]}
          onChange={(currency) => onType({ currency })}
        />
      </div>
      <div className={styles['field']}>
        <span aria-hidden="true">{t('kindLabel')}</span>
        <Select
          label={t('kindLabel')}
          value={typed.kind}
          options={[
            { value: '', label: t('anyKind') },
            ...Object.keys(reasons).map((one) => ({ value: one, label: reasonText(one) })),
          ]}
          onChange={(kind) => onType({ kind })}
        />
      </div>
      {field('amount', t('amountLabel'), t('amountNote'))}
      {field('from', t('fromLabel'), undefined, 'date')}
      {field('to', t('toLabel'), undefined, 'date')}
      {field('source', t('sourceLabel'), t('sourceNote'))}
      {field('seq', t('seqLabel'))}
    </div>
  )
}
