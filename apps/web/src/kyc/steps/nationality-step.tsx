/** The choice of nationality (KYC-01, KYC-07): two cards and a button. */
import { kycMessages } from '@tukar/i18n'
import { useNavigate } from '../../router/state.ts'
import { useState } from 'react'
import { useAlert } from '../../accounts/use-alert.ts'
import { useBusy } from '../../accounts/use-busy.ts'
import { failureText } from '../../api/failure-text.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { chooseNationality, isOutOfOrder } from '../kyc-calls.ts'
import { KycActions, KycFrame } from '../kyc-frame.tsx'
import styles from '../kyc.module.css'
import type { KycStatus, Variant } from './steps.ts'

const t = pageTranslator(kycMessages)

const choices: readonly {
  readonly variant: Variant
  readonly name: string
  readonly text: string
}[] = [
  { variant: 'id', name: t('indonesia'), text: t('indonesiaText') },
  { variant: 'global', name: t('other'), text: t('otherText') },
]

export type StepProps = {
  readonly status: KycStatus
  /** Reloads the stored step, which redirects to its page. */
  readonly onMoved: () => void
}

/** `/kyc` and `/kyc/nationality`; with `isChange` an earlier choice is changed. */
export function NationalityStep({
  status,
  onMoved,
  isChange,
}: StepProps & { readonly isChange: boolean }) {
  const [chosen, setChosen] = useState<Variant | null>(status.variant)
  const [error, setError] = useState<string | null>(null)
  const navigate = useNavigate()
  const alert = useAlert()
  const { isBusy, onSubmit } = useBusy()
  const submit = async () => {
    alert.clear()
    if (chosen === null) return setError(t('nationalityFirst'))
    const failure = await chooseNationality(chosen)
    if (failure !== null) {
      alert.show('bad', failureText(failure))
      // The choice stays unless the server is at another step.
      if (!isOutOfOrder(failure)) return undefined
    }
    // After a changed choice the first page redirects to the stored step.
    if (failure === null && isChange) return navigate({ to: '/kyc/nationality', replace: true })
    return onMoved()
  }
  return (
    <KycFrame at={0} variant={chosen} title={t('nationalityTitle')} text={t('nationalityText')}>
      <form noValidate onSubmit={(event) => onSubmit(event, submit)} className={styles['form']}>
        <fieldset className={styles['cards']} aria-describedby="nationality-error">
          <legend>{t('nationalityLabel')}</legend>
          {choices.map(({ variant, name, text }) => (
            <label key={variant} className={styles['choice']}>
              <input
                type="radio"
                name="warganegara"
                value={variant}
                checked={chosen === variant}
                onChange={() => {
                  setChosen(variant)
                  setError(null)
                }}
              />
              <span>
                <strong>{name}</strong>
                <small>{text}</small>
              </span>
              <Icon name={variant === 'id' ? 'user' : 'globe'} size={24} />
            </label>
          ))}
        </fieldset>
        <p className={styles['fault']} id="nationality-error" role="alert">
          {error}
        </p>
        <KycActions>
          <Button type="submit" kind="primary" size="large" isWide isBusy={isBusy}>
            {t('next')}
          </Button>
        </KycActions>
      </form>
    </KycFrame>
  )
}
