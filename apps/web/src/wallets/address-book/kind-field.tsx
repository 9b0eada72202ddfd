/** The kind of a counterparty: the user's own wallet, an exchange, or another person. */
import { addressBookMessages } from '@tukar/i18n'
import type { CounterpartyKind } from '@tukar/wire'
import { pageTranslator } from '../../app/translate.ts'
import { FieldFrame } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { classes } from '../../ui/classes.ts'
import chainStyles from '../chains/chains.module.css'
import styles from './address-book.module.css'
import { kinds } from './counterparty.ts'

const t = pageTranslator(addressBookMessages)

export type KindFieldProps = {
  readonly value: CounterpartyKind
  readonly onChange: (kind: CounterpartyKind) => void
}

/** The native select element, which all phones and screen readers support. */
export function KindField({ value, onChange }: KindFieldProps) {
  const pick = (text: string) => {
    const kind = kinds.find((one) => one === text)
    if (kind !== undefined) onChange(kind)
  }
  return (
    <div className={classes(chainStyles['choice'], styles['kind'])}>
      <FieldFrame label={t('kind')}>
        {(ids) => (
          <span className={chainStyles['pick']}>
            <select
              {...ids}
              name="counterparty_kind"
              value={value}
              onChange={(event) => pick(event.target.value)}
            >
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(kind)}
                </option>
              ))}
            </select>
            <Icon name="chevron-down" size={14} />
          </span>
        )}
      </FieldFrame>
    </div>
  )
}
