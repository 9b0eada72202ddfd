/** Calls for accounts, sessions and profiles. */
import * as answers from '../answers/accounts.ts'
import { Done } from '../answers/shapes.ts'
import { KeepFactor } from '../desk/people.ts'
import { DeleteAccount, UpdateProfile } from '../accounts/profile.ts'
import { ChangePassword, MailRequest, SignUp, VerifyEmail } from '../accounts/registration.ts'
import { EnterAsDemo, Nothing } from '../requests.ts'
import {
  RevokeSessions,
  SendCode,
  SignIn,
  TwoFactorCode,
  TwoFactorLogin,
} from '../accounts/sign-in.ts'
import * as to from '../routes.ts'
import { open, own } from './call.ts'

export const accountsCalls = {
  status: open(to.status, Nothing, Done),
  signUp: open(to.signUp, SignUp, Done),
  verifyEmail: open(to.verifyEmail, VerifyEmail, Done),
  requestVerification: open(to.requestVerification, MailRequest, Done),
  requestPasswordChange: open(to.requestPasswordChange, MailRequest, Done),
  changePassword: open(to.changePassword, ChangePassword, Done),
  captchaChallenge: open(to.captchaChallenge, Nothing, answers.CaptchaAnswer),
  signIn: open(to.signIn, SignIn, answers.SignInAnswer),
  twoFactorLogin: open(to.twoFactorLogin, TwoFactorLogin, answers.SignedInAnswer),
  signOut: own(to.signOut, Nothing, Done),
  checkToken: own(to.checkToken, Nothing, answers.TokenAnswer),
  sessions: own(to.sessions, Nothing, answers.SessionsAnswer),
  revokeSessions: own(to.revokeSessions, RevokeSessions, Done),
  twoFactorSecret: own(to.twoFactorSecret, Nothing, answers.SecretAnswer),
  activateTwoFactor: own(to.activateTwoFactor, TwoFactorCode, Done),
  deactivateTwoFactor: own(to.deactivateTwoFactor, TwoFactorCode, Done),
  profile: own(to.profile, Nothing, answers.ProfileAnswer),
  updateProfile: own(to.updateProfile, UpdateProfile, answers.NicknameAnswer),
  deleteAccount: own(to.deleteAccount, DeleteAccount, Done),
  /** Sends a one-time code by e-mail, for one payment if the input names one. */
  sendCode: own(to.sendCode, SendCode, answers.CodeTimes),
  /** Simulation only. */
  demoPeople: open(to.demoPeople, Nothing, answers.DemoPeopleAnswer),
  /** Simulation only. */
  enterAsDemo: open(to.enterAsDemo, EnterAsDemo, answers.SignedInAnswer),
  /** Cancels the pending reset of a second factor, by the link of the e-mail about it. */
  keepFactor: open(to.keepFactor, KeepFactor, Done),
} as const
