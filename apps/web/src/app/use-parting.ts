/** Says what the page before left to be said: that its reader was signed out, or that an account is gone. */
import { shellMessages } from '@tukar/i18n'
import { useEffect } from 'react'
import { takeParting } from '../api/parting.ts'
import { toast } from '../ui/toast.tsx'
import { sayer } from './translate.ts'

const say = sayer(shellMessages)

/** Shows it once, when the frame of the app stands. */
export function useParting(): void {
  useEffect(() => {
    const parting = takeParting()
    if (parting === null) return
    if (parting.kind === 'signedOut') toast('warn', say('signedOut'), say('signedOutText'))
    else toast('good', parting.text || say('accountGone'))
  }, [])
}
