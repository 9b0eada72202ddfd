/** The maintenance switch of the console (SRV-09), and the announcement of a planned window. */
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Banner, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { ChangeDialog } from '../change/change-dialog.tsx'
import styles from '../desk.module.css'
import { momentText, t as tDesk } from '../texts.ts'
import { useLoaded } from '../use-loaded.ts'
import { loadMaintenance, saveAnnouncement } from './content-calls.ts'
import own from './content.module.css'
import { type Maintenance, parseFieldValue, windowText } from './content.ts'
import { t } from './content-texts.ts'

/** The page of the maintenance switch. */
export function MaintenancePage() {
  const { loaded, reload } = useLoaded('maintenance', loadMaintenance)
  return (
    <div className={styles['page']}>
      <h1>{t('maintenance')}</h1>
      <p className={styles['quiet']}>{t('maintenanceText')}</p>
      <section className={styles['card']} aria-label={t('maintenance')}>
        {loaded.state === 'loading' && <Skeleton height={112} />}
        {loaded.state === 'error' && (
          <ErrorState
            title={tDesk('failedTitle')}
            text={failureText(loaded.failure)}
            code={loaded.failure.requestId}
            onRetry={reload}
          />
        )}
        {loaded.state === 'ready' && <Switch maintenance={loaded.value} onSwitched={reload} />}
      </section>
      <WindowForm />
    </div>
  )
}

type SwitchProps = { readonly maintenance: Maintenance; readonly onSwitched: () => void }

function Switch({ maintenance: { isOn, changedAt }, onSwitched }: SwitchProps) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <Banner tone={isOn ? 'warn' : 'good'}>
        <strong>{t(isOn ? 'isClosed' : 'isOpen')}</strong>{' '}
        {t('since', { at: momentText(changedAt) })}
      </Banner>
      <div className={styles['choices']}>
        <Button kind={isOn ? 'primary' : 'danger'} onClick={() => setConfirming(true)}>
          {t(isOn ? 'openExchange' : 'closeExchange')}
        </Button>
      </div>
      {isConfirming && (
        <ChangeDialog
          kind="maintenance.set"
          input={{ is_on: !isOn }}
          onClose={() => setConfirming(false)}
          onDone={onSwitched}
        />
      )}
    </>
  )
}

/** Announces a window to all users, in both languages, until it ends. */
function WindowForm() {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const announce = async () => {
    const [begins, ends] = [parseFieldValue(from), parseFieldValue(to)]
    const isPlanned = begins !== null && ends !== null && begins < ends
    if (!isPlanned || Date.parse(begins) < Date.now()) return setError(t('windowWrong'))
    setError(null)
    setBusy(true)
    const startsAt = new Date().toISOString()
    const text = windowText(begins, ends)
    const everywhere = { link: '', currency: '' }
    const answer = await saveAnnouncement(null, {
      level: 'warning',
      text,
      ...everywhere,
      startsAt,
      endsAt: ends,
    })
    setBusy(false)
    if (answer.ok) toast('good', t('announced'))
    else toast('bad', failureText(answer))
  }
  return (
    <form
      className={styles['card']}
      aria-label={t('planTitle')}
      onSubmit={(event) => {
        event.preventDefault()
        void announce()
      }}
    >
      <h2>{t('planTitle')}</h2>
      <p className={styles['quiet']}>{t('planText')}</p>
      <div className={own['sides']}>
        <Field
          label={t('windowFrom')}
          type="datetime-local"
          value={from}
          error={error}
          onChange={(event) => setFrom(event.target.value)}
        />
        <Field
          label={t('windowTo')}
          type="datetime-local"
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
      </div>
      <div className={styles['choices']}>
        <Button type="submit" isBusy={isBusy}>
          {t('plan')}
        </Button>
      </div>
    </form>
  )
}
