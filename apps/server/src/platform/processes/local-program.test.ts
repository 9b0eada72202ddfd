import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createLog } from '../logging/log.ts'
import { createLocalProgram, hearPort, type LocalProgramOptions } from './local-program.ts'

type Reach = { readonly url: string; readonly key: string }
type Options = Partial<LocalProgramOptions<Reach>>

/** A program of these lines that ends with its input. */
async function programOf(test: TestContext, lines: string, options: Options = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'program-'))
  const program = path.join(folder, 'run.mjs')
  await writeFile(program, `process.stdin.on('end', () => process.exit()).resume()\n${lines}`)
  const local = createLocalProgram<Reach>({
    log: createLog('silent'),
    name: 'the program',
    program,
    environment: async (key) => ({ KEY: key }),
    hear: (line, key) => (line.includes('port') ? hearPort(line, key) : null),
    startMs: 20_000,
    restartDelayMs: 0,
    stopMs: 20_000,
    ...options,
  })
  test.after(async () => {
    await local.stop()
    await rm(folder, { recursive: true })
  })
  return local
}

const listening = `process.stdout.write('{"step":1}\\n{"port":80}\\n')`

test('a line may precede the one that says where the program listens', async (t) => {
  const local = await programOf(t, listening)
  const [one, other] = await Promise.all([local.reach(), local.reach()])
  assert.equal(one?.url, 'http://127.0.0.1:80')
  assert.equal(other, one)
})

test('FLT-37: a program that ended right behind its word is begun again', async (t) => {
  const local = await programOf(t, `${listening}; process.stdin.destroy()`)
  const keys = new Set<string>()
  while (keys.size < 3) {
    const reach = await local.reach()
    if (reach !== null) keys.add(reach.key)
    await turn()
  }
})

test('a stop in the middle of a start ends it, and waiting callers learn that there is none', async (t) => {
  const local = await programOf(t, `process.stdout.write('{"po')`)
  const reached = local.reach()
  while (local.pid() === null) await turn()
  const pid = local.pid()
  await local.stop()
  assert.equal(await reached, null)
  assert.equal(local.pid(), null)
  assert.ok(!existsSync(`/proc/${pid}`))
})

test('a stop while its variables are made starts nothing', async (t) => {
  let provide: (own: Readonly<Record<string, string>>) => void = () => undefined
  const environment = () =>
    new Promise<Readonly<Record<string, string>>>((resolve) => (provide = resolve))
  const local = await programOf(t, listening, { environment })
  const reached = local.reach()
  const stopped = local.stop()
  provide({})
  await stopped
  assert.equal(await reached, null)
  assert.equal(local.pid(), null)
})

test('after a failed start nobody waits for another one until the delay is over', async (t) => {
  let starts = 0
  const environment = async () => {
    starts += 1
    return null
  }
  const local = await programOf(t, listening, { environment, restartDelayMs: 60_000 })
  assert.deepEqual([await local.reach(), await local.reach(), starts], [null, null, 1])
})
