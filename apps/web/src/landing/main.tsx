/**
 * The landing page as guests load it: one page, drawn by Preact, whose links open the app. Who is signed in gets the
 * home page of the app itself (`public/first-paint.js` chooses).
 */
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { onMaintenance } from '../api/request.ts'
import { hearAutofill } from '../app/autofill.ts'
import { Frame } from '../app/frame.tsx'
import { serverStatus } from '../app/guard.ts'
import { maintenancePath } from '../app/guard-rule.ts'
import { hearMissingFiles } from '../app/newer/newer-version.ts'
import { language } from '../theme/preferences.ts'

const leave = (): void => location.replace(maintenancePath)

function Landing() {
  // The words of the document (build/first-view.ts) have been drawn again by the page.
  useLayoutEffect(() => document.getElementById('first-view')?.remove(), [])
  return <Frame />
}

document.documentElement.lang = language
hearAutofill(document)
hearMissingFiles()

const root = document.getElementById('root')
if (root !== null) {
  root.replaceChildren()
  createRoot(root).render(<Landing />)
}

onMaintenance(leave)
// After going back to it: meanwhile somebody may have signed in.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
serverStatus()
  .then((status) => status === 'maintenance' && leave())
  .catch(() => undefined)
