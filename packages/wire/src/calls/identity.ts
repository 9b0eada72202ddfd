/** Calls for identities and agreements. */
import * as answers from '../answers/identity.ts'
import { Done } from '../answers/shapes.ts'
import { Agree, UpdateParticulars } from '../identity/agreement.ts'
import { CreateVerification } from '../identity/idmeta.ts'
import { ChooseNationality } from '../identity/kyc.ts'
import { Nothing } from '../requests.ts'
import * as to from '../routes.ts'
import { open, own } from './call.ts'

export const identityCalls = {
  updateDetails: own(to.updateDetails, UpdateParticulars, Done),
  agreementText: own(to.agreementText, Nothing, answers.AgreementFields),
  agree: own(to.agree, Agree, Done),
  /** A form with one field `file`. */
  upload: own(to.upload, Nothing, Done),
  kycStep: own(to.kycStep, Nothing, answers.KycStepAnswer),
  /** The user's input so far. */
  kycData: own(to.kycData, Nothing, answers.KycDataAnswer),
  kycNationality: own(to.kycNationality, ChooseNationality, answers.KycStepAnswer),
  kycIdConsent: own(to.kycIdConsent, Nothing, Done),
  /** Forms with the fields of `kycFields` and the files of `kycFiles`. */
  kycIdDetails: own(to.kycIdDetails, Nothing, Done),
  kycIdVideo: own(to.kycIdVideo, Nothing, Done),
  kycGlobalConsent: own(to.kycGlobalConsent, Nothing, Done),
  kycGlobalDetails: own(to.kycGlobalDetails, Nothing, Done),
  kycGlobalVideo: own(to.kycGlobalVideo, Nothing, Done),
  createVerification: own(to.createVerification, CreateVerification, answers.VerificationAnswer),
  /** Forms with the fields of `idmetaFields`. */
  verifyDocument: own(to.verifyDocument, Nothing, answers.DocumentAnswer),
  verifyFace: own(to.verifyFace, Nothing, answers.FaceAnswer),
  /** Called by the provider only: its signature is in the header `x-signature`. */
  idmetaCallback: open(to.idmetaCallback, Nothing, Done),
  /** Requires the header `x-api-key`. */
  hostConfig: open(to.hostConfig, Nothing, answers.HostConfig),
} as const
