/**
 * The landing page as guests load it: one page, drawn by Preact, whose links open the app. Who is signed in gets the
 * home page of the app itself (`public/first-paint.js` chooses).
 */
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { onMaintenance } from '../api/request.ts'
import { whenIdle } from '../app/after-paint.ts'
import { hearAutofill } from '../app/autofill.ts'
import { Frame } from '../app/frame.tsx'
import { serverStatus } from '../app/guard.ts'
import { maintenancePath } from '../app/guard-rule.ts'
import { hearNewerVersions } from '../app/newer/newer-version.ts'
import { language } from '../theme/preferences.ts'
import { filesAhead } from './ahead.ts'

const leave = (): void => location.replace(maintenancePath)

function Landing() {
  // The words of the document (build/first-view.ts) have been drawn again by the page.
  useLayoutEffect(() => document.getElementById('first-view')?.remove(), [])
  return <Frame />
}

document.documentElement.lang = language
hearAutofill(document)
hearNewerVersions()

const root = document.getElementById('root')
if (root !== null) {
  root.replaceChildren()
  createRoot(root).render(<Landing />)
}

/** Fetches what a guest will need next, so that the first step into the app waits for no file. */
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
// What is looked at comes first.
if (document.readyState === 'complete') whenIdle(fetchAhead)
else addEventListener('load', () => whenIdle(fetchAhead))
// After going back to it: meanwhile somebody may have signed in.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
serverStatus()
  .then((status) => status === 'maintenance' && leave())
  .catch(() => undefined)
