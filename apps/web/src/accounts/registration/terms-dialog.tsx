/**
 * The dialog of the terms. They can be accepted once they were scrolled to the end, or at once if no
 * scrolling is needed (REG-05, DEC-15). Their text is loaded when the dialog opens.
 */
import { accountMessages } from '@tukar/i18n'
import { lazy, useEffect, useState } from 'react'
import { LazyPart } from '../../app/later-part.tsx'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from '../sign-in/auth.module.css'

const t = pageTranslator(accountMessages)

const TermsText = lazy(async () => ({ default: (await import('./terms-text.tsx')).TermsText }))

export type TermsDialogProps = {
  readonly isOpen: boolean
  readonly onAccept: () => void
  readonly onDecline: () => void
  readonly onClose: () => void
}

/** The dialog with its accept and decline buttons. */
export function TermsDialog({ isOpen, onAccept, onDecline, onClose }: TermsDialogProps) {
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    // A reopened dialog starts again at the beginning of the text.
    if (!isOpen) setRead(false)
  }, [isOpen])
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('termsTitle')}
      shape="wide"
      footer={
        <>
          <p className={styles['termsNote']}>{isRead ? '' : t('termsScroll')}</p>
          <Button onClick={onDecline}>{t('decline')}</Button>
          <Button kind="primary" disabled={!isRead} onClick={onAccept}>
            {t('accept')}
          </Button>
        </>
      }
    >
      <LazyPart
        place={<div className={styles['terms']} aria-busy="true" />}
        missing={<p role="alert">{t('termsMissing')}</p>}
      >
        <TermsText onEnd={() => setRead(true)} />
      </LazyPart>
    </Dialog>
  )
}
