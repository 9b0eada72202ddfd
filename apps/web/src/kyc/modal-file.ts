/** Files of a document: fewer kinds than the steps take (KYCM-06, DEC-54), otherwise the same. */
import { type PictureFault, takePicture } from './picture-file.ts'

/** As a choice of files takes them; JPEG has two endings. */
export const documentTypes: readonly string[] = ['image/jpeg', 'image/png']

/** What can be sent of a file that was chosen, made smaller where it must be, or what stands against it. */
export async function toSendable(picked: File): Promise<File | PictureFault> {
  if (!documentTypes.includes(picked.type)) return 'pictureType'
  const taken = await takePicture(picked)
  return typeof taken === 'string' ? taken : taken.file
}
