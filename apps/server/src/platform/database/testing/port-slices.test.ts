import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeSlice } from './port-slices.ts'

test('a slice of ports that somebody has is given to nobody else', async () => {
  const taken = new Set<number>()
  for (let i = 0; i < 3; i += 1) taken.add((await takeSlice(60_000, 3)).first)
  assert.deepEqual(
    [...taken].toSorted((a, b) => a - b),
    [60_000, 60_100, 60_200],
  )
  await assert.rejects(takeSlice(60_000, 3), /all slices of ports from 60000 on are in use/)
})
