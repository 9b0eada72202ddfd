/** Calls of accounts, sessions and profiles. */
import { KeepFactor } from '../people.ts'
import { DeleteAccount, UpdateProfile } from '../profile.ts'
import { ChangePassword, MailRequest, SignUp, VerifyEmail } from '../registration.ts'
import { EnterAsDemo, Nothing } from '../requests.ts'
import { RevokeSessions, SendCode, SignIn, TwoFactorCode, TwoFactorLogin } from '../sign-in.ts'
import * as to from '../routes.ts'
import { open, own, undescribed } from './call.ts'

export const accountsCalls = {
  status: open(to.status, Nothing, undescribed),
  signUp: open(to.signUp, SignUp, undescribed),
  verifyEmail: open(to.verifyEmail, VerifyEmail, undescribed),
  requestVerification: open(to.requestVerification, MailRequest, undescribed),
  requestPasswordChange: open(to.requestPasswordChange, MailRequest, undescribed),
  changePassword: open(to.changePassword, ChangePassword, undescribed),
  captchaChallenge: open(to.captchaChallenge, Nothing, undescribed),
  signIn: open(to.signIn, SignIn, undescribed),
  twoFactorLogin: open(to.twoFactorLogin, TwoFactorLogin, undescribed),
  signOut: own(to.signOut, Nothing, undescribed),
  checkToken: own(to.checkToken, Nothing, undescribed),
  sessions: own(to.sessions, Nothing, undescribed),
  revokeSessions: own(to.revokeSessions, RevokeSessions, undescribed),
  twoFactorSecret: own(to.twoFactorSecret, Nothing, undescribed),
  activateTwoFactor: own(to.activateTwoFactor, TwoFactorCode, undescribed),
  deactivateTwoFactor: own(to.deactivateTwoFactor, TwoFactorCode, undescribed),
  profile: own(to.profile, Nothing, undescribed),
  updateProfile: own(to.updateProfile, UpdateProfile, undescribed),
  deleteAccount: own(to.deleteAccount, DeleteAccount, undescribed),
  /** Mails a one-time code, for one payment where one is named. */
  sendCode: own(to.sendCode, SendCode, undescribed),
  /** Simulation only. */
  demoPeople: open(to.demoPeople, Nothing, undescribed),
  /** Simulation only. */
  enterAsDemo: open(to.enterAsDemo, EnterAsDemo, undescribed),
  /** Keeps a second factor that operators are about to take off, by the link of the mail about it. */
  keepFactor: open(to.keepFactor, KeepFactor, undescribed),
} as const
