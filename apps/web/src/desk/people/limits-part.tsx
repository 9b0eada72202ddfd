/** A person's daily withdrawal limit, and the form that proposes another one. */
import { useState } from 'react'
import { Badge } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import type { ChangeRequest } from '../change/change-calls.ts'
import deskStyles from '../desk.module.css'
import { readTyped } from '../markets/market-form-model.ts'
import { amountText } from '../markets/market-texts.ts'
import styles from './people.module.css'
import type { PersonLimit } from './people-wire.ts'
import { t } from './people-texts.ts'
import { TablePart } from './table-part.tsx'

export type LimitsPartProps = {
  readonly userId: number
  readonly limits: readonly PersonLimit[]
  /** Null: the operator may not change limits. */
  readonly onPropose: ((change: ChangeRequest) => void) | null
}

/** The section of limits. */
export function LimitsPart({ userId, limits, onPropose }: LimitsPartProps) {
  const [changed, setChanged] = useState<string | null>(null)
  const columns = [t('currency'), t('daily'), t('usual')]
  return (
    <TablePart
      name={t('limits')}
      empty={t('limitsEmpty')}
      isEmpty={limits.length === 0}
      columns={onPropose === null ? columns : [...columns, t('change')]}
    >
      {limits.map((limit) => (
        <tr key={limit.currency}>
          <th scope="row">{limit.currency}</th>
          <td>
            {amountText(limit.daily, limit.currency)}{' '}
            {limit.isOwn && <Badge tone="warn">{t('ownLimit')}</Badge>}
          </td>
          <td>{amountText(limit.usual, limit.currency)}</td>
          {onPropose !== null && (
            <td>
              <Button
                size="small"
                aria-label={t('changeLimit', { currency: limit.currency })}
                onClick={() => setChanged(limit.currency)}
              >
                {t('change')}
              </Button>
              <Dialog
                isOpen={changed === limit.currency}
                onClose={() => setChanged(null)}
                title={t('changeLimit', { currency: limit.currency })}
              >
                <LimitForm
                  limit={limit}
                  onChosen={(daily) => {
                    setChanged(null)
                    const input = { user_id: userId, currency: limit.currency, daily }
                    onPropose({ kind: 'user.limits', input })
                  }}
                />
              </Dialog>
            </td>
          )}
        </tr>
      ))}
    </TablePart>
  )
}

type LimitFormProps = {
  readonly limit: PersonLimit
  /** Null: the general limit. */
  readonly onChosen: (daily: string | null) => void
}

function LimitForm({ limit, onChosen }: LimitFormProps) {
  const [daily, setDaily] = useState('')
  const [isTried, setTried] = useState(false)
  const { currency } = limit
  // Rupiah amounts have two decimals here, so a single separator before three digits groups.
  const typed = readTyped(daily, { currency, decimals: currency === 'IDR' ? 2 : 18 })
  return (
    <form
      className={deskStyles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if ('raw' in typed) onChosen(typed.raw)
      }}
    >
      <Field
        label={t('newLimit', { currency })}
        inputMode="decimal"
        autoComplete="off"
        value={daily}
        error={isTried && 'fault' in typed ? t('limitWrong') : null}
        note={t('limitNote', { usual: amountText(limit.usual, limit.currency) })}
        onChange={(event) => setDaily(event.target.value)}
      />
      <div className={styles['actions']}>
        {limit.isOwn && <Button onClick={() => onChosen(null)}>{t('asUsual')}</Button>}
        <Button type="submit" kind="primary">
          {t('lookFirst')}
        </Button>
      </div>
    </form>
  )
}
