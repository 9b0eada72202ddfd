import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort } from './ports.ts'

test('R-50: a process draws its ports from a slice that others leave to it, and each but once', async () => {
  const ports: number[] = []
  for (let i = 0; i < 20; i += 1) ports.push(await freePort())
  assert.equal(new Set(ports).size, ports.length)
  const slices = new Set(ports.map((port) => Math.floor(port / 100)))
  assert.equal(slices.size, 1, ports.join())
})
