/** Converts the challenge of `GET /captcha/challenge` from wire names. */
import type { Challenge as WorkChallenge } from 'altcha-lib/types'
import type { CaptchaTask } from '@tukar/wire'
import { isRecord } from '../../api/json.ts'
import type { Challenge } from './captcha.ts'

/** Returns the challenge of an answer, or null if this page does not support it. */
export function readChallenge(task: CaptchaTask): Challenge | null {
  switch (task.kind) {
    case 'none':
      return { kind: 'none' }
    case 'recaptcha':
      return { kind: 'widget', siteKey: task.site_key }
    case 'altcha':
      return readWork(task.challenge)
    default:
      return null
  }
}

function readWork(challenge: unknown): Challenge | null {
  if (!isWorkChallenge(challenge)) return null
  const { expiresAt } = challenge.parameters
  return {
    kind: 'work',
    challenge,
    expiresAtMs: expiresAt === undefined ? null : expiresAt * 1_000,
  }
}

/** The other fields of a challenge are signed by the server and returned unchanged. */
function isWorkChallenge(value: unknown): value is WorkChallenge {
  if (!isRecord(value) || !isRecord(value['parameters'])) return false
  const { algorithm, nonce, salt, cost, keyPrefix } = value['parameters']
  return (
    typeof cost === 'number' &&
    [algorithm, nonce, salt, keyPrefix].every((text) => typeof text === 'string')
  )
}
