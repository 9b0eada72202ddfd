/**
 * The verifications under way, in memory alone: what was expected, what was found, and the descriptor of the
 * document's face. Pictures are never stored.
 */
import { randomUUID } from 'node:crypto'
import type { Expected } from './card/comparison.ts'

export type Verification = {
  readonly id: string
  readonly templateId: string
  readonly reference: string
  readonly expected: Expected
  readonly bornAtMs: number
  /** Set once a document was accepted; its face is null if none was found on it. */
  readonly document: { readonly face: readonly number[] | null } | null
  /** Whether the face matched the document's. */
  readonly isPassed: boolean
}

export type Verifications = {
  create(begin: Pick<Verification, 'templateId' | 'reference' | 'expected'>): Verification
  /** Null for an id that is not known, or of another template. */
  find(id: string, templateId: string): Verification | null
  /** Changes one that is still there. */
  change(id: string, change: Partial<Pick<Verification, 'document' | 'isPassed'>>): void
  /** How many wait for a document or a face. */
  waiting(): number
}

export const verificationLifeMs = 15 * 60_000
/** With 128 numbers and a name each, about 2 MB; the oldest is dropped. */
export const verificationsMax = 1_000

/** An empty store; `nowMs` is a clock that does not go back. */
export function createVerifications(
  nowMs: () => number = () => performance.now(),
  max: number = verificationsMax,
): Verifications {
  const byId = new Map<string, Verification>()
  const forget = () => {
    // The entries are in order of creation, so the first live one ends the loop.
    for (const [id, { bornAtMs }] of byId) {
      if (nowMs() - bornAtMs < verificationLifeMs) break
      byId.delete(id)
    }
  }
  return {
    create(begin) {
      forget()
      const [oldest] = byId.keys()
      if (byId.size >= max && oldest !== undefined) byId.delete(oldest)
      const id = randomUUID()
      const verification = { ...begin, id, bornAtMs: nowMs(), document: null, isPassed: false }
      byId.set(id, verification)
      return verification
    },
    find(id, templateId) {
      forget()
      const verification = byId.get(id)
      return verification?.templateId === templateId ? verification : null
    },
    change(id, change) {
      const verification = byId.get(id)
      if (verification !== undefined) byId.set(id, { ...verification, ...change })
    },
    waiting() {
      forget()
      return [...byId.values()].filter(({ isPassed }) => !isPassed).length
    },
  }
}
