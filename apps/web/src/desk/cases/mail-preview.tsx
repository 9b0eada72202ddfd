/** The e-mail that a decision would send, written by the server in the receiver's language. */
import { useEffect, useRef, useState } from 'react'
import type { CallResult } from '../desk-calls.ts'
import styles from '../desk.module.css'
import { t } from '../texts.ts'
import type { ShownMail } from './case-wire.ts'

export type MailPreviewProps = {
  /** The subject of the preview; a change loads another e-mail. */
  readonly about: string
  readonly load: () => Promise<CallResult<ShownMail | null>>
}

type Preview = ShownMail | 'loading' | 'failed' | null

/** The delay after a keystroke before the preview is loaded. */
const restMs = 300

/** The e-mail, or a note that there is none. */
export function MailPreview({ about, load }: MailPreviewProps) {
  const [mail, setMail] = useState<Preview>('loading')
  const newest = useRef(load)
  useEffect(() => {
    newest.current = load
  })
  useEffect(() => {
    let isLeft = false
    const take = (found: Preview) => !isLeft && setMail(found)
    const timer = setTimeout(() => {
      newest.current().then(
        (outcome) => take(outcome.ok ? outcome.value : 'failed'),
        () => take('failed'),
      )
    }, restMs)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [about])
  const title = t(mail === null ? 'mailNone' : 'mailTitle')
  return (
    <section className={styles['preview']} aria-label={title} aria-live="polite">
      <h4>{title}</h4>
      {mail !== null && <Shown mail={mail} />}
    </section>
  )
}

function Shown({ mail }: { readonly mail: Exclude<Preview, null> }) {
  if (mail === 'loading') return <p className={styles['quiet']}>{t('mailLoading')}</p>
  if (mail === 'failed') return <p className={styles['quiet']}>{t('mailFailed')}</p>
  return (
    <div className={styles['mail']} lang={mail.language}>
      <b>{mail.subject}</b>
      <pre>{mail.text}</pre>
    </div>
  )
}
