/** The page of the address book: receivers and senders of coins. */
import { addressBookMessages } from '@tukar/i18n'
import { counterpartiesMax } from '@tukar/wire'
import { useState } from 'react'
import { SettingsFrame } from '../../accounts/settings/settings-frame.tsx'
import { useBusy } from '../../accounts/use-busy.ts'
import { failureText } from '../../api/failure-text.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Badge, EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import rupiahStyles from '../rupiah/rupiah.module.css'
import styles from './address-book.module.css'
import { removeCounterparty } from './book-calls.ts'
import { type Counterparty, entriesFor, searchedFrom } from './counterparty.ts'
import { CounterpartyDialog } from './counterparty-form.tsx'
import { refreshAddressBook, useAddressBook } from './use-address-book.ts'

const t = pageTranslator(addressBookMessages)

/** `/settings/wallets/address-book` */
export function AddressBookPage() {
  const { value: entries, isFailed, retry } = useAddressBook()
  const [written, setWritten] = useState<Counterparty | 'new' | null>(null)
  const [leaving, setLeaving] = useState<Counterparty | null>(null)
  const add = () => setWritten('new')
  return (
    <SettingsFrame title={t('title')} text={t('text')} help={<Help />}>
      {isFailed ? (
        <div className={rupiahStyles['card']}>
          <ErrorState title={t('loadFailed')} text={t('loadFailedText')} onRetry={retry} />
        </div>
      ) : entries === undefined ? (
        <div className={rupiahStyles['card']} aria-busy="true">
          <Skeleton width="100%" height={160} />
        </div>
      ) : entries.length === 0 ? (
        <div className={rupiahStyles['card']}>
          <EmptyState icon="info" action={<AddButton onAdd={add} />}>
            {t('empty')}
          </EmptyState>
        </div>
      ) : (
        <Entries entries={entries} onAdd={add} onEdit={setWritten} onRemove={setLeaving} />
      )}
      <CounterpartyDialog
        entries={entries ?? []}
        entry={written}
        onClose={() => setWritten(null)}
      />
      <RemoveDialog entry={leaving} onClose={() => setLeaving(null)} />
    </SettingsFrame>
  )
}

function Help() {
  return (
    <>
      <h2>{t('helpTitle')}</h2>
      <ul>
        <li>{t('helpFill')}</li>
        <li>{t('helpSender')}</li>
        <li>{t('helpCheck')}</li>
      </ul>
    </>
  )
}

function AddButton({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <Button kind="primary" onClick={onAdd}>
      {t('add')}
    </Button>
  )
}

type EntriesProps = {
  readonly entries: readonly Counterparty[]
  readonly onAdd: () => void
  readonly onEdit: (entry: Counterparty) => void
  readonly onRemove: (entry: Counterparty) => void
}

function Entries({ entries, onAdd, onEdit, onRemove }: EntriesProps) {
  const [text, setText] = useState('')
  const found = entriesFor(entries, text)
  return (
    <section className={styles['entries']} aria-label={t('list')}>
      <header>
        <p>{t('count', { count: entries.length, max: counterpartiesMax })}</p>
        <AddButton onAdd={onAdd} />
      </header>
      {entries.length >= searchedFrom && (
        <Field
          type="search"
          label={t('search')}
          note={t('searchNote')}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {found.length === 0 && (
        <p className={styles['none']}>{t('noneFound', { text: text.trim() })}</p>
      )}
      {found.map((entry) => (
        <Entry key={entry.id} entry={entry} onEdit={onEdit} onRemove={onRemove} />
      ))}
    </section>
  )
}

function Entry({
  entry,
  onEdit,
  onRemove,
}: Pick<EntriesProps, 'onEdit' | 'onRemove'> & { readonly entry: Counterparty }) {
  const { label, kind, family, address, name, homeAddress } = entry
  const who = [name, homeAddress].filter((part) => part !== '').join(', ')
  return (
    <article className={styles['entry']}>
      <div>
        <header>
          <h2>{label}</h2>
          <Badge>{t(kind)}</Badge>
          {family !== null && <Badge>{t(family === 'evm' ? 'familyEvm' : 'familyBitcoin')}</Badge>}
        </header>
        {address !== '' && <code>{address}</code>}
        {who !== '' && <p>{who}</p>}
      </div>
      <div className={styles['actions']}>
        <Button size="small" aria-label={t('editOf', { label })} onClick={() => onEdit(entry)}>
          {t('edit')}
        </Button>
        <Button size="small" aria-label={t('removeOf', { label })} onClick={() => onRemove(entry)}>
          {t('remove')}
        </Button>
      </div>
    </article>
  )
}

/** Removal needs a confirmation, because it cannot be undone. */
function RemoveDialog({
  entry,
  onClose,
}: {
  readonly entry: Counterparty | null
  readonly onClose: () => void
}) {
  const { isBusy, run } = useBusy()
  const remove = () =>
    run(async () => {
      if (entry === null) return
      const failure = await removeCounterparty(entry.id)
      if (failure === null || failure.code === 'book.unknown') toast('good', t('removed'))
      else toast('bad', failureText(failure))
      refreshAddressBook()
      onClose()
    })
  const label = entry?.label ?? ''
  return (
    <Dialog
      isOpen={entry !== null}
      onClose={onClose}
      title={t('removeTitle', { label })}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {t('keep')}
          </Button>
          <Button kind="danger" isBusy={isBusy} onClick={remove}>
            {t(isBusy ? 'removing' : 'remove')}
          </Button>
        </>
      }
    >
      <p>{t('removeText')}</p>
    </Dialog>
  )
}
