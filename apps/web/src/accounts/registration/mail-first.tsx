/** After a form that sent a mail: the mail comes first, and where it is read on this machine, a link. */
import { accountMessages } from '@tukar/i18n'
import { sayer } from '../../app/translate.ts'
import { OuterButtonLink } from '../../ui/button.tsx'
import { mailboxPath } from './mailbox.ts'

const say = sayer(accountMessages)

/** What to do first: in a simulation a button to the mailbox, else to look into one's own. */
export function MailFirst({ email, text }: { readonly email: string; readonly text?: string }) {
  const path = mailboxPath(email)
  return (
    <>
      {text !== undefined && <p>{text}</p>}
      {path !== null && (
        <>
          <OuterButtonLink href={path} kind="primary" isWide>
            {say('mailboxLink')}
          </OuterButtonLink>
          <p>{say('mailboxText')}</p>
        </>
      )}
    </>
  )
}
