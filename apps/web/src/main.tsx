/** The app's entry: styles and pages. */
import './theme/tokens.css'
import './theme/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { reportAutofill } from './app/autofill.ts'
import { detectNewerVersions } from './app/newer/newer-version.ts'
import { App, openFirstPage } from './app/router.tsx'
import { language } from './theme/preferences.ts'

document.documentElement.lang = language

reportAutofill(document)
detectNewerVersions()

const root = document.getElementById('root')
if (root !== null) {
  openFirstPage()
    .then(() =>
      createRoot(root).render(
        <StrictMode>
          <App />
        </StrictMode>,
      ),
    )
    .catch(reportError)
}
