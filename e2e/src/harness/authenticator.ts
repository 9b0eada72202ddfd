/** The codes of a second factor, as the app on a person's phone shows them. */
import { Secret, TOTP } from 'otpauth'
import { until } from './until.ts'

const stepMs = 30_000

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
