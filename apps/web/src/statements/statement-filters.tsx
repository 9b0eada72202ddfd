/** The filters of a statement: days, a currency, a kind of entries. */
import { statementKindWords, statementMessages } from '@tukar/i18n'
import { useState } from 'react'
import { serverNowMs } from '../api/command-id.ts'
import { pageTranslator } from '../app/translate.ts'
import { language } from '../theme/preferences.ts'
import { useWallet } from '../trade/balances.ts'
import { SegmentedControl } from '../ui/choice.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import type { Chosen } from './statement-calls.ts'
import { areDays, toDays, type Preset, findPreset, presets } from './statement-days.ts'
import { kinds } from './statement-wire.ts'
import styles from './statements.module.css'

const t = pageTranslator(statementMessages)
const all = ''

export type StatementFiltersProps = {
  readonly chosen: Chosen
  readonly onChoose: (chosen: Chosen) => void
}

/** The filters. */
export function StatementFilters({ chosen, onChoose }: StatementFiltersProps) {
  const { balances } = useWallet()
  const [isCustom, setCustom] = useState(() => findPreset(chosen, serverNowMs()) === null)
  const preset = isCustom ? 'ownDays' : (findPreset(chosen, serverNowMs()) ?? 'ownDays')
  const pickPreset = (picked: Preset | 'ownDays') => {
    setCustom(picked === 'ownDays')
    if (picked !== 'ownDays') onChoose({ ...chosen, ...toDays(picked, serverNowMs()) })
  }
  const symbols = balances.map(({ symbol }) => symbol)
  const known =
    chosen.currency === undefined ? symbols : [...new Set([...symbols, chosen.currency])]
  return (
    <div className={styles['filters']}>
      <SegmentedControl
        label={t('period')}
        value={preset}
        choices={[...presets, 'ownDays' as const].map((value) => ({ value, label: t(value) }))}
        onChange={pickPreset}
        isWide
      />
      {preset === 'ownDays' && <CustomDays chosen={chosen} onChoose={onChoose} />}
      <div className={styles['selects']}>
        <label>
          <span>{t('currency')}</span>
          <Select
            label={t('currency')}
            value={chosen.currency ?? all}
            options={[
              { value: all, label: t('allCurrencies') },
              ...known.map((symbol) => ({ value: symbol, label: symbol })),
            ]}
            onChange={(symbol) =>
              onChoose({ ...chosen, currency: symbol === all ? undefined : symbol })
            }
          />
        </label>
        <label>
          <span>{t('kind')}</span>
          <Select
            label={t('kind')}
            value={chosen.kind ?? all}
            options={[
              { value: all, label: t('allKinds') },
              ...kinds.map((kind) => ({ value: kind, label: statementKindWords(kind, language) })),
            ]}
            onChange={(kind) => onChoose({ ...chosen, kind: kinds.find((one) => one === kind) })}
          />
        </label>
      </div>
    </div>
  )
}

/** Two dates, applied once they form a valid period. */
function CustomDays({ chosen, onChoose }: StatementFiltersProps) {
  const [days, setDays] = useState({ from: chosen.from, to: chosen.to })
  const change = (next: typeof days) => {
    setDays(next)
    if (areDays(next)) onChoose({ ...chosen, ...next })
  }
  return (
    <div className={styles['days']}>
      <Field
        type="date"
        label={t('from')}
        value={days.from}
        onChange={({ target }) => change({ ...days, from: target.value })}
        error={areDays(days) ? null : t('badDays')}
      />
      <Field
        type="date"
        label={t('to')}
        value={days.to}
        onChange={({ target }) => change({ ...days, to: target.value })}
      />
    </div>
  )
}
