/** The dialog that creates or edits an entry of the address book. */
import { addressBookMessages } from '@tukar/i18n'
import { counterpartyHomeMax, counterpartyLabelMax, counterpartyNameMax } from '@tukar/wire'
import { useState } from 'react'
import { useBusy } from '../../accounts/use-busy.ts'
import { failureText } from '../../api/failure-text.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { Field, TextAreaField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { AddressText } from '../chains/address-text.tsx'
import rupiahStyles from '../rupiah/rupiah.module.css'
import { changeCounterparty, saveCounterparty } from './book-calls.ts'
import {
  type Counterparty,
  type CounterpartyDraft,
  draftFaults,
  type DraftField,
  findDraftField,
  emptyDraft,
  findLookalike,
} from './counterparty.ts'
import { KindField } from './kind-field.tsx'
import { refreshAddressBook } from './use-address-book.ts'

const t = pageTranslator(addressBookMessages)

export type CounterpartyDialogProps = {
  /** All entries, to compare a new address with. */
  readonly entries: readonly Counterparty[]
  /** The entry to edit; `new` for a new one, null while the dialog is closed. */
  readonly entry: Counterparty | 'new' | null
  readonly onClose: () => void
}

/** The dialog; it starts with the saved values each time it opens. */
export function CounterpartyDialog({ entries, entry, onClose }: CounterpartyDialogProps) {
  const isNew = entry === null || entry === 'new'
  const title = isNew ? t('addTitle') : t('editTitle', { label: entry.label })
  return (
    <Dialog isOpen={entry !== null} onClose={onClose} title={title}>
      {entry !== null && (
        <CounterpartyForm entries={entries} entry={isNew ? null : entry} onClose={onClose} />
      )}
    </Dialog>
  )
}

type FormProps = Omit<CounterpartyDialogProps, 'entry'> & { readonly entry: Counterparty | null }
type Texts = Readonly<Partial<Record<DraftField | 'compared' | 'whole', string>>>

function useDraft({ entries, entry, onClose }: FormProps) {
  const [draft, setDraft] = useState<CounterpartyDraft>(entry ?? emptyDraft)
  const [errors, setErrors] = useState<Texts>({})
  const [isCompared, setCompared] = useState(false)
  const lookalike = findLookalike(entries, { id: entry?.id ?? null, address: draft.address })
  const { isBusy, onSubmit } = useBusy()
  const submit = async () => {
    const faults = Object.entries(draftFaults(draft))
    if (faults.length > 0) {
      return setErrors(Object.fromEntries(faults.map(([field, fault]) => [field, t(fault)])))
    }
    if (lookalike !== null && !isCompared) return setErrors({ compared: t('alikeMissing') })
    setErrors({})
    const failure =
      entry === null ? await saveCounterparty(draft) : await changeCounterparty(entry.id, draft)
    if (failure !== null) {
      return setErrors({ [findDraftField(failure.code) ?? 'whole']: failureText(failure) })
    }
    refreshAddressBook()
    toast('good', t(entry === null ? 'saved' : 'changed'))
    onClose()
  }
  const change = (part: Partial<CounterpartyDraft>) => {
    setErrors({})
    if ('address' in part) setCompared(false)
    setDraft({ ...draft, ...part })
  }
  const compare = (isDone: boolean) => {
    setErrors({})
    setCompared(isDone)
  }
  return { draft, change, errors, isBusy, submit, onSubmit, lookalike, isCompared, compare }
}

function CounterpartyForm(props: FormProps) {
  const draftForm = useDraft(props)
  const { errors, isBusy, submit, onSubmit } = draftForm
  return (
    <form className={rupiahStyles['form']} noValidate onSubmit={(event) => onSubmit(event, submit)}>
      <Fields of={draftForm} />
      {errors.whole !== undefined && (
        <Banner tone="bad" isSpoken>
          {errors.whole}
        </Banner>
      )}
      <div className={rupiahStyles['reviewActions']}>
        <Button size="large" disabled={isBusy} onClick={props.onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" kind="primary" size="large" isBusy={isBusy}>
          {t(isBusy ? 'saving' : 'save')}
        </Button>
      </div>
    </form>
  )
}

type DraftForm = Omit<ReturnType<typeof useDraft>, 'form'>

/** An address that looks like another entry's needs a separate confirmation. */
function LookalikeNote({
  of: { lookalike, isCompared, compare, errors },
}: {
  readonly of: DraftForm
}) {
  if (lookalike === null) return null
  return (
    <>
      <Banner tone="bad" isSpoken>
        <strong>{t('alike')}</strong>
        <AddressText address={lookalike} />
      </Banner>
      <Checkbox
        name="compared"
        checked={isCompared}
        error={errors.compared}
        onChange={(event) => compare(event.target.checked)}
      >
        {t('alikeCheck')}
      </Checkbox>
    </>
  )
}

function Fields({ of }: { readonly of: DraftForm }) {
  const { draft, errors, change } = of
  return (
    <>
      <Field
        label={t('label')}
        note={t('labelNote')}
        name="label"
        maxLength={counterpartyLabelMax}
        value={draft.label}
        error={errors.label}
        autoComplete="off"
        onChange={(event) => change({ label: event.target.value })}
      />
      <KindField value={draft.kind} onChange={(kind) => change({ kind })} />
      <Field
        label={t('address')}
        note={t('addressNote')}
        name="address"
        value={draft.address}
        error={errors.address}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) => change({ address: event.target.value })}
      />
      <LookalikeNote of={of} />
      <Field
        label={t('name')}
        note={t('nameNote')}
        name="name"
        maxLength={counterpartyNameMax}
        value={draft.name}
        error={errors.name}
        autoComplete="off"
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextAreaField
        label={t('home')}
        note={t('homeNote')}
        name="homeAddress"
        rows={2}
        maxLength={counterpartyHomeMax}
        value={draft.homeAddress}
        error={errors.homeAddress}
        onChange={(event) => change({ homeAddress: event.target.value })}
      />
    </>
  )
}
