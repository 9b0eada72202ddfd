/** The dependencies of a captcha: the server's challenge, and a worker that solves it. */
import type { Challenge as WorkChallenge } from 'altcha-lib/types'
import { serverNowMs } from '../../api/command-id.ts'
import { routes } from '@tukar/wire'
import { callAs } from '../../api/call.ts'
import type { CaptchaPorts, Challenge } from './captcha.ts'
import { readChallenge } from './captcha-wire.ts'
import type { CaptchaWorkAnswer } from './captcha-work.ts'

async function ask(): Promise<Challenge | null> {
  const outcome = await callAs(routes.captchaChallenge, {}, ({ data }) => readChallenge(data))
  return outcome.ok ? outcome.body : null
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

/** The ports of a browser page. */
export const captchaPorts: CaptchaPorts = { ask, solve, nowMs: serverNowMs }
