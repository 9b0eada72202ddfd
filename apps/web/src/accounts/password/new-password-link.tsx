/**
 * The link to set a new password, also for signed-in users, whom the page itself redirects home (ROLE-05).
 */
import { suspensionMessages } from '@tukar/i18n'
import { useSession } from '../../api/session.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useSignOut } from '../sign-in/sign-out.ts'

const t = pageTranslator(suspensionMessages)
const page = '/auth/forgot-password'

/** A link for guests; a signed-in user is signed out first. */
export function NewPasswordLink() {
  const signOut = useSignOut(page)
  if (useSession() === null) return <ButtonLink to={page}>{t('newPassword')}</ButtonLink>
  return <Button onClick={signOut}>{t('signOutForPassword')}</Button>
}
