/** The forms of the verification modal: two ids, and one or two images; other fields are ignored (ATT-49). */
import { idmetaFields } from '@tukar/wire'
import type { FastifyRequest } from 'fastify'
import { pictureBytesMax, pictureSideMin, preparePicture } from '../../../platform/media/index.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { readForm } from '../steps/form.ts'

/** Room for the parts of the form around the images: boundaries, names and other fields. */
const aroundBytesMax = 20_000
const picturesMax = 2
const idLengthMax = 200

/** The maximum size of a form. */
export const formBytesMax = picturesMax * pictureBytesMax + aroundBytesMax

const { template, verification, front, back, face } = idmetaFields
const rules = { fields: [template, verification], files: [front, back, face] }

export type IdmetaForm = {
  readonly templateId: string
  readonly verificationId: string
  readonly front: Buffer | null
  readonly back: Buffer | null
  readonly face: Buffer | null
}

/** Parses a form; refuses `request.malformed` for anything else, or without ids. */
export function readIdmetaForm({ body, headers }: FastifyRequest): IdmetaForm {
  const { fields, files } = readForm(body, headers['content-type'], rules)
  const idIn = (field: string): string => {
    const id = fields.get(field) ?? ''
    if (id === '' || id.length > idLengthMax) throw new Refusal('request.malformed')
    return id
  }
  return {
    templateId: idIn(template),
    verificationId: idIn(verification),
    front: files.get(front) ?? null,
    back: files.get(back) ?? null,
    face: files.get(face) ?? null,
  }
}

/**
 * The image as it is stored and checked: redrawn, without metadata. Refuses `idmeta.wrong_image` for other
 * types than JPEG and PNG (DEC-54), and `idmeta.image_size` for too large or too small images.
 */
export async function preparedImage(content: Buffer): Promise<Buffer> {
  const picture = await preparePicture(content, { types: ['jpeg', 'png'] })
  if (picture.ok) return picture.jpeg
  if (picture.why === 'type' || picture.why === 'broken') throw new Refusal('idmeta.wrong_image')
  const params = { max: pictureBytesMax / 1_000_000, side: pictureSideMin }
  throw new Refusal('idmeta.image_size', params)
}
