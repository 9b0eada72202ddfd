import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { freePort, takeSlice } from './port-slices.ts'

test('a reserved slice of ports is given to no other process', async () => {
  // Only names; other runs of this test on this machine use others.
  const from = 1_000_000 + process.pid * 300
  const taken = new Set<number>()
  for (let i = 0; i < 3; i += 1) taken.add((await takeSlice(from, 3)).first)
  assert.deepEqual(
    [...taken].toSorted((a, b) => a - b),
    [from, from + 100, from + 200],
  )
  await assert.rejects(takeSlice(from, 3), new RegExp(`all slices of ports from ${from} on`))
})

test('R-50: a process takes its ports from one slice, each only once, and the next port is free for it, too', async () => {
  const first = await freePort()
  const holder = createServer().listen(first + 3, '127.0.0.1')
  await once(holder, 'listening')
  const ports = [first]
  for (let i = 0; i < 20; i += 1) ports.push(await freePort())
  holder.close()
  const both = ports.flatMap((port) => [port, port + 1])
  assert.equal(new Set(both).size, both.length)
  assert.ok(!both.includes(first + 3), 'somebody listens there')
  assert.equal(new Set(both.map((port) => Math.floor(port / 100))).size, 1, both.join())
})
