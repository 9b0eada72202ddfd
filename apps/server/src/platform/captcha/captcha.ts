/**
 * Captchas behind one interface: work for the visitor's machine (our own, offline), or reCAPTCHA where
 * keys are set (DEC-23). Whatever is not plainly right is wrong: it fails closed (ATT-04).
 */
import { createHash } from 'node:crypto'
import type { Challenge } from 'altcha-lib/types'
import type { Database } from '../database/pool.ts'
import { Refusal } from '../http/refusal.ts'
import type { Log } from '../logging/log.ts'
import type { Keys } from '../secrets/keys.ts'
import { createProofOfWork } from './proof-of-work.ts'
import { createRecaptcha, type RecaptchaSettings } from './recaptcha.ts'
import { spendProof } from './spent-proofs.ts'

/** Which captcha is asked for; `cost` is the rounds of one key of the work. */
export type CaptchaSettings =
  | { readonly kind: 'none' }
  | { readonly kind: 'altcha'; readonly cost: number }
  | ({ readonly kind: 'recaptcha' } & RecaptchaSettings)

/** What a page has to do, as it travels. */
export type CaptchaTask =
  | { readonly kind: 'none' }
  | { readonly kind: 'altcha'; readonly challenge: Challenge }
  | { readonly kind: 'recaptcha'; readonly site_key: string }

/** What a call does that wants a captcha. */
export type CaptchaAction = 'signup' | 'signin' | 'verification' | 'reset' | 'password'

/** Who proves, and for what. */
export type CaptchaUse = { readonly action: CaptchaAction; readonly clientAddress: string }

/** The fields that a proof may travel in: either name on every call (DEC-22). */
export type CaptchaFields = {
  readonly 'g-recaptcha-response'?: string | undefined
  readonly captcha?: string | undefined
}

export type Captcha = {
  /** A task for a page. */
  task(): Promise<CaptchaTask>
  /** Accepts the proof in a call's fields, once; refuses `captcha.wrong`. */
  require(fields: CaptchaFields, use: CaptchaUse): Promise<void>
}

/** What a provider finds: a right proof has an identity, and a time after which it would be refused. */
export type Proven = { readonly identity: string; readonly expiresAtMs: number }

/** Checks proofs of one kind; null is wrong, a rejection counts as wrong too. */
export type Prover = {
  task(): Promise<CaptchaTask>
  check(proof: string, use: CaptchaUse): Promise<Proven | null>
}

export type CaptchaParts = {
  readonly database: Database
  readonly keys: Keys
  readonly log: Log
}

/** More is no proof: what Google gives is about 2 kB, ours below 1. */
const proofLengthMax = 8_000

/** The captcha of these settings. */
export function createCaptcha(parts: CaptchaParts, settings: CaptchaSettings): Captcha {
  if (settings.kind === 'none') {
    return { task: async () => ({ kind: 'none' }), require: async () => undefined }
  }
  const prover =
    settings.kind === 'altcha'
      ? createProofOfWork(parts.keys('captcha').toString('base64'), settings.cost)
      : createRecaptcha(settings)
  return {
    task: () => prover.task(),
    async require(fields, use) {
      if (!(await accept(parts, prover, fields, use))) throw new Refusal('captcha.wrong')
    },
  }
}

async function accept(
  { database, log }: CaptchaParts,
  prover: Prover,
  fields: CaptchaFields,
  use: CaptchaUse,
): Promise<boolean> {
  const proof = fields['g-recaptcha-response'] || fields.captcha || ''
  if (proof === '' || proof.length > proofLengthMax) return false
  try {
    const proven = await prover.check(proof, use)
    if (proven === null) return false
    const proofHash = createHash('sha256').update(proven.identity).digest()
    return await spendProof(database, proofHash, proven.expiresAtMs)
  } catch (error) {
    log.warn({ error: String(error) }, 'a captcha could not be checked')
    return false
  }
}
