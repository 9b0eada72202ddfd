/** What kind of document a text is of, and its fields. */
import type { Extraction } from './comparison.ts'
import { type KtpFields, type Line, readKtp } from './ktp.ts'
import { readPassport } from './passport.ts'

export type DocumentType = 'ID_CARD' | 'PASSPORT' | 'UNKNOWN'
export type DocumentText = { readonly documentType: DocumentType; readonly extraction: Extraction }

/** A card of which fewer labels can be read is some other paper, or no paper at all. */
const ktpLabelsMin = 3
/** Passports share some labels with cards, but not so many. */
const ktpLabelsSure = 6
/** A number on some other paper counts only if it was read well. */
const otherConfidenceMin = 0.6

/**
 * The document that these lines are of; null when nothing of it can be read. Lines of a passport's
 * machine readable zone come apart, since another reader reads them.
 */
export function readDocument(
  lines: readonly Line[],
  zone: readonly string[] | null,
): DocumentText | null {
  const passport = zone === null ? null : readPassport(zone)
  if (passport !== null) {
    const { number: documentNumber, name: fullName, ...read } = passport
    const extraction = { fullName, documentNumber, gender: null, ...read }
    return { documentType: 'PASSPORT', extraction }
  }
  const card = readKtp(lines)
  if (isKtp(card)) return { documentType: 'ID_CARD', extraction: extractionOf(card) }
  if (card.number === null || card.confidence < otherConfidenceMin) return null
  return { documentType: 'UNKNOWN', extraction: extractionOf(card) }
}

/** A card has labels and its number; without that, so many labels and fields as no other paper has. */
function isKtp({ labels, number, name, birthDate }: KtpFields): boolean {
  if (labels < ktpLabelsMin) return false
  return number !== null || (labels >= ktpLabelsSure && name !== null && birthDate !== null)
}

function extractionOf({ name, number, birthDate, gender, confidence }: KtpFields): Extraction {
  const read = { fullName: name, documentNumber: number, birthDate, gender }
  // A card is valid for life, whatever older ones say.
  return { ...read, expiryDate: null, confidence }
}
