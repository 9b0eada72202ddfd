import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startProcess } from './process.ts'

test('R-52: a node starts when the PATH has Node.js alone', async () => {
  const { PATH } = process.env
  process.env['PATH'] = '/nowhere'
  try {
    const child = await startProcess({
      program: process.execPath,
      parameters: ['-e', 'process.stdout.write("port 7"); process.stdin.resume()'],
      port: /^port (\d+)/,
    })
    assert.equal(child.port, 7)
    await child.stop(false)
  } finally {
    process.env['PATH'] = PATH
  }
})
