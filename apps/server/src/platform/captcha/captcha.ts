/**
 * Captchas behind one interface: proof of work (our own, offline), or reCAPTCHA if its keys are set (DEC-23).
 * Anything that is not clearly valid is refused: it fails closed (ATT-04).
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

/** The captcha in use; `cost` is the rounds per key of the proof of work. */
export type CaptchaSettings =
  | { readonly kind: 'none' }
  | { readonly kind: 'altcha'; readonly cost: number }
  | ({ readonly kind: 'recaptcha' } & RecaptchaSettings)

/** The task for a page, as sent. */
export type CaptchaTask =
  | { readonly kind: 'none' }
  | { readonly kind: 'altcha'; readonly challenge: Challenge }
  | { readonly kind: 'recaptcha'; readonly site_key: string }

/** The kind of call that needs a captcha. */
export type CaptchaAction = 'signup' | 'signin' | 'verification' | 'reset' | 'password'

/** The client and action that a proof is for. */
export type CaptchaUse = { readonly action: CaptchaAction; readonly clientAddress: string }

/** The fields that may contain a proof: either name on every call (DEC-22). */
export type CaptchaFields = {
  readonly 'g-recaptcha-response'?: string | undefined
  readonly captcha?: string | undefined
}

export type Captcha = {
  /** A task for a page. */
  task(): Promise<CaptchaTask>
  /** Accepts the proof in a call's fields, once; otherwise throws `captcha.wrong`. */
  require(fields: CaptchaFields, use: CaptchaUse): Promise<void>
}

/** A valid proof has an identity, and a time after which it would be refused. */
export type Proven = { readonly identity: string; readonly expiresAtMs: number }

/** Checks proofs of one kind; null means invalid, and so does a rejection. */
export type Prover = {
  task(): Promise<CaptchaTask>
  check(proof: string, use: CaptchaUse): Promise<Proven | null>
}

export type CaptchaDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly log: Log
}

/** Longer texts are refused unread: tokens of Google have about 2 kB, ours less than 1. */
const proofLengthMax = 8_000

/** The captcha of these settings. */
export function createCaptcha(deps: CaptchaDeps, settings: CaptchaSettings): Captcha {
  if (settings.kind === 'none') {
    return { task: async () => ({ kind: 'none' }), require: async () => undefined }
  }
  const prover =
    settings.kind === 'altcha'
      ? createProofOfWork(deps.keys('captcha').toString('base64'), settings.cost)
      : createRecaptcha(settings)
  return {
    task: () => prover.task(),
    async require(fields, use) {
      if (!(await accept(deps, prover, fields, use))) throw new Refusal('captcha.wrong')
    },
  }
}

async function accept(
  { database, log }: CaptchaDeps,
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
    log.warn({ error: String(error) }, 'captcha could not be checked')
    return false
  }
}
