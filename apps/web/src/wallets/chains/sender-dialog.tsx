/** The sender of a deposit (TRAVEL-05, DEC-118): required once, from the travel rule's limit on. */
import { addressBookMessages, coinMessages } from '@tukar/i18n'
import { senderAddressMax, senderIdNumberMax, senderNameMax } from '@tukar/wire'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useBusy } from '../../accounts/use-busy.ts'
import { failureText } from '../../api/failure-text.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button, TextButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { Field, TextAreaField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { planForSender, findSenders } from '../address-book/counterparty.ts'
import { CounterpartyPicker } from '../address-book/counterparty-picker.tsx'
import { SaveTick } from '../address-book/save-tick.tsx'
import { useAddressBook } from '../address-book/use-address-book.ts'
import { useSaving } from '../address-book/use-saving.ts'
import rupiahStyles from '../rupiah/rupiah.module.css'
import { type Coin, type CoinDeposit, shownDecimal } from './coin.ts'
import { submitSender } from './coin-calls.ts'
import { refreshCoins } from './use-coin.ts'

const t = pageTranslator(coinMessages)
const tBook = pageTranslator(addressBookMessages)

export type SenderDialogProps = {
  readonly coin: Coin
  /** Null closes the dialog. */
  readonly deposit: CoinDeposit | null
  readonly onClose: () => void
}

/** The dialog; it starts fresh each time it opens. */
export function SenderDialog({ coin, deposit, onClose }: SenderDialogProps) {
  return (
    <Dialog isOpen={deposit !== null} onClose={onClose} title={t('senderTitle')}>
      {deposit !== null && <SenderForm coin={coin} deposit={deposit} onClose={onClose} />}
    </Dialog>
  )
}

type Errors = { readonly name?: string; readonly address?: string; readonly whole?: string }

function useSender(deposit: CoinDeposit, onClose: () => void) {
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [idNumber, setIdNumber] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const { isBusy, run } = useBusy()
  const book = useAddressBook()
  const saving = useSaving('person')
  const sender = { name, homeAddress: address }
  const plan = book.value === undefined ? null : planForSender(book.value, sender)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const empty = {
      ...(name.trim() === '' && { name: t('emptyField') }),
      ...(address.trim() === '' && { address: t('emptyField') }),
    }
    setErrors(empty)
    if (Object.keys(empty).length > 0 || !saving.check(plan)) return
    run(async () => {
      const failure = await submitSender(deposit.id, { name, address, idNumber })
      if (failure !== null) return setErrors({ whole: failureText(failure) })
      toast('good', t('senderTaken'))
      saving.save(plan, { ...sender, address: '' })
      refreshCoins()
      onClose()
    })
  }
  const fields = { name, setName, address, setAddress }
  return { ...fields, idNumber, setIdNumber, errors, isBusy, submit, book, saving, plan }
}

type SenderFormProps = {
  readonly coin: Coin
  readonly deposit: CoinDeposit
  readonly onClose: () => void
}

/** The form; the address book picker opens above it. */
function SenderForm({ coin: { symbol }, deposit, onClose }: SenderFormProps) {
  const form = useSender(deposit, onClose)
  const { errors, isBusy } = form
  const [isBookOpen, setBookOpen] = useState(false)
  return (
    <>
      <form className={rupiahStyles['form']} noValidate onSubmit={form.submit}>
        <p>{t('senderText', { amount: shownDecimal(deposit.amount), symbol })}</p>
        <SenderFields form={form} onBook={() => setBookOpen(true)} />
        <SaveTick saving={form.saving} plan={form.plan} suggestion={form.name} />
        {errors.whole !== undefined && (
          <Banner tone="bad" isSpoken>
            {errors.whole}
          </Banner>
        )}
        <div className={rupiahStyles['reviewActions']}>
          <Button size="large" disabled={isBusy} onClick={onClose}>
            {t('cancelForm')}
          </Button>
          <Button type="submit" kind="primary" size="large" isBusy={isBusy}>
            {t(isBusy ? 'senderSending' : 'senderSend')}
          </Button>
        </div>
      </form>
      <CounterpartyPicker
        isOpen={isBookOpen}
        onClose={() => setBookOpen(false)}
        book={form.book}
        fitting={findSenders}
        onPick={(entry) => {
          form.setName(entry.name)
          form.setAddress(entry.homeAddress)
        }}
      />
    </>
  )
}

type SenderFieldsProps = {
  readonly form: ReturnType<typeof useSender>
  readonly onBook: () => void
}

function SenderFields({ form, onBook }: SenderFieldsProps) {
  const { name, address, idNumber, errors } = form
  const nameField = useRef<HTMLInputElement>(null)
  const addressField = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (errors.name !== undefined) nameField.current?.focus()
    else if (errors.address !== undefined) addressField.current?.focus()
  }, [errors])
  return (
    <>
      <Field
        ref={nameField}
        label={t('senderName')}
        aside={<TextButton onClick={onBook}>{tBook('open')}</TextButton>}
        name="kyt_name"
        maxLength={senderNameMax}
        value={name}
        error={errors.name}
        onChange={(event) => form.setName(event.target.value)}
      />
      <TextAreaField
        ref={addressField}
        label={t('senderAddress')}
        name="kyt_home_address"
        rows={2}
        maxLength={senderAddressMax}
        value={address}
        error={errors.address}
        onChange={(event) => form.setAddress(event.target.value)}
      />
      <Field
        label={t('senderId')}
        name="kyt_id_number"
        maxLength={senderIdNumberMax}
        value={idNumber}
        onChange={(event) => form.setIdNumber(event.target.value)}
      />
    </>
  )
}
