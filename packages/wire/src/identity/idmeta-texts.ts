/**
 * The texts of the verification modal, separate from its schemas: every page needs the texts, few need the
 * schemas.
 */

/** Clients detect success by these texts, which are never translated (ERR-08, KYCM-09, KYCM-10). */
export const idmetaTexts = {
  created: 'Verification created successfully',
  done: 'OK',
  wrongImage: 'Invalid Image, only JPG, JPEG and PNG are allowed',
  unreadable: 'Extraction Failed. Please make sure the document is a valid ID.',
  noFace: 'Face verification failed. FACE_NOT_FOUND',
  smallFace: 'Face verification failed. FACE_TOO_SMALL',
  otherFace: 'Face verification failed',
} as const

/** The fields of the two forms (DEC-60); others are ignored, also any score (ATT-49). */
export const idmetaFields = {
  template: 'template_id',
  verification: 'verification_id',
  front: 'imageFrontSide',
  back: 'imageBackSide',
  face: 'image_file',
} as const
