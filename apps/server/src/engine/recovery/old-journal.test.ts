/** Existing databases stay readable: an old journal replays, and is encoded to the same bytes. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createExchange, type CoreEvent } from '@tukar/core'
import { replay } from '../committing/batch.ts'
import { decodeRowCommands } from '../journal.ts'
import { lineOf, oldJournalFile, rowOf, writeJournal } from '../testing/old-journal.ts'

const lines = readFileSync(oldJournalFile, 'utf8').trimEnd().split('\n')

test('R-66 G-02 INV-17: the journal that was written when these rules were numbered replays, hash for hash and byte for byte', () => {
  const exchange = createExchange({ salt: 2 })
  const commands = new Set<string>()
  const events = new Set<CoreEvent['kind']>()
  for (const row of lines.map(rowOf)) {
    for (const { command } of decodeRowCommands(row)) commands.add(command.kind)
    const batch = replay(exchange, row)
    for (const one of batch.commands) for (const { kind } of one.events) events.add(kind)
  }
  assert.deepEqual([commands.size, events.size], [18, 15], 'every kind is in it')
})

test('R-66: this version writes the same commands as the same bytes', () => {
  assert.deepEqual(writeJournal().map(lineOf), lines)
})
