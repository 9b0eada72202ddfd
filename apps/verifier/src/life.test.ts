/** When the verifier's process ends. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { test } from 'node:test'
import { startVerifier } from './testing/client.ts'

test('FLT-37: the verifier ends when its parent is gone', async () => {
  const verifier = await startVerifier()
  verifier.child.stdin?.end()
  assert.equal(await verifier.ended, 0)
})

test('FLT-37: the verifier ends after it was idle', async () => {
  const verifier = await startVerifier({ VERIFIER_IDLE_MS: '200' })
  assert.equal(await verifier.ended, 0)
})

test('ATT-49: without a key the verifier does not start', async () => {
  const entry = path.join(import.meta.dirname, 'run.js')
  const env = { ...process.env, VERIFIER_KEY: '' }
  const child = spawn(process.execPath, [entry], { env, stdio: ['pipe', 'ignore', 'pipe'] })
  const [code] = await once(child, 'exit')
  assert.equal(code, 1)
})
