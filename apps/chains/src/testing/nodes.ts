/** Runs the whole process in tests, as its callers do. */
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fieldsOf } from '../fields.ts'
import { type Call, rpcTo } from '../rpc.ts'

const launcher = path.join(import.meta.dirname, '../../../../launch/chains.mjs')
const key = 'a key for tests'

export type Nodes = {
  readonly child: ChildProcess
  readonly ready: Readonly<Record<string, unknown>>
  /** JSON-RPC of a chain. */
  rpc(chain: string): Call
  /** Makes a control call; returns the fields of its result, or throws the refusal. */
  order(chain: string, call: string, input?: object): Promise<Readonly<Record<string, unknown>>>
  /** Ends the process as the end of its caller does. */
  end(): Promise<void>
}

/** Creates a temporary folder; the caller removes it. */
export function temporaryFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'tukar-chains-'))
}

/** Starts the chains of `CHAINS_ONLY` on a folder, and waits until they are ready. */
export async function startNodes(folder: string, env: Record<string, string>): Promise<Nodes> {
  const child = spawn(process.execPath, [launcher], {
    env: { PATH: process.env['PATH'] ?? '', CHAINS_KEY: key, CHAINS_FOLDER: folder, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const closed = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  let ready: unknown
  for await (const line of createInterface({ input: child.stdout })) {
    const said = fieldsOf(JSON.parse(line))
    const { trouble } = said
    if (typeof trouble === 'string') throw new Error(trouble)
    ready = said['ready']
    if (ready !== undefined) break
  }
  const found = fieldsOf(ready)
  return {
    child,
    ready: found,
    rpc(chain) {
      const { url, user } = fieldsOf(found[chain])
      const basic = `Basic ${Buffer.from(`${String(user)}:${key}`).toString('base64')}`
      return rpcTo(String(url), user === undefined ? null : basic)
    },
    async order(chain, call, input = {}) {
      const answer = await fetch(`${String(found['control'])}/${chain}/${call}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: JSON.stringify(input),
      })
      const { result, refusal } = fieldsOf(await answer.json())
      if (typeof refusal === 'string') throw new Error(refusal)
      return fieldsOf(result)
    },
    async end() {
      child.stdin.end()
      await closed
    },
  }
}
