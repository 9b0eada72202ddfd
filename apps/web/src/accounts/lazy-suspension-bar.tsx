/** The bar that says that an account is suspended, fetched by those who are signed in alone. */
import { lazy } from 'react'
import { useSession } from '../api/session.ts'
import { LaterPart } from '../app/later-part.tsx'

const Bar = lazy(async () => ({ default: (await import('./suspension-bar.tsx')).SuspensionBar }))

/** The bar, once its file has come; the page stands without it. */
export function LazySuspensionBar() {
  if (useSession() === null) return null
  return (
    <LaterPart place={null}>
      <Bar />
    </LaterPart>
  )
}
