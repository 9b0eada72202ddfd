/** One setting: how it stands, who changed it last, and the form by which another value is proposed. */
import { amountInWords, deskSettingMessages } from '@tukar/i18n'
import type { SettingValue } from '@tukar/wire'
import { useState } from 'react'
import { sayer } from '../../app/translate.ts'
import { language } from '../../theme/preferences.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldFrame } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { inWords } from '../change/change-words.ts'
import styles from '../desk.module.css'
import { momentText, say as sayDesk } from '../texts.ts'
import { rupiahOf, type Setting, typedOf, valueOf } from './setting.ts'

const say = sayer(deskSettingMessages)

export type SettingPartProps = {
  readonly setting: Setting
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  /** Called with the wanted value; null restores the default. */
  readonly onWant: (value: SettingValue) => void
}

/** A setting with its form. */
export function SettingPart({ setting, isOpen, onOpen, onWant }: SettingPartProps) {
  const { title, note, said, defaultSaid, isDefault, changedAt, changedBy } = setting
  return (
    <section className={styles['setting']} aria-label={inWords(title)}>
      <div>
        <h3>{inWords(title)}</h3>
        <p className={styles['quiet']}>{inWords(note)}</p>
      </div>
      <dl className={styles['facts']}>
        <div>
          <dt>{say('now')}</dt>
          <dd>{inWords(said)}</dd>
        </div>
        {!isDefault && (
          <div>
            <dt>{say('byDefault')}</dt>
            <dd>{inWords(defaultSaid)}</dd>
          </div>
        )}
      </dl>
      <p className={styles['quiet']}>
        {changedAt === ''
          ? say('neverChanged')
          : say('changedBy', { name: changedBy, at: momentText(changedAt) })}
      </p>
      {!setting.isMineToSet && <p className={styles['quiet']}>{say('notYours')}</p>}
      {setting.isMineToSet && !isOpen && (
        <div className={styles['choices']}>
          <Button
            size="small"
            aria-label={say('changeWhat', { what: inWords(title) })}
            onClick={() => onOpen(true)}
          >
            {say('change')}
          </Button>
        </div>
      )}
      {setting.isMineToSet && isOpen && (
        <ValueForm setting={setting} onCancel={() => onOpen(false)} onWant={onWant} />
      )}
    </section>
  )
}

type ValueFormProps = Pick<SettingPartProps, 'setting' | 'onWant'> & {
  readonly onCancel: () => void
}

function ValueForm({ setting, onCancel, onWant }: ValueFormProps) {
  const [typed, setTyped] = useState(typedOf(setting))
  const [isTried, setTried] = useState(false)
  const error = troubleOf(setting, typed)
  return (
    <form
      className={styles['form']}
      aria-label={say('changeWhat', { what: inWords(setting.title) })}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (error === null) onWant(valueOf(setting.field, typed))
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
        <Button onClick={onCancel}>{sayDesk('cancel')}</Button>
        {!setting.isDefault && <Button onClick={() => onWant(null)}>{say('toDefault')}</Button>}
        <Button type="submit" kind="primary">
          {say('show')}
        </Button>
      </div>
    </form>
  )
}

/** Why this cannot be proposed; null where it can. */
function troubleOf({ field, value }: Setting, typed: string): string | null {
  const next = valueOf(field, typed)
  if (next === null) return say(field === 'rupiah' ? 'rupiahWrong' : 'countWrong')
  return next === value ? say('same') : null
}

type ValueFieldProps = {
  readonly setting: Setting
  readonly typed: string
  readonly error: string | null
  readonly onType: (text: string) => void
}

function ValueField({ setting: { field }, typed, error, onType }: ValueFieldProps) {
  if (field === 'switch') {
    const options = (['on', 'off'] as const).map((value) => ({ value, label: say(value) }))
    return (
      <FieldFrame label={say('newValue')} error={error}>
        {() => (
          <Select
            label={say('newValue')}
            value={typed === 'on' ? 'on' : 'off'}
            options={options}
            onChange={onType}
          />
        )}
      </FieldFrame>
    )
  }
  const raw = field === 'rupiah' ? rupiahOf(typed) : null
  const words = raw === null ? null : amountInWords(raw, 'IDR', language)
  return (
    <Field
      label={say('newValue')}
      error={error}
      // Its line stays, so that nothing moves while one types.
      note={field === 'rupiah' ? (words ?? '\u00a0') : undefined}
      inputMode={field === 'text' ? 'text' : 'numeric'}
      value={typed}
      autoComplete="off"
      onChange={(event) => onType(event.target.value)}
    />
  )
}
