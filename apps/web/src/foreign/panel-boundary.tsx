/**
 * A panel that fails is mounted again, alone and with a word. It mostly fails because a translator or an
 * extension removed or moved its elements; the rest of the page keeps what it has, and the panel what was typed in it
 * (ADR 0031).
 */
import { shellMessages } from '@tukar/i18n'
import { Component, type ReactNode, type Ref } from 'react'
import { pageNotLoaded } from '../app/page-file.ts'
import { sayer } from '../app/translate.ts'
import { ErrorState } from '../ui/feedback.tsx'
import { toast } from '../ui/toast.tsx'
import { createMending, fateOf } from './mending.ts'
import { readTyped, restoreTyped, type TypedFields } from './typed-fields.ts'

const say = sayer(shellMessages)
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
  #element: HTMLDivElement | null = null
  #typed: TypedFields | null = null

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    if (fateOf(isOfPage(error), () => this.#mayMend(performance.now())) !== 'again') {
      // By the time somebody presses the button another price or market may be meant.
      this.#typed = null
      return
    }
    this.#mountAgain()
    sayMended()
  }

  /** Before the elements of the panel that failed are taken away. */
  override getSnapshotBeforeUpdate(_: PanelBoundaryProps, { error }: State): null {
    if (error === null && this.state.error !== null && this.#element !== null)
      this.#typed = readTyped(this.#element)
    return null
  }

  override componentDidUpdate(_: PanelBoundaryProps, { error }: State): void {
    if (error === null || this.state.error !== null) return
    const [element, typed] = [this.#element, this.#typed]
    this.#typed = null
    // Forms hear of it by events, which React takes once it has drawn them.
    if (element !== null && typed !== null) queueMicrotask(() => restoreTyped(element, typed))
  }

  #keepElement = (element: HTMLDivElement | null): void => {
    this.#element = element
    const { panelRef } = this.props
    if (typeof panelRef === 'function') panelRef(element)
    else if (panelRef !== undefined && panelRef !== null) panelRef.current = element
  }

  #mountAgain = (): void => this.setState(({ round }) => ({ error: null, round: round + 1 }))

  override render() {
    const { className, children } = this.props
    const { error, round } = this.state
    if (isOfPage(error)) throw error
    const name = error instanceof Error ? error.name : 'Error'
    return (
      <div
        key={error === null ? round : `failed ${round}`}
        className={className}
        ref={this.#keepElement}
      >
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
  toast('info', say('mendedTitle'), say('mendedText'))
}
