/**
 * The terms and conditions, the same clauses in both languages (LEGAL-01, DEC-07); the registration form
 * shows them too and asks for consent (REG-04).
 */
import type { Language } from '../language.ts'
import { termsClausesEn, termsSimulationEn, termsSummaryEn } from './terms-en.ts'
import { termsClausesId, termsSimulationId, termsSummaryId } from './terms-id.ts'
import type { LegalClause, LegalText } from './text.ts'

/** Day of the last change, shown above the text (CONST-24). */
export const termsUpdatedOn = '2024-02-07'

/** The terms; in simulation mode the first clause says that nothing is real (AGR-05). */
export function termsText(language: Language, isSimulation: boolean): LegalText {
  const isIndonesian = language === 'id'
  const clauses = isIndonesian ? termsClausesId : termsClausesEn
  const simulation = isIndonesian ? termsSimulationId : termsSimulationEn
  return {
    updatedOn: termsUpdatedOn,
    summary: isIndonesian ? termsSummaryId : termsSummaryEn,
    clauses: isSimulation ? [simulation, ...clauses] : clauses,
  }
}

/** Returns the clauses of the terms alone. */
export function termsOf(language: Language, isSimulation: boolean): readonly LegalClause[] {
  return termsText(language, isSimulation).clauses
}
