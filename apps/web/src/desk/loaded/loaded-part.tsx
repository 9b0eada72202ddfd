/** What is loaded, with what stands there until it has come or where it did not. */
import type { ReactNode } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { t as tDesk } from '../texts.ts'
import type { Loaded } from '../use-loaded.ts'

export type LoadedPartProps<Value> = {
  readonly loaded: Loaded<Value>
  readonly reload: () => void
  /** About as high as what comes, in pixels, so that nothing jumps. */
  readonly height: number
  readonly children: (value: Value) => ReactNode
}

/** The part. */
export function LoadedPart<Value>({ loaded, reload, height, children }: LoadedPartProps<Value>) {
  if (loaded.state === 'loading') return <Skeleton height={height} />
  if (loaded.state === 'error') {
    return (
      <ErrorState
        title={tDesk('failedTitle')}
        text={failureText(loaded.failure)}
        code={loaded.failure.requestId}
        onRetry={reload}
      />
    )
  }
  return children(loaded.value)
}
