/** The form of a dated rate, for one market or all markets of a quote currency. */
import { type DeskChargeKind, type DeskChargePayer, deskChargeKinds } from '@tukar/wire'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ChangeDialog } from '../change/change-dialog.tsx'
import { Choice } from './choice.tsx'
import { readPercent } from './market-form-model.ts'
import { kindText, payerText, t } from './market-texts.ts'
import styles from './markets.module.css'

export type FeeFormProps = {
  readonly market: { readonly pair: string; readonly quote: string }
  /** Called when it was proposed. */
  readonly onDone: () => void
}

/** The possible payers of a charge: maker or taker for a trading fee, buyer or seller for others. */
function findPayers(kind: DeskChargeKind): readonly DeskChargePayer[] {
  return kind === 'fee' ? ['taker', 'maker'] : ['seller', 'buyer', 'both']
}

type Typed = {
  readonly where: 'pair' | 'quote'
  readonly kind: DeskChargeKind
  readonly payer: DeskChargePayer
  readonly base: 'gross' | 'fee'
  readonly percent: string
  readonly from: string
}

const typedAtFirst: Typed = {
  where: 'pair',
  kind: 'fee',
  payer: 'taker',
  base: 'gross',
  percent: '',
  from: '',
}

/** The form. */
export function FeeForm({ market, onDone }: FeeFormProps) {
  const [typed, setTyped] = useState(typedAtFirst)
  const [fault, setFault] = useState<string | null>(null)
  const [input, setInput] = useState<object | null>(null)
  const show = () => {
    const ratePpm = readPercent(typed.percent)
    setFault(ratePpm === null ? t('percentWrong') : null)
    if (ratePpm !== null) setInput(toInput(market, typed, ratePpm))
  }
  const type = (more: Partial<Typed>) => {
    setTyped((before) => adjust({ ...before, ...more }))
    setFault(null)
  }
  return (
    <>
      <form
        className={styles['wide']}
        aria-label={t('addRate')}
        onSubmit={(event) => {
          event.preventDefault()
          show()
        }}
      >
        <h2>{t('addRate')}</h2>
        <FeeFields market={market} typed={typed} fault={fault} onType={type} />
        <div className={styles['buttons']}>
          <Button type="submit" kind="primary">
            {t('showPreview')}
          </Button>
        </div>
      </form>
      {input !== null && (
        <ChangeDialog
          kind="charge.schedule"
          input={input}
          onClose={() => setInput(null)}
          onDone={onDone}
        />
      )}
    </>
  )
}

/** Adjusts payer and base to values that the kind of charge allows. */
function adjust(typed: Typed): Typed {
  const payers = findPayers(typed.kind)
  return {
    ...typed,
    payer: payers.includes(typed.payer) ? typed.payer : (payers[0] ?? 'taker'),
    base: typed.kind === 'fee' ? 'gross' : typed.base,
  }
}

function toInput({ pair, quote }: FeeFormProps['market'], typed: Typed, ratePpm: number): object {
  const { where, kind, payer, base, from } = typed
  return {
    pair: where === 'pair' ? pair : null,
    quote: where === 'quote' ? quote : null,
    kind,
    payer,
    base,
    rate_ppm: ratePpm,
    from: from === '' ? null : from,
  }
}

type FeeFieldsProps = Pick<FeeFormProps, 'market'> & {
  readonly typed: Typed
  readonly fault: string | null
  readonly onType: (more: Partial<Typed>) => void
}

function FeeFields({ market: { pair, quote }, typed, fault, onType }: FeeFieldsProps) {
  const { where, kind, payer, base, percent, from } = typed
  return (
    <div className={styles['fields']}>
      <Choice
        label={t('where')}
        value={where}
        onChange={(next) => onType({ where: next })}
        options={[
          { value: 'pair', label: t('onlyPair', { pair: pair.replace('_', '/') }) },
          { value: 'quote', label: t('everyMarket', { quote }) },
        ]}
      />
      <Choice
        label={t('charge')}
        value={kind}
        onChange={(next) => onType({ kind: next })}
        options={deskChargeKinds.map((value) => ({ value, label: kindText(value) }))}
      />
      <Choice
        label={t('payer')}
        value={payer}
        onChange={(next) => onType({ payer: next })}
        options={findPayers(kind).map((value) => ({ value, label: payerText(value) }))}
      />
      {kind !== 'fee' && (
        <Choice
          label={t('rateOf')}
          value={base}
          onChange={(next) => onType({ base: next })}
          options={[
            { value: 'gross', label: t('gross') },
            { value: 'fee', label: t('feeItself') },
          ]}
        />
      )}
      <Field
        label={t('percent')}
        note={t('percentNote')}
        error={fault}
        inputMode="decimal"
        autoComplete="off"
        value={percent}
        onChange={(event) => onType({ percent: event.target.value })}
      />
      <Field
        label={t('fromDate')}
        note={t('fromNote')}
        type="date"
        value={from}
        onChange={(event) => onType({ from: event.target.value })}
      />
    </div>
  )
}
