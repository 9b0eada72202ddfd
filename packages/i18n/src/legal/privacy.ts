/** The privacy policy, the same clauses in both languages (LEGAL-02, DEC-07). */
import type { Language } from '../language.ts'
import { privacyClausesEn, privacySimulationEn, privacySummaryEn } from './privacy-en.ts'
import { privacyClausesId, privacySimulationId, privacySummaryId } from './privacy-id.ts'
import type { LegalText } from './text.ts'

/** Day of the last change, shown above the text (CONST-24). */
const privacyUpdatedOn = '2024-02-07'

/** The privacy policy; in simulation mode it starts with a list of who can read which data. */
export function privacyText(language: Language, isSimulation: boolean): LegalText {
  const isIndonesian = language === 'id'
  const clauses = isIndonesian ? privacyClausesId : privacyClausesEn
  const simulation = isIndonesian ? privacySimulationId : privacySimulationEn
  return {
    updatedOn: privacyUpdatedOn,
    summary: isIndonesian ? privacySummaryId : privacySummaryEn,
    clauses: isSimulation ? [simulation, ...clauses] : clauses,
  }
}
