/** The kind of device in both languages; records store it in English, as `Firefox on Linux`. */
import type { Language } from './language.ts'

const joint = ' on '
const joints: Readonly<Record<Language, string>> = { en: joint, id: ' di ' }

/** Translates a recorded device: `Firefox di Linux`; a device without a system is unchanged. */
export function deviceWords(device: string, language: Language): string {
  return device.split(joint).join(joints[language])
}
