/** The app's entry: looks and routes. */
import './theme/tokens.css'
import './theme/global.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { hearAutofill } from './app/autofill.ts'
import { hearMissingFiles } from './app/newer/newer-version.ts'
import { fetchPage, router } from './app/router.tsx'
import { language } from './theme/preferences.ts'

document.documentElement.lang = language

hearAutofill(document)
hearMissingFiles()
fetchPage(location.pathname)

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}
