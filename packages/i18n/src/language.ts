/**
 * The language of a visitor, and the rule that chooses it (DEC-02, R-70). The rule is pure: the caller
 * provides the stored choice and the device's language.
 */

export const languages = ['en', 'id'] as const
export type Language = (typeof languages)[number]

/** Whether a text is the code of a supported language. */
export function isLanguage(text: unknown): text is Language {
  return text === 'en' || text === 'id'
}

/** The inputs of the choice; all may be missing. */
export type LanguageSigns = {
  /** The visitor's earlier choice: it always wins. */
  readonly stored: string | null
  /** `new Date().toString()`: names the time zone, "Western Indonesia Time". */
  readonly dateText: string
  /** The device's languages, the preferred one first. */
  readonly preferred: readonly string[]
  /** With "en", only a stored choice gives Indonesian. */
  readonly rule: 'date-string' | 'en'
}

/**
 * Returns the page's language: the stored one, else English. With the rule `date-string`, the time zone or
 * the device's language may choose Indonesian instead of English.
 */
export function chooseLanguage(signs: LanguageSigns): Language {
  if (isLanguage(signs.stored)) return signs.stored
  if (signs.rule === 'en') return 'en'
  if (signs.dateText.includes('Indonesia')) return 'id'
  return meansIndonesian(signs.preferred[0]) ? 'id' : 'en'
}

/** Language tags of Indonesia; devices still send `in`, `jw` and `jav`, which are older or longer forms. */
const spokenInIndonesia = new Set(
  'id in ind jv jw jav su sun ban bug bjn min mad ace bbc sas nia'.split(' '),
)

/**
 * Whether a language tag means Indonesian: Indonesian itself, another language of Indonesia such as Javanese or
 * Sundanese, or any language but English with Indonesia as its region.
 */
function meansIndonesian(tag: string | undefined): boolean {
  const [language = '', ...others] =
    (tag ?? '').trim().toLowerCase().split(';')[0]?.split('-') ?? []
  return spokenInIndonesia.has(language) || (language !== 'en' && others.includes('id'))
}

/** Returns the language of an Accept-Language header or language header, English if neither is named. */
export function languageOfHeader(header: string | undefined): Language {
  return meansIndonesian(header?.split(',')[0]) ? 'id' : 'en'
}
