/**
 * The declared edges of rows that wait on the outside (INV-20): a move that is not in its table is a
 * mistake of ours and throws. Terminal is terminal, but for what the outside takes back.
 */

/** From each state, the states that follow. */
export type Edges<State extends string> = Readonly<Record<State, readonly State[]>>

/** A move that no table declares. */
export class UndeclaredEdge extends Error {
  override readonly name = 'UndeclaredEdge'
}

/** Throws `UndeclaredEdge` where a state does not follow another. */
export function requireEdge<State extends string>(
  edges: Edges<State>,
  from: State,
  to: State,
): void {
  if (!edges[from].includes(to)) throw new UndeclaredEdge(`no edge leads from ${from} to ${to}`)
}
