/** The way to a new password, also for those who are signed in, whom its page leads home (ROLE-05). */
import { suspensionMessages } from '@tukar/i18n'
import { useSession } from '../../api/session.ts'
import { sayer } from '../../app/translate.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useSignOut } from '../sign-in/sign-out.ts'

const say = sayer(suspensionMessages)
const page = '/auth/forgot-password'

/** A link for guests; who is signed in signs out first. */
export function NewPasswordWay() {
  const signOut = useSignOut(page)
  if (useSession() === null) return <ButtonLink to={page}>{say('newPassword')}</ButtonLink>
  return <Button onClick={signOut}>{say('signOutForPassword')}</Button>
}
