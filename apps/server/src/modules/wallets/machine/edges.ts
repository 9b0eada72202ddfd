/**
 * The declared edges of rows (INV-20): a move without an edge is a programming error and throws. Final states
 * have no edges, except when a counterparty reverses money.
 */

/** The following states of each state. */
export type Edges<State extends string> = Readonly<Record<State, readonly State[]>>

/** A move without a declared edge. */
export class UndeclaredEdge extends Error {
  override readonly name = 'UndeclaredEdge'
}

/** Throws `UndeclaredEdge` unless the edge is declared. */
export function requireEdge<State extends string>(
  edges: Edges<State>,
  from: State,
  to: State,
): void {
  if (!edges[from].includes(to)) throw new UndeclaredEdge(`there is no edge from ${from} to ${to}`)
}
