/** Withheld taxes that were not remitted yet, and the form that records a remittance. */
import { consoleTaxMessages } from '@tukar/i18n'
import { useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { kindText, rupiahText } from '../../tax/tax-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { VisuallyHidden } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import type { ChangeRequest } from '../change/change-calls.ts'
import deskStyles from '../desk.module.css'
import { DeskTable, figureHead } from '../desk-table.tsx'
import { isReference, typedRupiah, wholeRupiah } from './remitted-rupiah.ts'
import styles from './tax.module.css'
import type { Held } from './tax-wire.ts'

const t = pageTranslator(consoleTaxMessages)

export type RemittanceProps = {
  readonly held: readonly Held[]
  readonly onPropose: (wanted: ChangeRequest) => void
}

/** The section. */
export function Remittance({ held, onPropose }: RemittanceProps) {
  const [chosen, setChosen] = useState<Held | null>(null)
  return (
    <section className={deskStyles['card']} aria-label={t('held')}>
      <h2>{t('held')}</h2>
      <p className={deskStyles['quiet']}>{t('heldText')}</p>
      <DeskTable label={t('held')} heads={[t('kind'), figureHead(t('heldNow')), t('sent')]}>
        {held.map((one) => (
          <tr key={one.kind}>
            <th scope="row" className={styles['kind']}>
              {kindText(one.kind)}
            </th>
            <td className={styles['figure']}>{rupiahText(one.amount)}</td>
            <td>
              <Button
                size="small"
                disabled={wholeRupiah(one.amount) === null}
                onClick={() => setChosen(one)}
              >
                {t('sent')} <VisuallyHidden>{kindText(one.kind)}</VisuallyHidden>
              </Button>
            </td>
          </tr>
        ))}
      </DeskTable>
      {chosen !== null && (
        <Dialog
          isOpen
          onClose={() => setChosen(null)}
          title={t('sentOf', { kind: kindText(chosen.kind) })}
        >
          <SentForm
            held={chosen}
            onChosen={(wanted) => {
              setChosen(null)
              onPropose(wanted)
            }}
          />
        </Dialog>
      )}
    </section>
  )
}

type SentFormProps = {
  readonly held: Held
  readonly onChosen: (wanted: ChangeRequest) => void
}

function SentForm({ held, onChosen }: SentFormProps) {
  const [amount, setAmount] = useState(wholeRupiah(held.amount) ?? '')
  const [reference, setReference] = useState('')
  const [isTried, setTried] = useState(false)
  const whole = typedRupiah(amount.trim())
  const isReferenceRight = isReference(reference.trim())
  return (
    <form
      className={deskStyles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (whole === null || !isReferenceRight) return
        const input = { kind: held.kind, amount: whole, reference: reference.trim() }
        onChosen({ kind: 'tax.hand_on', input })
      }}
    >
      <Field
        label={t('sentAmount')}
        inputMode="numeric"
        autoComplete="off"
        value={amount}
        error={isTried && whole === null ? t('sentAmountWrong') : null}
        note={t('sentAmountNote', { held: rupiahText(held.amount) })}
        onChange={(event) => setAmount(event.target.value)}
      />
      <Field
        label={t('reference')}
        autoComplete="off"
        maxLength={60}
        value={reference}
        error={isTried && !isReferenceRight ? t('referenceWrong') : null}
        note={t('referenceNote')}
        onChange={(event) => setReference(event.target.value)}
      />
      <div className={deskStyles['choices']}>
        <Button type="submit" kind="primary">
          {t('lookFirst')}
        </Button>
      </div>
    </form>
  )
}
