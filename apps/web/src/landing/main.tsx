/**
 * The landing page of guests: one page, drawn by Preact, whose links open the app. Signed-in users get the
 * app's home page (`public/first-paint.js` chooses).
 */
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { onMaintenance } from '../api/request.ts'
import { whenIdle } from '../app/after-paint.ts'
import { reportAutofill } from '../app/autofill.ts'
import { Frame } from '../app/frame.tsx'
import { serverStatus } from '../app/guard.ts'
import { maintenancePath } from '../app/guard-rule.ts'
import { detectNewerVersions } from '../app/newer/newer-version.ts'
import { language } from '../theme/preferences.ts'
import { filesAhead } from './ahead.ts'

const leave = (): void => location.replace(maintenancePath)

function Landing() {
  // The page has drawn the headline again, which the document had from `build/first-view.ts`.
  useLayoutEffect(() => document.getElementById('first-view')?.remove(), [])
  return <Frame />
}

document.documentElement.lang = language
reportAutofill(document)
detectNewerVersions()

const root = document.getElementById('root')
if (root !== null) {
  root.replaceChildren()
  createRoot(root).render(<Landing />)
}

/** Prefetches the files of the next page, so that the first navigation into the app waits for no file. */
function fetchAhead(): void {
  const list = document.getElementById('page-files')?.textContent ?? ''
  const line: unknown = Reflect.get(navigator, 'connection')
  const isPhone = matchMedia('(width < 768px)').matches
  for (const file of filesAhead(list, line, isPhone)) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'prefetch', as: 'script', crossOrigin: '', href: `/${file}` })
    document.head.append(link)
  }
}

onMaintenance(leave)
// The visible page loads first.
if (document.readyState === 'complete') whenIdle(fetchAhead)
else addEventListener('load', () => whenIdle(fetchAhead))
// The page was restored from the back-forward cache; a user may have signed in since.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
serverStatus()
  .then((status) => status === 'maintenance' && leave())
  .catch(() => undefined)
