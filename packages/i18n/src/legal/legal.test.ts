/** Goal: the legal texts say the same in both languages, and what the specification requires. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { privacyText, termsText } from '../index.ts'

const texts = [
  ['LEGAL-01', 'terms', termsText],
  ['LEGAL-02', 'privacy policy', privacyText],
] as const

for (const [id, name, textIn] of texts) {
  test(`${id} CONST-24: the ${name} is of 2024-02-07 and under Indonesian law, in both languages`, () => {
    for (const isSimulation of [true, false]) {
      const [en, id_] = [textIn('en', isSimulation), textIn('id', isSimulation)]
      assert.equal(en.updatedOn, '2024-02-07')
      assert.equal(id_.updatedOn, '2024-02-07')
      assert.match(JSON.stringify(en.clauses), /governed by the law of the Republic of Indonesia/)
      assert.match(JSON.stringify(id_.clauses), /diatur oleh hukum Republik Indonesia/)
    }
  })

  test(`DEC-07: the ${name} has the same clauses and paragraphs in both languages, none twice`, () => {
    for (const isSimulation of [true, false]) {
      const [en, id_] = [textIn('en', isSimulation), textIn('id', isSimulation)]
      const shape = ({ clauses }: typeof en) => clauses.map(({ paragraphs }) => paragraphs.length)
      assert.deepEqual(shape(en), shape(id_))
      assert.equal(en.summary.length, id_.summary.length)
      for (const { clauses } of [en, id_]) {
        assert.equal(new Set(clauses.map(({ title }) => title)).size, clauses.length)
        const paragraphs = clauses.flatMap((clause) => clause.paragraphs)
        assert.equal(new Set(paragraphs).size, paragraphs.length)
      }
    }
  })

  test(`GEN-02 DEC-01: the ${name} speaks of the simulation first, and only in a simulation`, () => {
    for (const language of ['en', 'id'] as const) {
      assert.match(textIn(language, true).clauses[0]?.title ?? '', /^Simula/)
      assert.doesNotMatch(JSON.stringify(textIn(language, false)), /simulation mode|mode simulasi/)
    }
  })
}

test('GEN-04: the terms cite the regulation on verification', () => {
  assert.match(JSON.stringify(termsText('en', false)), /No\. 8 of 2021.*Article 27 paragraph 5/)
  assert.match(JSON.stringify(termsText('id', false)), /Nomor 8 Tahun 2021 \(Pasal 27 ayat 5\)/)
})
