/** A client of the contract, and the verifier's process as the exchange starts it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'

export type Reply = {
  readonly status: number
  readonly message: string
  readonly body: {
    readonly verification?: { readonly id: string }
    readonly result?: {
      readonly documentType: string
      readonly extraction: {
        readonly fullName: string | null
        readonly documentNumber: string | null
        readonly birthDate: string | null
        readonly expiryDate: string | null
        readonly gender: string | null
        readonly confidence: number
      }
      readonly dataCheck: {
        readonly name: number | null
        readonly number: boolean | null
        readonly birthDate: boolean | null
      }
      readonly face: { readonly quality: number } | null
      readonly probability: number
      readonly quality: number
      readonly copy: boolean
    }
  }
  readonly retryAfter: string | null
}

export type Client = {
  /** A call with a JSON body. */
  json(name: string, body: unknown): Promise<Reply>
  /** A call with a form; bytes become files. */
  form(name: string, fields: Readonly<Record<string, string | Uint8Array>>): Promise<Reply>
  /** A new verification's id. */
  begin(
    expected?: Partial<Record<'fullName' | 'documentNumber' | 'birthDate', string>>,
  ): Promise<string>
  document(id: string, front: Uint8Array, back?: Uint8Array): Promise<Reply>
  face(id: string, image: Uint8Array): Promise<Reply>
}

export type Process = {
  readonly child: ChildProcess
  readonly url: string
  readonly client: Client
  /** Resident now and at its highest, in MB. */
  memory(): { readonly nowMb: number; readonly highestMb: number }
  /** Resolves when it has ended, with its exit code. */
  readonly ended: Promise<number | null>
  /** Closes its standard input, upon which it ends. */
  end(): Promise<void>
}

const entry = path.join(import.meta.dirname, '../run.js')
export const testKey = 'the-key-of-a-test'
export const template = 'template-1'
const attemptsMax = 4

/** Starts the process; it ends with this one, since its standard input closes then. */
export async function startVerifier(
  environment: Readonly<Record<string, string>> = {},
): Promise<Process> {
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, VERIFIER_KEY: testKey, MALLOC_ARENA_MAX: '2', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null)
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const url = `http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}`
  return {
    child,
    url,
    client: createClient(url, testKey),
    memory: () => memoryOf(child.pid ?? 0),
    ended,
    async end() {
      child.stdin.end()
      await ended
    },
  }
}

/** A client with this key. */
export function createClient(url: string, key: string): Client {
  const call = async (name: string, init: RequestInit): Promise<Reply> => {
    const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${key}` }
    const target = `${url}/v1/verification/${name}`
    const response = await fetch(target, { method: 'POST', ...init, headers })
    const body = (await response.json()) as Reply['body'] & { message: string }
    const { message } = body
    return {
      status: response.status,
      message,
      body,
      retryAfter: response.headers.get('retry-after'),
    }
  }
  const json: Client['json'] = (name, body) =>
    call(name, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  const form: Client['form'] = (name, fields) => {
    const body = new FormData()
    for (const [field, value] of Object.entries(fields)) {
      if (typeof value === 'string') body.set(field, value)
      else body.set(field, new Blob([new Uint8Array(value)]), `${field}.jpg`)
    }
    return call(name, { body })
  }
  return {
    json,
    form,
    async begin(expected = {}) {
      const said = await json('create-verification', {
        templateId: template,
        reference: 'a-case',
        expected: { fullName: null, documentNumber: null, birthDate: null, ...expected },
      })
      return said.body.verification?.id ?? ''
    },
    document: (verificationId, front, back) =>
      untilRecognized(() =>
        form('document-verification', {
          templateId: template,
          verificationId,
          documentVerify: 'true',
          returnImage: 'false',
          returnFace: 'false',
          returnExtract: 'true',
          imageFrontSide: front,
          ...(back === undefined ? {} : { imageBackSide: back }),
        }),
      ),
    face: (verificationId, image) =>
      untilRecognized(() =>
        form('biometric-verification', { templateId: template, verificationId, image }),
      ),
  }
}

/** A busy machine may not answer in time and says so: retried a few times. */
async function untilRecognized(ask: () => Promise<Reply>): Promise<Reply> {
  for (let more = attemptsMax; ; more--) {
    const said = await ask()
    if (said.status !== 500 || more === 0) return said
  }
}

function memoryOf(pid: number): { readonly nowMb: number; readonly highestMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN)
  return { nowMb: kilobytes('VmRSS') / 1_024, highestMb: kilobytes('VmHWM') / 1_024 }
}
