/** The layout of the sign-in pages: the card on the left, market figures on the right. */
import { accountMessages } from '@tukar/i18n'
import type { ReactNode } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { usePageTitle } from '../../app/title.ts'
import { PartBoundary } from '../../foreign/part-boundary.tsx'
import { AuthSide } from './auth-side.tsx'
import styles from './auth.module.css'
import { mailboxPath } from '../registration/mailbox.ts'

const t = pageTranslator(accountMessages)

export type AuthPageProps = {
  /** The heading, also the title of the tab. */
  readonly title: string
  readonly text?: ReactNode
  readonly children: ReactNode
  /** Links to other pages. */
  readonly foot?: ReactNode
}

/** A page with one form. */
export function AuthPage({ title, text, children, foot }: AuthPageProps) {
  usePageTitle(title)
  return (
    <div className={styles['page']}>
      <div className={styles['card']}>
        <header className={styles['head']}>
          <h1>{title}</h1>
          {text !== undefined && <p>{text}</p>}
        </header>
        <PartBoundary>{children}</PartBoundary>
        {foot !== undefined && <div className={styles['foot']}>{foot}</div>}
      </div>
      <AuthSide />
    </div>
  )
}

/** In a simulation: states that no e-mail leaves the machine, and links to the mailbox of an address. */
export function MailboxHint({ email }: { readonly email?: string }) {
  const path = mailboxPath(email)
  if (path === null) return null
  return (
    <p className={styles['mailbox']}>
      {t('mailboxText')}{' '}
      <a href={path} target="_blank" rel="noreferrer">
        {t('mailboxLink')}
      </a>
    </p>
  )
}
