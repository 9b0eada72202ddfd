/**
 * Writes the journal of these rules down, once, when their number was raised: never again for the same
 * number, for databases hold what was written then. Run after `npm run build:test`.
 */
import { writeFileSync } from 'node:fs'
import { lineOf, oldJournalFile, writeJournal } from './old-journal.ts'

writeFileSync(oldJournalFile, `${writeJournal().map(lineOf).join('\n')}\n`, { flag: 'wx' })
