/** Calls of identities and agreements. */
import { Agree, UpdateParticulars } from '../agreement.ts'
import { CreateVerification } from '../idmeta.ts'
import { ChooseNationality } from '../kyc.ts'
import { Nothing } from '../requests.ts'
import * as to from '../routes.ts'
import { open, own, undescribed } from './call.ts'

export const identityCalls = {
  updateDetails: own(to.updateDetails, UpdateParticulars, undescribed),
  agreementText: own(to.agreementText, Nothing, undescribed),
  agree: own(to.agree, Agree, undescribed),
  /** A form with one field `file`. */
  upload: own(to.upload, Nothing, undescribed),
  kycStep: own(to.kycStep, Nothing, undescribed),
  /** What one has handed in so far. */
  kycData: own(to.kycData, Nothing, undescribed),
  kycNationality: own(to.kycNationality, ChooseNationality, undescribed),
  kycIdConsent: own(to.kycIdConsent, Nothing, undescribed),
  /** Forms, with the fields of `kycFields` and the files of `kycFiles`. */
  kycIdDetails: own(to.kycIdDetails, Nothing, undescribed),
  kycIdVideo: own(to.kycIdVideo, Nothing, undescribed),
  kycGlobalConsent: own(to.kycGlobalConsent, Nothing, undescribed),
  kycGlobalDetails: own(to.kycGlobalDetails, Nothing, undescribed),
  kycGlobalVideo: own(to.kycGlobalVideo, Nothing, undescribed),
  createVerification: own(to.createVerification, CreateVerification, undescribed),
  /** Forms with the fields of `idmetaFields`. */
  verifyDocument: own(to.verifyDocument, Nothing, undescribed),
  verifyFace: own(to.verifyFace, Nothing, undescribed),
  /** From the provider alone: its signature is in the header `x-signature`. */
  idmetaCallback: open(to.idmetaCallback, Nothing, undescribed),
  /** With the header `x-api-key`. */
  hostConfig: open(to.hostConfig, Nothing, undescribed),
} as const
