/**
 * The entry of the console. Users without a role are redirected home before the console itself is loaded
 * (ROLE-07).
 */
import '../theme/tokens.css'
import '../theme/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onMaintenance } from '../api/request.ts'
import { rememberConsoleWay } from '../api/console-way.ts'
import { currentSession } from '../api/session.ts'
import { reportAutofill } from '../app/autofill.ts'
import { serverStatus } from '../app/guard.ts'
import { detectNewerVersions } from '../app/newer/newer-version.ts'
import { language } from '../theme/preferences.ts'
import { loadMe } from './desk-calls.ts'

document.documentElement.lang = language
reportAutofill(document)
detectNewerVersions()

const home = '/'
const maintenance = '/maintenance'
const signIn = '/auth/login'

async function enter(): Promise<void> {
  onMaintenance(() => location.replace(maintenance))
  if (currentSession() === null) return leave()
  rememberConsoleWay(true)
  const outcome = await loadMe()
  // Ended sessions and maintenance redirect on their own.
  if (!outcome.ok && (outcome.kind === 'session' || outcome.kind === 'maintenance'))
    return undefined
  const isForFactor = !outcome.ok && outcome.code === 'desk.two_factor'
  if (!outcome.ok && outcome.kind === 'role' && !isForFactor) return location.replace(home)
  const { DeskApp, ConsoleClosed } = await import('./frame/desk-app.tsx')
  const root = document.getElementById('root')
  if (root === null) return undefined
  const me = outcome.ok ? outcome.value : null
  const page = me === null ? <ConsoleClosed isForFactor={isForFactor} /> : <DeskApp me={me} />
  return createRoot(root).render(<StrictMode>{page}</StrictMode>)
}

/** Redirects home, or to sign-in during maintenance, because the home page is closed then. */
async function leave(): Promise<void> {
  const isClosed = (await serverStatus()) === 'maintenance'
  rememberConsoleWay(isClosed)
  location.replace(isClosed ? signIn : home)
}

enter().catch(() => location.replace(home))
