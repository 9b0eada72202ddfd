/** Renders loaded data, or its loading and error states. */
import type { ReactNode } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { t as tDesk } from '../texts.ts'
import type { Loaded } from '../use-loaded.ts'

export type LoadedPartProps<Value> = {
  readonly loaded: Loaded<Value>
  readonly reload: () => void
  /** The expected height in pixels, so that the layout does not shift. */
  readonly height: number
  readonly children: (value: Value) => ReactNode
}

/** The loaded section. */
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
