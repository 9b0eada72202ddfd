/** Selects an entry of the address book; a long list has a search field. */
import { addressBookMessages } from '@tukar/i18n'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { Link } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Badge, EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { shortAddress } from '../chains/coin-withdrawal.ts'
import type { Loaded } from '../rupiah/use-rupiah.ts'
import styles from './address-book.module.css'
import { type Counterparty, entriesFor, searchedFrom } from './counterparty.ts'

const t = pageTranslator(addressBookMessages)

export type CounterpartyPickerProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly book: Loaded<readonly Counterparty[]>
  /** Filters the entries that this form can use. */
  readonly fitting: (entries: readonly Counterparty[]) => readonly Counterparty[]
  readonly onPick: (entry: Counterparty) => void
}

/** The dialog; a selection closes it. */
export function CounterpartyPicker(props: CounterpartyPickerProps) {
  const { isOpen, onClose, book, fitting, onPick } = props
  const entries = book.value === undefined ? undefined : fitting(book.value)
  const pick = (entry: Counterparty) => {
    onPick(entry)
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('pickTitle')}>
      <div className={styles['picker']}>
        {book.isFailed ? (
          <ErrorState title={t('loadFailed')} text={t('pickFailedText')} onRetry={book.retry} />
        ) : entries === undefined ? (
          <Skeleton width="100%" height={120} />
        ) : entries.length === 0 ? (
          <EmptyState icon="info">{t('pickEmpty')}</EmptyState>
        ) : (
          <Choices entries={entries} onPick={pick} />
        )}
        <p className={styles['manage']}>
          <Link to="/settings/wallets/address-book">{t('manage')}</Link>
        </p>
      </div>
    </Dialog>
  )
}

type ChoicesProps = {
  readonly entries: readonly Counterparty[]
  readonly onPick: (entry: Counterparty) => void
}

function Choices({ entries, onPick }: ChoicesProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const found = entriesFor(entries, text)
  const [first] = found
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Keeps the event from the surrounding form.
    event.preventDefault()
    if (first !== undefined) onPick(first)
  }
  return (
    <>
      {entries.length >= searchedFrom && (
        <Field
          ref={field}
          type="search"
          label={t('search')}
          note={t('searchNote')}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onKeyDown={onKeyDown}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {found.length === 0 ? (
        <p className={styles['none']}>{t('noneFound', { text: text.trim() })}</p>
      ) : (
        <ul className={styles['choices']} aria-label={t('list')}>
          {found.map((entry) => (
            <li key={entry.id}>
              <button type="button" onClick={() => onPick(entry)}>
                <span className={styles['choiceHead']}>
                  <b>{entry.label}</b>
                  <Badge>{t(entry.kind)}</Badge>
                </span>
                <small>
                  {[entry.name, entry.address === '' ? '' : shortAddress(entry.address)]
                    .filter((part) => part !== '')
                    .join(' · ')}
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
