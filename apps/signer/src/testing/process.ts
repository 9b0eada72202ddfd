/** The signer's process and its commands, as they are started, and calls to it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { makeSeed } from '../keys/seed.ts'
import { isRecord, parseJson } from '../shape.ts'
import { approvalKey, bodyOf, cost, folderOf, passphrase, settingsText } from './requests.ts'

const built = path.join(import.meta.dirname, '..')
export const httpKey = 'the key of the calls, of tests alone'

export type ProcessOutput = {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

export type Running = {
  readonly child: ChildProcess
  /** Throws if the process ends before it answers. */
  call(route: string, request?: object, key?: string): Promise<ProcessOutput>
  readonly ended: Promise<number | null>
}

export type Installation = {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** Starts the process; resolves once it listens. Killed at the end of the test. */
  start(more?: Readonly<Record<string, string>>): Promise<Running>
  /** Runs a program to its end: a failing one, or a command. */
  run(
    program: 'run.js' | 'command.js',
    args?: readonly string[],
    more?: Readonly<Record<string, string>>,
  ): Promise<{ readonly code: number | null; readonly said: string }>
}

/** A folder with settings, and with a seed that opens fast unless the test is about creating one. */
export async function newInstallation(
  test: TestContext,
  { hasSeed = true }: { readonly hasSeed?: boolean } = {},
): Promise<Installation> {
  const outer = await folderOf(test)
  const file = path.join(outer, 'settings.json')
  await writeFile(file, JSON.stringify({ ...settingsText, votes: 'unverified' }))
  const folder = path.join(outer, 'signer')
  if (hasSeed) {
    await mkdir(folder)
    await makeSeed(folder, passphrase, cost)
    await writeFile(path.join(outer, 'passphrase'), `${passphrase}\n`)
  }
  const environment = {
    PATH: process.env['PATH'] ?? '',
    SIGNER_KEY: httpKey,
    SIGNER_APPROVAL_KEY: approvalKey.toString(),
    SIGNER_FOLDER: folder,
    SIGNER_SETTINGS_FILE: file,
    SIGNER_PASSPHRASE_FILE: path.join(outer, 'passphrase'),
    SIGNER_MODE: 'simulation',
  }
  return {
    folder,
    environment,
    async start(more = {}) {
      const child = spawn(process.execPath, [path.join(built, 'run.js')], {
        env: { ...environment, ...more },
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      test.after(() => child.kill('SIGKILL'))
      return runningOn(child, await portOf(child))
    },
    async run(program, args = [], more = {}) {
      const child = spawn(process.execPath, [path.join(built, program), ...args], {
        env: { ...environment, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      test.after(() => child.kill('SIGKILL'))
      let said = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          said += chunk.toString()
        })
      }
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, said }
    },
  }
}

async function portOf(child: ChildProcess): Promise<number> {
  if (child.stdout === null) throw new Error('it says nothing')
  const said = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(() => ['{}']),
  ])
  const line = parseJson(String(said[0]))
  const port = isRecord(line) ? line['port'] : undefined
  if (typeof port !== 'number') throw new Error('the signer did not start')
  return port
}

function runningOn(child: ChildProcess, port: number): Running {
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null)
  return {
    child,
    ended,
    async call(route, request, key = httpKey) {
      const [method = 'GET', target = '/'] = route.split(' ')
      const response = await fetch(`http://127.0.0.1:${port}${target}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(request === undefined ? {} : { body: bodyOf(request) }),
      })
      const body = parseJson(await response.text())
      return { status: response.status, body: isRecord(body) ? body : {} }
    },
  }
}
