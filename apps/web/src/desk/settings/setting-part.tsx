/** One setting: its value, its last change, and the form that proposes another value. */
import { amountInWords, consoleSettingMessages } from '@tukar/i18n'
import type { SettingValue } from '@tukar/wire'
import { useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { language } from '../../theme/preferences.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldFrame } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { localize } from '../change/change-texts.ts'
import styles from '../desk.module.css'
import { momentText, t as tDesk } from '../texts.ts'
import { parseRupiah, type Setting, toTypedValue, parseValue } from './setting.ts'

const t = pageTranslator(consoleSettingMessages)

export type SettingPartProps = {
  readonly setting: Setting
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  /** Called with the new value; null restores the default. */
  readonly onPropose: (value: SettingValue) => void
}

/** A setting with its form. */
export function SettingPart({ setting, isOpen, onOpen, onPropose }: SettingPartProps) {
  const { title, note, said, defaultSaid, isDefault, changedAt, changedBy } = setting
  return (
    <section className={styles['setting']} aria-label={localize(title)}>
      <div>
        <h3>{localize(title)}</h3>
        <p className={styles['quiet']}>{localize(note)}</p>
      </div>
      <dl className={styles['facts']}>
        <div>
          <dt>{t('now')}</dt>
          <dd>{localize(said)}</dd>
        </div>
        {!isDefault && (
          <div>
            <dt>{t('byDefault')}</dt>
            <dd>{localize(defaultSaid)}</dd>
          </div>
        )}
      </dl>
      <p className={styles['quiet']}>
        {changedAt === ''
          ? t('neverChanged')
          : t('changedBy', { name: changedBy, at: momentText(changedAt) })}
      </p>
      {!setting.isMineToSet && <p className={styles['quiet']}>{t('notYours')}</p>}
      {setting.isMineToSet && !isOpen && (
        <div className={styles['choices']}>
          <Button
            size="small"
            aria-label={t('changeWhat', { what: localize(title) })}
            onClick={() => onOpen(true)}
          >
            {t('change')}
          </Button>
        </div>
      )}
      {setting.isMineToSet && isOpen && (
        <ValueForm setting={setting} onCancel={() => onOpen(false)} onPropose={onPropose} />
      )}
    </section>
  )
}

type ValueFormProps = Pick<SettingPartProps, 'setting' | 'onPropose'> & {
  readonly onCancel: () => void
}

function ValueForm({ setting, onCancel, onPropose }: ValueFormProps) {
  const [typed, setTyped] = useState(toTypedValue(setting))
  const [isTried, setTried] = useState(false)
  const error = findProblem(setting, typed)
  return (
    <form
      className={styles['form']}
      aria-label={t('changeWhat', { what: localize(setting.title) })}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (error === null) onPropose(parseValue(setting.field, typed))
      }}
    >
      <ValueField
        setting={setting}
        typed={typed}
        error={isTried ? error : null}
        onType={(text) => {
          setTyped(text)
          setTried(false)
        }}
      />
      <div className={styles['choices']}>
        <Button onClick={onCancel}>{tDesk('cancel')}</Button>
        {!setting.isDefault && <Button onClick={() => onPropose(null)}>{t('toDefault')}</Button>}
        <Button type="submit" kind="primary">
          {t('show')}
        </Button>
      </div>
    </form>
  )
}

/** Why this value cannot be proposed; null if it can. */
function findProblem({ field, value }: Setting, typed: string): string | null {
  const next = parseValue(field, typed)
  if (next === null) return t(field === 'rupiah' ? 'rupiahWrong' : 'countWrong')
  return next === value ? t('same') : null
}

type ValueFieldProps = {
  readonly setting: Setting
  readonly typed: string
  readonly error: string | null
  readonly onType: (text: string) => void
}

function ValueField({ setting: { field }, typed, error, onType }: ValueFieldProps) {
  if (field === 'switch') {
    const options = (['on', 'off'] as const).map((value) => ({ value, label: t(value) }))
    return (
      <FieldFrame label={t('newValue')} error={error}>
        {() => (
          <Select
            label={t('newValue')}
            value={typed === 'on' ? 'on' : 'off'}
            options={options}
            onChange={onType}
          />
        )}
      </FieldFrame>
    )
  }
  const raw = field === 'rupiah' ? parseRupiah(typed) : null
  const words = raw === null ? null : amountInWords(raw, 'IDR', language)
  return (
    <Field
      label={t('newValue')}
      error={error}
      // The line is always rendered, so that the layout does not shift while typing.
      note={field === 'rupiah' ? (words ?? '\u00a0') : undefined}
      inputMode={field === 'text' ? 'text' : 'numeric'}
      value={typed}
      autoComplete="off"
      onChange={(event) => onType(event.target.value)}
    />
  )
}
