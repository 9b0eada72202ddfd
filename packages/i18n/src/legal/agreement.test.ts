import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { languages } from '../language.ts'
import { agreementText, agreementVersion } from './agreement.ts'

/** Hashes of each version's text; a new text needs a new version, and a line here (DEC-68). */
const known: Readonly<Record<string, string>> = {
  '2026-11-21.1': '0afb3375e0746d20',
  '2026-11-21.1-simulation': '69c2259cde6ac3f3',
}

test('DEC-68: no word of the agreement changes without a new version', () => {
  for (const isSimulation of [true, false]) {
    const texts = languages.map((language) => agreementText(language, isSimulation))
    const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)
    assert.equal(hash, known[agreementVersion(isSimulation)])
  }
})

test('AGR-05: only in a simulation the first clause states that nothing is real', () => {
  for (const language of languages) {
    assert.match(agreementText(language, true).clauses[0]?.title ?? '', /^Simula/)
    assert.doesNotMatch(JSON.stringify(agreementText(language, false)), /simulation|simulasi/i)
  }
  const [first = ''] = agreementText('en', true).clauses[0]?.paragraphs ?? []
  assert.match(first, /No real transactions, deposits or withdrawals happen/)
})

test('SRV-33: both languages have the same clauses and paragraphs, none twice', () => {
  for (const isSimulation of [true, false]) {
    const [en, id] = [agreementText('en', isSimulation), agreementText('id', isSimulation)]
    const shape = ({ clauses }: typeof en) => clauses.map(({ paragraphs }) => paragraphs.length)
    assert.deepEqual(shape(en), shape(id))
    assert.equal(en.summary.length, 5)
    assert.equal(id.summary.length, 5)
    for (const { clauses } of [en, id]) {
      const paragraphs = clauses.flatMap((clause) => clause.paragraphs)
      assert.equal(new Set(paragraphs).size, paragraphs.length)
    }
  }
})
