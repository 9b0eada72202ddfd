/** The layout of the pages around signing in: the card at the left, the quiet column beside it. */
import { accountMessages } from '@tukar/i18n'
import type { ReactNode } from 'react'
import { sayer } from '../../app/translate.ts'
import { usePageTitle } from '../../app/title.ts'
import { PartBoundary } from '../../foreign/part-boundary.tsx'
import { AuthSide } from './auth-side.tsx'
import styles from './auth.module.css'
import { mailboxPath } from '../registration/mailbox.ts'

const say = sayer(accountMessages)

export type AuthPageProps = {
  /** The heading, and the name in the tab's title. */
  readonly title: string
  readonly text?: ReactNode
  readonly children: ReactNode
  /** Ways to other pages. */
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

/** Where no mail leaves the machine: says so, and where the mails to an address are read. */
export function MailboxHint({ email }: { readonly email?: string }) {
  const path = mailboxPath(email)
  if (path === null) return null
  return (
    <p className={styles['mailbox']}>
      {say('mailboxText')}{' '}
      <a href={path} target="_blank" rel="noreferrer">
        {say('mailboxLink')}
      </a>
    </p>
  )
}
