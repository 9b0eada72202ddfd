/** Shows something else where a part of the page fails, until what it is about has changed. */
import { Component, type ComponentType, type ReactNode } from 'react'

export type ErrorProps = {
  readonly error: unknown
  /** Shows the part again. */
  readonly reset: () => void
}

type BoundaryProps = {
  /** Another one than before shows the part again. */
  readonly resetKey: unknown
  readonly errorComponent: ComponentType<ErrorProps>
  readonly children: ReactNode
}

type State = { readonly failure: { readonly error: unknown; readonly resetKey: unknown } | null }

/** The part, or what stands there where it failed. */
export class CatchBoundary extends Component<BoundaryProps, State> {
  override state: State = { failure: null }

  static getDerivedStateFromError(error: unknown): State {
    // Which one it is of is noted below, before anything is drawn.
    return { failure: { error, resetKey: unnoted } }
  }

  static getDerivedStateFromProps({ resetKey }: BoundaryProps, { failure }: State): State | null {
    if (failure === null) return null
    if (failure.resetKey === unnoted) return { failure: { ...failure, resetKey } }
    return failure.resetKey === resetKey ? null : { failure: null }
  }

  #reset = (): void => this.setState({ failure: null })

  override render(): ReactNode {
    const { failure } = this.state
    const { errorComponent: Failed, children } = this.props
    return failure === null ? children : <Failed error={failure.error} reset={this.#reset} />
  }
}

const unnoted = Symbol('unnoted')
