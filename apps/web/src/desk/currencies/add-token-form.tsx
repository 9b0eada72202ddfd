/** The form of a new token: its contract, which the node reads, its fee and its limits. */
import type { DeskContract } from '@tukar/wire'
import { formatDecimal } from '@tukar/i18n'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { ChangeDialog } from '../change/change-dialog.tsx'
import deskStyles from '../desk.module.css'
import { Choice } from '../markets/choice.tsx'
import styles from '../markets/markets.module.css'
import { readTokenForm } from './currency-form-model.ts'
import type { Currencies } from './currency-wire.ts'
import { chainName, faultText, t } from './currency-texts.ts'
import { ProfileFields } from './profile-fields.tsx'
import { type TokenForm, useTokenForm } from './use-token-form.ts'

export type AddTokenFormProps = Currencies & {
  /** Called when it was proposed. */
  readonly onDone: () => void
}

const tokenFields = [
  ['contract', 'contract', 'contractNote'],
  ['symbol', 'symbol', 'symbolNote'],
  ['decimals', 'contractDecimals', null],
  ['unitDecimals', 'unitDecimals', 'unitNote'],
] as const

/** The form. */
export function AddTokenForm({ currencies, chains, hasTrialTokens, onDone }: AddTokenFormProps) {
  const form = useTokenForm(chains[0] ?? 'ethereum')
  const { token, profile, faults } = form
  const known = currencies.find(({ symbol }) => symbol === token.symbol.trim())
  const [input, setInput] = useState<object | null>(null)
  const show = () => {
    const read = readTokenForm(token, profile, known !== undefined)
    form.setFaults(read.ok ? {} : read.faults)
    if (read.ok) setInput(read.input)
  }
  return (
    <>
      <form
        className={styles['wide']}
        aria-label={t('add')}
        onSubmit={(event) => {
          event.preventDefault()
          show()
        }}
      >
        <h2>{t('add')}</h2>
        <p className={deskStyles['quiet']}>{t('addText')}</p>
        <TokenFields form={form} chains={chains} hasTrialTokens={hasTrialTokens} />
        {known === undefined ? (
          <ProfileFields
            typed={profile}
            faults={faults}
            isFiat={false}
            onType={(field, text) => form.setProfile({ ...profile, [field]: text })}
          />
        ) : (
          <Banner tone="info">{t('isFurther', { symbol: known.symbol })}</Banner>
        )}
        <div className={styles['buttons']}>
          <Button type="submit" kind="primary">
            {t('showPreview')}
          </Button>
        </div>
      </form>
      {input !== null && (
        <ChangeDialog
          kind="currency.add_token"
          input={input}
          onClose={() => setInput(null)}
          onDone={onDone}
        />
      )}
    </>
  )
}

type TokenFieldsProps = Pick<Currencies, 'chains' | 'hasTrialTokens'> & { readonly form: TokenForm }

function TokenFields({ form, chains, hasTrialTokens }: TokenFieldsProps) {
  const { token, faults, facts, isReading } = form
  return (
    <>
      <div className={styles['fields']}>
        <Choice
          label={t('chain')}
          value={token.chain}
          options={chains.map((chain) => ({ value: chain, label: chainName(chain) }))}
          onChange={(chain) => form.type({ chain })}
        />
        {tokenFields.map(([field, label, note]) => (
          <Field
            key={field}
            label={t(label)}
            note={note === null ? null : t(note)}
            error={faultText(faults[field])}
            inputMode={field === 'decimals' || field === 'unitDecimals' ? 'numeric' : 'text'}
            autoComplete="off"
            spellCheck={false}
            value={token[field]}
            onChange={(event) => form.type({ [field]: event.target.value })}
          />
        ))}
      </div>
      <div className={styles['buttons']}>
        <Button size="small" isBusy={isReading} onClick={() => void form.read()}>
          {t('read')}
        </Button>
        {hasTrialTokens && (
          <Button size="small" isBusy={isReading} onClick={() => void form.makeTrial()}>
            {t('trial')}
          </Button>
        )}
      </div>
      {hasTrialTokens && <p className={deskStyles['quiet']}>{t('trialText')}</p>}
      {facts !== null && <Facts facts={facts} />}
    </>
  )
}

function Facts({ facts }: { readonly facts: DeskContract }) {
  const { name, symbol, decimals, listed_as: listed } = facts
  const supply = formatDecimal(facts.supply, { decimals: 0 })
  return (
    <Banner tone={listed === null ? 'info' : 'warn'}>
      {`${t('readTitle')}: ${t('readFacts', { name, symbol, decimals, supply })} `}
      {listed !== null && t('listedAs', { symbol: listed })}
    </Banner>
  )
}
