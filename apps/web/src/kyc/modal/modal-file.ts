/**
 * Files of a document: fewer types than the step pages accept (KYCM-06, DEC-54), otherwise the same rules.
 */
import { type PictureFault, preparePicture } from '../steps/picture-file.ts'

/** The types for the file picker; JPEG has two extensions. */
export const documentTypes: readonly string[] = ['image/jpeg', 'image/png']

/** Returns a file that can be sent, scaled down if needed, or the reason why it cannot be sent. */
export async function toSendable(picked: File): Promise<File | PictureFault> {
  if (!documentTypes.includes(picked.type)) return 'pictureType'
  const prepared = await preparePicture(picked)
  return typeof prepared === 'string' ? prepared : prepared.file
}
