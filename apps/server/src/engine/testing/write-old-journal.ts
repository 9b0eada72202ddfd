/**
 * Writes the journal of these rules, once, when their number was raised: never again for the same number,
 * because databases contain what was written then. Run it after `npm run build:test`.
 */
import { writeFileSync } from 'node:fs'
import { lineOf, oldJournalFile, writeJournal } from './old-journal.ts'

writeFileSync(oldJournalFile, `${writeJournal().map(lineOf).join('\n')}\n`, { flag: 'wx' })
