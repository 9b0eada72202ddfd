/** Shows the message that the previous page stored: the user was signed out, or an account was deleted. */
import { shellMessages } from '@tukar/i18n'
import { useEffect } from 'react'
import { takeParting } from '../api/parting.ts'
import { toast } from '../ui/toast.tsx'
import { pageTranslator } from './translate.ts'

const t = pageTranslator(shellMessages)

/** Shows it once after the app's frame is rendered. */
export function useParting(): void {
  useEffect(() => {
    const parting = takeParting()
    if (parting === null) return
    if (parting.kind === 'signedOut') toast('warn', t('signedOut'), t('signedOutText'))
    else toast('good', parting.text || t('accountGone'))
  }, [])
}
