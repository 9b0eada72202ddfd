import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import sharp from 'sharp'
import { until } from '../../engine/testing/until.ts'
import { readIdentitySettings } from '../../platform/config/identity-settings.ts'
import { createLog } from '../../platform/logging/log.ts'
import { createProvider, openIdentityCheck } from './index.ts'
import { createLocalVerifier, type LocalVerifier } from './local-process.ts'

const log = createLog('fatal')
const verifier = path.join(import.meta.dirname, '../../../../verifier')

function startLocal(test: TestContext, program?: string, startMs?: number): LocalVerifier {
  const local = createLocalVerifier({
    log,
    ...(program === undefined ? {} : { program }),
    ...(startMs === undefined ? {} : { startMs }),
  })
  test.after(() => local.stop())
  return local
}

/** Writes a program of these lines; returns its path. */
async function programOf(test: TestContext, text: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'verifier-'))
  test.after(() => rm(folder, { recursive: true }))
  const program = path.join(folder, 'run.mjs')
  await writeFile(program, text)
  return program
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Whether the process has ended, even if its parent has not reaped it yet. */
function isGone(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

async function healthAt({ url }: { readonly url: string }): Promise<number> {
  const response = await fetch(`${url}/healthz`)
  await response.body?.cancel()
  return response.status
}

test('R-42: the verifier starts on first use, once for concurrent callers, and stops with the server', async (t) => {
  const local = startLocal(t)
  assert.equal(local.pid(), null)
  const reaches = await Promise.all(Array.from({ length: 5 }, () => local.reach()))
  const [reach] = reaches
  assert.ok(reach)
  assert.deepEqual(new Set(reaches), new Set([reach]))
  assert.match(reach.url, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.ok(reach.key.length >= 40)
  assert.equal(await healthAt(reach), 200)
  const pid = local.pid() ?? 0
  assert.ok(isRunning(pid))
  await local.stop()
  assert.ok(!isRunning(pid))
  assert.equal(await local.reach(), null)
})

test('FLT-37: a killed verifier is restarted with another key', async (t) => {
  const local = startLocal(t)
  const first = await local.reach()
  const pid = local.pid() ?? 0
  process.kill(pid, 'SIGKILL')
  await until('it is gone', () => local.pid() !== pid)
  const second = await local.reach()
  assert.ok(first && second)
  assert.notEqual(second.key, first.key)
  assert.equal(await healthAt(second), 200)
})

test('FLT-37: a call to a verifier that has just exited reaches the next one', async (t) => {
  const local = startLocal(t)
  const check = createProvider({ reach: () => local.reach(), callbackSecret: 'not used here' })
  const expected = { name: null, number: null, birthDate: null }
  for (let round = 0; round < 3; round++) {
    const answer = await check.createVerification({ templateId: 'any', reference: 'one', expected })
    assert.equal(answer.status, 'done', JSON.stringify(answer))
    process.kill(local.pid() ?? 0, 'SIGKILL')
    const pid = local.pid()
    await until('it does not listen', () => pid === null || isGone(pid))
  }
})

test('FLT-37: the verifier does not outlive a server that is killed', async (t) => {
  const program = await programOf(
    t,
    `const { createLocalVerifier } = await import(process.argv[2])
     const log = { info() {}, warn() {} }
     const local = createLocalVerifier({ log })
     await local.reach()
     process.stdout.write(local.pid() + String.fromCharCode(10))
     setInterval(() => undefined, 1_000)`,
  )
  const module = path.join(import.meta.dirname, 'local-process.js')
  const server = spawn(process.execPath, [program, module], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => server.kill('SIGKILL'))
  const [line] = await once(createInterface({ input: server.stdout }), 'line')
  const pid = Number(line)
  assert.ok(isRunning(pid))
  server.kill('SIGKILL')
  await until('the verifier is gone', () => !isRunning(pid))
})

test('FLT-37: a verifier that exits at once, stays silent or is missing is unavailable, and is not restarted all the time', async (t) => {
  const ending = startLocal(t, await programOf(t, 'process.exit(3)'))
  const silent = startLocal(t, await programOf(t, 'setInterval(() => undefined, 1_000)'), 300)
  const babbling = startLocal(t, await programOf(t, 'process.stdout.write("listening on 80\\n")'))
  const missing = startLocal(t, path.join(tmpdir(), 'no-such-verifier.mjs'))
  for (const local of [ending, silent, babbling, missing]) {
    assert.equal(await local.reach(), null)
    const again = local.reach()
    assert.equal(local.pid(), null, 'none is started')
    assert.equal(await again, null)
  }
})

test('ATT-39: the verifier receives nothing of the server but its key', async (t) => {
  process.env['TUKAR_SECRET_OF_THE_TEST'] = 'planted'
  t.after(() => delete process.env['TUKAR_SECRET_OF_THE_TEST'])
  const program = await programOf(
    t,
    `import { createServer } from 'node:http'
     const server = createServer((_, response) => response.end(JSON.stringify(process.env)))
     const say = () => {
       const { port } = server.address()
       process.stdout.write(JSON.stringify({ port }) + String.fromCharCode(10))
     }
     server.listen(0, '127.0.0.1', say)
     process.stdin.resume().on('end', () => process.exit())`,
  )
  const reach = await startLocal(t, program).reach()
  assert.ok(reach)
  const answer = await fetch(reach.url)
  const seen = await answer.text()
  assert.ok(!seen.includes('planted'))
  assert.ok(seen.includes(reach.key))
})

/** A photograph that comes with the face models, and the position of its face. */
const photograph = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')),
  'demo/sample1.jpg',
)
const portrait = { left: 727, top: 310, width: 408, height: 446 }

test('SRV-42: the verifier of the exchange reads a card and compares its face, over the contract', async (t) => {
  const identity = readIdentitySettings({}, 'simulation')
  const check = openIdentityCheck({ settings: { identity }, log })
  t.after(() => check.stop())
  const selfie = await sharp(photograph).extract(portrait).jpeg().toBuffer()
  const face = await sharp(selfie).resize(240, 310, { fit: 'cover' }).toBuffer()
  const card = await sharp(path.join(verifier, 'fixtures/card.png'))
    .composite([{ input: face, left: 728, top: 132 }])
    .jpeg()
    .toBuffer()
  const expected = {
    name: 'Siti Rahayu Pertiwi',
    number: '3171014107900003',
    birthDate: '1990-07-01',
  }
  const { templateId, probabilityMin, qualityMin } = identity
  const begun = await check.createVerification({ templateId, reference: 'case-1', expected })
  assert.ok(begun.status === 'done', JSON.stringify(begun))
  const ids = { templateId, verificationId: begun.value.verificationId }
  const early = await check.checkFace({ ...ids, image: selfie })
  assert.equal(early.status, 'refused')
  const found = await check.checkDocument({ ...ids, front: card, back: null })
  assert.ok(found.status === 'done', JSON.stringify(found))
  assert.equal(found.value.kind, 'ktp')
  assert.equal(found.value.number, expected.number)
  assert.ok(found.value.matches.number && (found.value.matches.name ?? 0) >= 0.8)
  assert.ok(found.value.face)
  const same = await check.checkFace({ ...ids, image: selfie })
  assert.ok(same.status === 'done', JSON.stringify(same))
  assert.ok(same.value.probability >= probabilityMin && same.value.quality >= qualityMin)
  const nobody = await sharp({ create: { ...portrait, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  assert.deepEqual(await check.checkFace({ ...ids, image: nobody }), {
    status: 'refused',
    message: 'Face verification failed. FACE_NOT_FOUND',
  })
  const unknown = { templateId, verificationId: 'none' }
  assert.deepEqual(await check.checkFace({ ...unknown, image: selfie }), { status: 'absent' })
  assert.equal(check.health().state, 'ok')
})
