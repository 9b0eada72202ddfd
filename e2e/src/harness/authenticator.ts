/** The codes of a second factor, as the app on a person's phone shows them. */
import { Secret, TOTP } from 'otpauth'
import { until } from './until.ts'

const stepMs = 30_000
/** A call with the code of the step before takes less, however slow the machine is. */
const restMs = 5_000

export type Authenticator = {
  /** A code that is taken for 30 s at least, and that was not given before: none is taken twice. */
  readonly next: () => Promise<string>
  /** A code of ten minutes later, which is not taken. */
  readonly wrong: () => string
}

/** Keeps a secret, in base32 with or without blanks. */
export function createAuthenticator(text: string): Authenticator {
  const totp = new TOTP({ secret: Secret.fromBase32(text.replaceAll(' ', '')) })
  const codeAt = (step: number) => totp.generate({ timestamp: step * stepMs })
  const stepNow = () => Math.floor(Date.now() / stepMs)
  let usedStep = -1
  return {
    next: async () => {
      // The neighbors of the present code are taken too. That before may be over at any moment; the
      // present one and that after it are good for as long as a slow machine needs.
      const step = await until(
        'a code that was not used',
        () => [stepNow(), stepNow() + 1].find((one) => one > usedStep),
        { withinMs: 2 * stepMs },
      )
      usedStep = step
      return codeAt(step)
    },
    wrong: () => codeAt(stepNow() + 20),
  }
}

/**
 * The codes of a secret by steps from now on. That of the step before (-1) is still good for a call: near
 * the end of a step the next one is waited for.
 */
export async function codesFromNow(secret: string): Promise<(stepsLater: number) => string> {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const heldAtMs = await until('a step with some time left', () => {
    const nowMs = Date.now()
    return nowMs % stepMs < stepMs - restMs && nowMs
  })
  return (stepsLater) => totp.generate({ timestamp: heldAtMs + stepsLater * stepMs })
}
