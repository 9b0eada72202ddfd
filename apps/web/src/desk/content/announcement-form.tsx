/** The form of an announcement, new or edited. */
import { type AnnouncementLevel, announcementTextLengthMax } from '@tukar/wire'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { Field, FieldFrame } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from '../desk.module.css'
import { useLoaded } from '../use-loaded.ts'
import { loadCurrencies, saveAnnouncement } from './content-calls.ts'
import own from './content.module.css'
import {
  type Announcement,
  toFieldValue,
  type InBoth,
  parseFieldValue,
  nowField,
} from './content.ts'
import { bothLanguages, languageNames, t } from './content-texts.ts'

export type AnnouncementFormProps = {
  /** The announcement to edit; null creates one. */
  readonly read: Announcement | null
  readonly onClose: () => void
}

/** The form; it closes once it is saved. */
export function AnnouncementForm({ read, onClose }: AnnouncementFormProps) {
  const [text, setText] = useState(read?.text ?? { en: '', id: '' })
  const [level, setLevel] = useState<AnnouncementLevel>(read?.level ?? 'info')
  const [link, setLink] = useState(read?.link ?? '')
  const [currency, setCurrency] = useState(read?.currency ?? '')
  const [from, setFrom] = useState(() => (read === null ? nowField() : toFieldValue(read.startsAt)))
  const [to, setTo] = useState(toFieldValue(read?.endsAt ?? ''))
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    const startsAt = parseFieldValue(from)
    if (startsAt === null) return setFailure(t('dateMissing'))
    setBusy(true)
    const endsAt = parseFieldValue(to)
    const answer = await saveAnnouncement(read, { level, text, link, currency, startsAt, endsAt })
    setBusy(false)
    if (!answer.ok) return setFailure(failureText(answer))
    toast('good', t('announced'))
    return onClose()
  }
  return (
    <form
      className={own['side']}
      aria-label={t(read === null ? 'newAnnouncement' : 'edit')}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextFields text={text} onChange={setText} />
      <PeriodFields {...{ from, setFrom, to, setTo }} />
      <div className={own['sides']}>
        <FieldFrame label={t('level')}>
          {() => (
            <Select
              label={t('level')}
              value={level}
              options={(['info', 'warning'] as const).map((value) => ({
                value,
                label: t(value),
              }))}
              onChange={setLevel}
            />
          )}
        </FieldFrame>
        <CurrencyField currency={currency} onChange={setCurrency} />
      </div>
      <Field
        label={t('link')}
        note={t('linkNote')}
        value={link}
        onChange={(event) => setLink(event.target.value)}
      />
      {failure !== null && (
        <Banner tone="bad" isSpoken>
          {failure}
        </Banner>
      )}
      <div className={styles['choices']}>
        <Button onClick={onClose}>{t('close')}</Button>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

type TextFieldsProps = { readonly text: InBoth; readonly onChange: (text: InBoth) => void }

function TextFields({ text, onChange }: TextFieldsProps) {
  return bothLanguages.map((language) => (
    <Field
      key={language}
      label={t('textOf', { language: languageNames[language] })}
      note={t('textNote', { max: announcementTextLengthMax })}
      maxLength={announcementTextLengthMax}
      value={text[language]}
      onChange={(event) => onChange({ ...text, [language]: event.target.value })}
    />
  ))
}

type PeriodFieldsProps = {
  readonly from: string
  readonly setFrom: (text: string) => void
  readonly to: string
  readonly setTo: (text: string) => void
}

function PeriodFields({ from, setFrom, to, setTo }: PeriodFieldsProps) {
  return (
    <div className={own['sides']}>
      <Field
        label={t('from')}
        type="datetime-local"
        value={from}
        onChange={(event) => setFrom(event.target.value)}
      />
      <Field
        label={t('to')}
        note={t('toNote')}
        type="datetime-local"
        value={to}
        onChange={(event) => setTo(event.target.value)}
      />
    </div>
  )
}

type CurrencyFieldProps = {
  readonly currency: string
  readonly onChange: (currency: string) => void
}

/** Where it is shown: above all pages, or in the wallet of one currency. */
function CurrencyField({ currency, onChange }: CurrencyFieldProps) {
  const { loaded } = useLoaded('currencies', loadCurrencies)
  const listed = loaded.state === 'ready' ? loaded.value : []
  const symbols = [...new Set([...listed, currency])].filter((symbol) => symbol !== '')
  return (
    <FieldFrame label={t('about')}>
      {() => (
        <Select
          label={t('about')}
          value={currency}
          options={[
            { value: '', label: t('everywhere') },
            ...symbols.map((value) => ({ value, label: t('atWallet', { currency: value }) })),
          ]}
          onChange={onChange}
        />
      )}
    </FieldFrame>
  )
}
