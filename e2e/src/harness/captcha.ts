/** Solves a captcha's proof of work from the challenge alone. */
import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { type Client, isObject, type JsonObject, textAt } from './http.ts'

const derive = promisify(pbkdf2)
/** The chance that it needs more keys is 1 in 10^17. */
const keysMax = 10_000

/** A proof for one call; empty if the server asks for none. */
export async function captchaProof(client: Client): Promise<string> {
  const { body, text } = await client.call('GET', '/captcha/challenge')
  const task = body['data']
  if (!isObject(task)) throw new Error(`captcha: ${text}`)
  if (task['kind'] === 'none') return ''
  const challenge = task['challenge']
  if (task['kind'] !== 'altcha' || !isObject(challenge)) throw new Error(`captcha: ${text}`)
  return Buffer.from(JSON.stringify(await solved(challenge))).toString('base64')
}

/** Counts up until a PBKDF2 key has the prefix of the challenge. */
async function solved(challenge: JsonObject): Promise<JsonObject> {
  const parameters = challenge['parameters']
  if (!isObject(parameters)) throw new Error('captcha: a challenge without parameters')
  const bytesAt = (key: string) => Buffer.from(textAt(parameters, key), 'hex')
  const [nonce, salt, prefix] = [bytesAt('nonce'), bytesAt('salt'), bytesAt('keyPrefix')]
  const [cost, keyLength] = [Number(parameters['cost']), Number(parameters['keyLength'])]
  const hash = textAt(parameters, 'algorithm').replace('PBKDF2/', '').replace('-', '').toLowerCase()
  const password = Buffer.concat([nonce, Buffer.alloc(4)])
  for (let counter = 0; counter < keysMax; counter++) {
    password.writeUInt32BE(counter, nonce.length)
    const key = await derive(password, salt, cost, keyLength, hash)
    if (!key.subarray(0, prefix.length).equals(prefix)) continue
    return { challenge, solution: { counter, derivedKey: key.toString('hex'), time: 0 } }
  }
  throw new Error('captcha: no key begins as it should')
}
