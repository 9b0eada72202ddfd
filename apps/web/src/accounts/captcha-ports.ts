/** What a captcha needs of the world: the server's challenge and a worker for its work. */
import type { Challenge as WorkChallenge } from 'altcha-lib/types'
import { serverNowMs } from '../api/command-id.ts'
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'
import { send } from '../api/request.ts'
import type { CaptchaPorts, Challenge } from './captcha.ts'
import type { CaptchaWorkAnswer } from './captcha-work.ts'

/** Returns the challenge of an answer; null where it is none that this page knows. */
export function readChallenge(body: JsonRecord): Challenge | null {
  const data = body['data']
  if (!isRecord(data)) return null
  switch (data['kind']) {
    case 'none':
      return { kind: 'none' }
    case 'recaptcha':
      return { kind: 'widget', siteKey: textAt(data, 'site_key') }
    case 'altcha':
      return readWork(data['challenge'])
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

/** The rest of a challenge is signed by the server and only carried back to it. */
function isWorkChallenge(value: unknown): value is WorkChallenge {
  if (!isRecord(value) || !isRecord(value['parameters'])) return false
  const { algorithm, nonce, salt, cost, keyPrefix } = value['parameters']
  return (
    typeof cost === 'number' &&
    [algorithm, nonce, salt, keyPrefix].every((text) => typeof text === 'string')
  )
}

async function ask(): Promise<Challenge | null> {
  const outcome = await send({ host: 'api', method: 'GET', path: '/captcha/challenge' })
  return outcome.ok ? readChallenge(outcome.body) : null
}

function solve(challenge: WorkChallenge): Promise<string> {
  const worker = new Worker(new URL('./captcha-work.ts', import.meta.url), {
    type: 'module',
    name: 'captcha',
  })
  return new Promise<string>((resolve, reject) => {
    const fail = () => reject(new Error('captcha.unsolved'))
    worker.addEventListener('message', (event: MessageEvent<CaptchaWorkAnswer>) =>
      event.data.proof === null ? fail() : resolve(event.data.proof),
    )
    worker.addEventListener('error', fail)
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}

/** The ports of the page. */
export const captchaPorts: CaptchaPorts = { ask, solve, nowMs: serverNowMs }
