/** Shows a fallback where a part of the page fails, until the key of the part changes. */
import { Component, type ComponentType, type ReactNode } from 'react'

export type ErrorProps = {
  readonly error: unknown
  /** Renders the part again. */
  readonly reset: () => void
}

type BoundaryProps = {
  /** A new key renders the part again. */
  readonly resetKey: unknown
  readonly errorComponent: ComponentType<ErrorProps>
  readonly children: ReactNode
}

type State = { readonly failure: { readonly error: unknown; readonly resetKey: unknown } | null }

/** The part, or its fallback after a failure. */
export class CatchBoundary extends Component<BoundaryProps, State> {
  override state: State = { failure: null }

  static getDerivedStateFromError(error: unknown): State {
    // `getDerivedStateFromProps` sets the reset key before the fallback is drawn.
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
