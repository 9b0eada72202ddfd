/** The slot of the page in the frame. */
import { Suspense, useContext } from 'react'
import { CatchBoundary } from '../router/catch-boundary.tsx'
import { type LoadedPage, ShownContext } from '../router/state.ts'
import { FailedPage } from './failed-page.tsx'
import { PendingPage } from './pending-page.tsx'

/** The page, its pending state or its failure. */
export function Outlet() {
  const shown = useContext(ShownContext)
  if (shown === null) return null
  const { view, path } = shown
  if (view.kind === 'pending') return <PendingPage />
  if (view.kind === 'failed') return <FailedPage error={view.error} reset={stay} />
  return (
    <CatchBoundary key={path} resetKey={shown} errorComponent={FailedPage}>
      <Suspense fallback={<PendingPage />}>
        <PageContent {...view.page} />
      </Suspense>
    </CatchBoundary>
  )
}

/** The page file did not load, so rendering it again would not help. */
const stay = () => undefined

function PageContent({ Page, Around }: LoadedPage) {
  if (Around === undefined) return <Page />
  return (
    <Around>
      <Page />
    </Around>
  )
}
