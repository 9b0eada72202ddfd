/**
 * A panel that fails is mounted again, alone and with a word. It mostly fails because a translator or an
 * extension removed or moved its elements; the rest of the page keeps what it has (ADR 0031).
 */
import { shellMessages, tradeMessages } from '@tukar/i18n'
import { Component, type ReactNode, type Ref } from 'react'
import { pageNotLoaded } from '../app/page-file.ts'
import { sayer } from '../app/say.ts'
import { ErrorState } from '../ui/feedback.tsx'
import { toast } from '../ui/toast.tsx'
import { createMending, fateOf } from './mending.ts'

const say = sayer(tradeMessages)
const sayShell = sayer(shellMessages)
/** A page that is changed all the time would say it all the time. */
const wordEveryMs = 60_000
let saidMs = Number.NEGATIVE_INFINITY

export type PanelBoundaryProps = {
  /** The class of the element that the boundary makes around the panel. */
  readonly className?: string | undefined
  readonly panelRef?: Ref<HTMLDivElement>
  readonly children: ReactNode
}

type State = { readonly error: unknown; readonly round: number }

/** The element around a panel. Each mounting gets a new one, so that React removes the old as a whole. */
export class PanelBoundary extends Component<PanelBoundaryProps, State> {
  override state: State = { error: null, round: 0 }
  readonly #mayMend = createMending()

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    if (fateOf(isOfPage(error), () => this.#mayMend(performance.now())) !== 'again') return
    this.#mountAgain()
    sayMended()
  }

  #mountAgain = (): void => this.setState(({ round }) => ({ error: null, round: round + 1 }))

  override render() {
    const { className, panelRef, children } = this.props
    const { error, round } = this.state
    if (isOfPage(error)) throw error
    const name = error instanceof Error ? error.name : 'Error'
    return (
      <div key={error === null ? round : `failed ${round}`} className={className} ref={panelRef}>
        {error === null ? (
          children
        ) : (
          <ErrorState
            title={say('panelFailed')}
            text={say('moneySafe')}
            code={name}
            onRetry={this.#mountAgain}
          />
        )}
      </div>
    )
  }
}

/** A file that did not come is asked for again by the page. */
function isOfPage(error: unknown): boolean {
  return error instanceof Error && error.message === pageNotLoaded
}

function sayMended(): void {
  const nowMs = performance.now()
  if (nowMs - saidMs < wordEveryMs) return
  saidMs = nowMs
  toast('info', sayShell('mendedTitle'), sayShell('mendedText'))
}
