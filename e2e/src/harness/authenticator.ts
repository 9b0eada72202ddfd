/** One-time codes of a second factor, as an authenticator app shows them. */
import { Secret, TOTP } from 'otpauth'
import { until } from './until.ts'

const stepMs = 30_000
/** A call with the previous code takes less time than this, even on a slow machine. */
const restMs = 5_000

export type Authenticator = {
  /** A code that is valid for at least 30 s. Each code is returned only once. */
  readonly next: () => Promise<string>
  /** The code of ten minutes later, which the server refuses. */
  readonly wrong: () => string
}

/** Creates an authenticator for a secret in base32, with or without spaces. */
export function createAuthenticator(text: string): Authenticator {
  const totp = new TOTP({ secret: Secret.fromBase32(text.replaceAll(' ', '')) })
  const codeAt = (step: number) => totp.generate({ timestamp: step * stepMs })
  const stepNow = () => Math.floor(Date.now() / stepMs)
  let usedStep = -1
  return {
    next: async () => {
      // The server also accepts the previous and the next code. The previous one may expire at any moment.
      // The current and the next one stay valid long enough for a slow machine.
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
 * Codes of a secret by their step from now. Step -1 is still valid for one call: near the end of a step this
 * waits for the next one.
 */
export async function codesFromNow(secret: string): Promise<(stepsLater: number) => string> {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const heldAtMs = await until('a step with some time left', () => {
    const nowMs = Date.now()
    return nowMs % stepMs < stepMs - restMs && nowMs
  })
  return (stepsLater) => totp.generate({ timestamp: heldAtMs + stepsLater * stepMs })
}
