/** The kind of device as people read it; the records keep it in English, as `Firefox on Linux`. */
import type { Language } from './language.ts'

const joint = ' on '
const joints: Readonly<Record<Language, string>> = { en: joint, id: ' di ' }

/** Returns a device of the records in a language: `Firefox di Linux`; what has no system stays. */
export function deviceWords(device: string, language: Language): string {
  return device.split(joint).join(joints[language])
}
