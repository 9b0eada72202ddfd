/**
 * The terms as a dialog: they can be accepted once they were scrolled to the end, by wheel, touch or
 * keys; a text that needs no scrolling can be accepted at once (REG-05, DEC-15).
 */
import { accountMessages, termsOf, termsUpdatedOn } from '@tukar/i18n'
import { useEffect, useRef, useState } from 'react'
import { isSimulation } from '../app/client-config.ts'
import { sayer } from '../app/say.ts'
import { language } from '../theme/preferences.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import styles from './auth.module.css'

const say = sayer(accountMessages)

export type TermsDialogProps = {
  readonly isOpen: boolean
  readonly onAccept: () => void
  readonly onDecline: () => void
  readonly onClose: () => void
}

/** The dialog with its two answers. */
export function TermsDialog({ isOpen, onAccept, onDecline, onClose }: TermsDialogProps) {
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    // Who opens them again has them before him again, from their beginning.
    if (!isOpen) setRead(false)
  }, [isOpen])
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={say('termsTitle')}
      shape="wide"
      footer={
        <>
          <p className={styles['termsNote']}>{isRead ? '' : say('termsScroll')}</p>
          <Button onClick={onDecline}>{say('decline')}</Button>
          <Button kind="primary" disabled={!isRead} onClick={onAccept}>
            {say('accept')}
          </Button>
        </>
      }
    >
      <Terms onEnd={() => setRead(true)} />
    </Dialog>
  )
}

function Terms({ onEnd }: { readonly onEnd: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const mark = end.current
    if (mark === null) return undefined
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) onEnd()
    })
    watcher.observe(mark)
    return () => watcher.disconnect()
  }, [onEnd])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach the text to scroll it
    <div className={styles['terms']} tabIndex={0}>
      <p>{say('termsUpdated', { date: termsUpdatedOn })}</p>
      {termsOf(language, isSimulation).map(({ title, paragraphs }) => (
        <section key={title}>
          <h3>{title}</h3>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <div ref={end} className={styles['termsEnd']} />
    </div>
  )
}
