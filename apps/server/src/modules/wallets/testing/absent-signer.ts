/** For tests of tampering: a signer that is away for a while, so that its orders wait in the tables. */
import type { Signer } from '../../../adapters/signer/index.ts'

export type AbsentSigner = {
  /** Wraps the signer. */
  readonly asSigner: (honest: Signer) => Signer
  leave(): void
  comeBack(): void
}

/** Creates a signer that answers until it leaves. */
export function createAbsentSigner(): AbsentSigner {
  let isAway = false
  return {
    asSigner: (honest) => ({
      ...honest,
      async sign(order, asker) {
        if (isAway) return { status: 'unknown', reason: 'it is away' }
        return honest.sign(order, asker)
      },
    }),
    leave() {
      isAway = true
    },
    comeBack() {
      isAway = false
    },
  }
}
