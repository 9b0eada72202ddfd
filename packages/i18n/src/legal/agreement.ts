/**
 * The user agreement after identity verification, the same clauses in both languages (SRV-33). It has
 * versions, and each person's consent names the one that was shown (DEC-68), so any change of a word needs a
 * new version below.
 */
import type { Language } from '../language.ts'
import { agreementClausesEn, agreementSimulationEn, agreementSummaryEn } from './agreement-en.ts'
import { agreementClausesId, agreementSimulationId, agreementSummaryId } from './agreement-id.ts'
import type { LegalText } from './text.ts'

/** The day of the last change, and the number of the version on that day. */
const updatedOn = '2026-11-21'
const textNo = 1

/** The agreement; in simulation mode the first clause says that nothing is real (AGR-05). */
export function agreementText(language: Language, isSimulation: boolean): LegalText {
  const isIndonesian = language === 'id'
  const clauses = isIndonesian ? agreementClausesId : agreementClausesEn
  const simulation = isIndonesian ? agreementSimulationId : agreementSimulationEn
  return {
    updatedOn,
    summary: isIndonesian ? agreementSummaryId : agreementSummaryEn,
    clauses: isSimulation ? [simulation, ...clauses] : clauses,
  }
}

/** The version of a consent: the same for both languages, a separate one in simulation mode. */
export function agreementVersion(isSimulation: boolean): string {
  return `${updatedOn}.${textNo}${isSimulation ? '-simulation' : ''}`
}
