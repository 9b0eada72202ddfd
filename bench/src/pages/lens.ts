/** Lighthouse and memory figures, from a process with its own packages: bench/pages. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../report.ts'

const folder = path.join(root, 'bench/pages')

export type Preset = 'mobile' | 'desktop'
type Position = { readonly at: string; readonly score?: number }

export type Loaded = {
  readonly lcpMs: number
  readonly fcpMs: number
  readonly blockedMs: number
  readonly cls: number
  readonly lcpAt: readonly Position[]
  readonly shiftsAt: readonly Position[]
}

export type Handled = { readonly inpMs: number | null; readonly cls: number | null }

export type Memory = {
  readonly pageMb: number
  readonly workerMb: number
  readonly nodes: number
  readonly listeners: number
}

/** All but `load` measure the open page with the mark in its address. */
export type Lens = {
  /** A cold load of an address by Lighthouse. */
  load(url: string, preset: Preset): Promise<Loaded>
  /** Starts measuring a page's responsiveness; `mobile` is four times slower. */
  begin(mark: string, preset: Preset): Promise<void>
  end(): Promise<Handled>
  /** After garbage collection. */
  memory(mark: string): Promise<Memory>
  close(): Promise<void>
}

/** Installs Lighthouse if it is not there in the version of the lock file. */
export function ensureLighthouse(): void {
  const versionIn = (file: string, at: (json: never) => string) =>
    existsSync(file) ? at(JSON.parse(readFileSync(file, 'utf8')) as never) : ''
  const wanted = versionIn(
    path.join(folder, 'package.json'),
    ({ dependencies }: { dependencies: { lighthouse: string } }) => dependencies.lighthouse,
  )
  const installed = path.join(folder, 'node_modules/lighthouse/package.json')
  if (versionIn(installed, ({ version }: { version: string }) => version) === wanted) return
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', ['ci', ...options], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error('Lighthouse could not be installed; see above')
}

/** Connects to the browser's debugging port. */
export function openLens(port: number): Lens {
  const child = spawn(process.execPath, [path.join(folder, 'lens.mjs'), String(port)], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async (task: string, order: object = {}): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify({ task, ...order })}\n`)
    const { value, done } = await lines.next()
    if (done === true) throw new Error(`Lighthouse ended during ${task}`)
    const { answer, trouble } = JSON.parse(value) as { answer?: unknown; trouble?: string }
    if (trouble !== undefined) throw new Error(`${task}: ${trouble}`)
    return answer
  }
  return {
    load: async (url, preset) => (await ask('load', { url, preset })) as Loaded,
    begin: async (mark, preset) => {
      await ask('begin', { mark, preset })
    },
    end: async () => (await ask('end')) as Handled,
    memory: async (mark) => (await ask('memory', { mark })) as Memory,
    async close() {
      child.stdin.end()
      await ended
    },
  }
}
