/**
 * The terms as a dialog: they can be accepted once they were scrolled to the end, by wheel, touch or
 * keys; a text that needs no scrolling can be accepted at once (REG-05, DEC-15). Their text is fetched
 * when the dialog is opened.
 */
import { accountMessages } from '@tukar/i18n'
import { lazy, useEffect, useState } from 'react'
import { LaterPart } from '../../app/later-part.tsx'
import { sayer } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from '../sign-in/auth.module.css'

const say = sayer(accountMessages)

const TermsText = lazy(async () => ({ default: (await import('./terms-text.tsx')).TermsText }))

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
      <LaterPart
        place={<div className={styles['terms']} aria-busy="true" />}
        missing={<p role="alert">{say('termsMissing')}</p>}
      >
        <TermsText onEnd={() => setRead(true)} />
      </LaterPart>
    </Dialog>
  )
}
