/** The keys of the trading page on a phone, which rarely has any: fetched once the page stands. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../../app/after-paint.ts'
import { pageFile } from '../../app/page-file.ts'
import type { PageKeysProps } from './page-keys.tsx'

const fetchKeys = () => pageFile(import('./page-keys.tsx'))
const PageKeys = lazy(async () => ({ default: (await fetchKeys()).PageKeys }))

/** Listens as soon as its file has come; without it the page is used by the pointer. */
export function LaterKeys(props: PageKeysProps) {
  const [isFetched, setFetched] = useState(false)
  useEffect(
    () =>
      whenIdle(() => {
        fetchKeys().then(
          () => setFetched(true),
          () => undefined,
        )
      }),
    [],
  )
  return (
    isFetched && (
      <Suspense>
        <PageKeys {...props} />
      </Suspense>
    )
  )
}
