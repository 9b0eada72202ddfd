/** The next step after a form that sent an e-mail, with a link to the simulated mailbox. */
import { accountMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import { OuterButtonLink } from '../../ui/button.tsx'
import { mailboxPath } from './mailbox.ts'

const t = pageTranslator(accountMessages)

/** The next step: in a simulation a button to the mailbox, otherwise a request to check the user's e-mail. */
export function MailFirst({ email, text }: { readonly email: string; readonly text?: string }) {
  const path = mailboxPath(email)
  return (
    <>
      {text !== undefined && <p>{text}</p>}
      {path !== null && (
        <>
          <OuterButtonLink href={path} kind="primary" isWide>
            {t('mailboxLink')}
          </OuterButtonLink>
          <p>{t('mailboxText')}</p>
        </>
      )}
    </>
  )
}
