/** For tests of tampering: a signer that is away for a while, so that what it is asked for waits in the tables. */
import type { Signer } from '../../../adapters/signer/index.ts'

export type AbsentSigner = {
  /** Stands between the exchange and its signer. */
  readonly asSigner: (honest: Signer) => Signer
  leave(): void
  comeBack(): void
}

/** A signer that is there until it leaves. */
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
