/**
 * Mounts a failed panel again, alone and with a toast. Most failures come from translators and extensions
 * that move or remove elements. The rest of the page keeps its state, and the panel keeps typed input (ADR
 * 0031).
 */
import { shellMessages } from '@tukar/i18n'
import { Component, type ReactNode, type Ref } from 'react'
import { pageNotLoaded } from '../app/page-file.ts'
import { pageTranslator } from '../app/translate.ts'
import { ErrorState } from '../ui/feedback.tsx'
import { toast } from '../ui/toast.tsx'
import { createMending, decideFate } from './mending.ts'
import { readTyped, restoreTyped, type TypedFields } from './typed-fields.ts'

const t = pageTranslator(shellMessages)
/** At most one toast per minute: some pages are changed all the time. */
const wordEveryMs = 60_000
let saidMs = Number.NEGATIVE_INFINITY

export type PanelBoundaryProps = {
  /** The class of the boundary's element. */
  readonly className?: string | undefined
  readonly panelRef?: Ref<HTMLDivElement>
  readonly children: ReactNode
}

type State = { readonly error: unknown; readonly round: number }

/** The element around a panel. Each mount gets a new one, so that React removes the old one as a whole. */
export class PanelBoundary extends Component<PanelBoundaryProps, State> {
  override state: State = { error: null, round: 0 }
  readonly #mayMend = createMending()
  #element: HTMLDivElement | null = null
  #typed: TypedFields | null = null

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    if (decideFate(isOfPage(error), () => this.#mayMend(performance.now())) !== 'again') {
      // Typed input is dropped: when the user presses the button, the price or market may have changed.
      this.#typed = null
      return
    }
    this.#mountAgain()
    sayMended()
  }

  /** Runs before React removes the elements of the failed panel. */
  override getSnapshotBeforeUpdate(_: PanelBoundaryProps, { error }: State): null {
    if (error === null && this.state.error !== null && this.#element !== null)
      this.#typed = readTyped(this.#element)
    return null
  }

  override componentDidUpdate(_: PanelBoundaryProps, { error }: State): void {
    if (error === null || this.state.error !== null) return
    const [element, typed] = [this.#element, this.#typed]
    this.#typed = null
    // Forms read restored values through events, which React handles after it rendered the fields.
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
            title={t('panelFailed')}
            text={t('moneySafe')}
            code={name}
            onRetry={this.#mountAgain}
          />
        )}
      </div>
    )
  }
}

/** A page file that did not arrive is requested again by the page. */
function isOfPage(error: unknown): boolean {
  return error instanceof Error && error.message === pageNotLoaded
}

function sayMended(): void {
  const nowMs = performance.now()
  if (nowMs - saidMs < wordEveryMs) return
  saidMs = nowMs
  toast('info', t('mendedTitle'), t('mendedText'))
}
