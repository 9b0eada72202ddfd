/** Errors of sign-in, registration and profile. */
import { defineErrors } from './define.ts'

export const accountsErrors = {
  ...defineErrors('session', {
    invalid: { status: 401 },
    demo_person: { status: 200 },
    unknown: { status: 404 },
  }),
  ...defineErrors('login', {
    busy: { status: 503 },
    failed: { status: 200 },
    unverified: { status: 200 },
    too_many: { status: 429 },
  }),
  ...defineErrors('captcha', {
    wrong: { status: 200 },
  }),
  ...defineErrors('two_factor', {
    wrong: { status: 200 },
    expired: { status: 200 },
    all_wrong: { status: 200, params: ['count'] },
    active: { status: 200 },
    demo_person: { status: 200 },
    sign_in_again: { status: 200, params: ['minutes'] },
    inactive: { status: 200 },
    too_many: { status: 429 },
  }),
  ...defineErrors('otp', {
    factor_active: { status: 200 },
    unnamed: { status: 200 },
    too_soon: { status: 429, params: ['seconds'] },
    wrong: { status: 200 },
    expired: { status: 200 },
    too_many: { status: 429 },
    other_payment: { status: 200 },
  }),
  ...defineErrors('register', {
    email: { status: 200 },
    email_refused: { status: 200 },
    password_long: { status: 400, params: ['max'] },
    password_short: { status: 200 },
    password_weak: { status: 200 },
    password_mismatch: { status: 200 },
    name: { status: 200 },
    name_long: { status: 200, params: ['max'] },
    name_letter: { status: 200, params: ['letter'] },
    name_link: { status: 200 },
  }),
  ...defineErrors('verify', {
    failed: { status: 200 },
  }),
  ...defineErrors('reset', {
    failed: { status: 200 },
  }),
  ...defineErrors('mail', {
    too_many: { status: 429 },
  }),
  ...defineErrors('profile', {
    demo_person: { status: 200 },
    nickname_long: { status: 200, params: ['max'] },
    nickname_letter: { status: 200, params: ['letter'] },
    nickname: { status: 200 },
  }),
  ...defineErrors('deletion', {
    sign_in_again: { status: 200, params: ['minutes'] },
    reason: { status: 200 },
    reason_long: { status: 200, params: ['max'] },
    reason_letter: { status: 200, params: ['letter'] },
    demo_person: { status: 200 },
    suspended: { status: 200 },
    under_way: { status: 200 },
    open_orders: { status: 200, params: ['count'] },
    open_transfers: { status: 200, params: ['count'] },
    in_process: { status: 200, params: ['amount'] },
    balance: { status: 200, params: ['amount'] },
  }),
  ...defineErrors('contact', {
    email: { status: 200 },
    name_long: { status: 200, params: ['max'] },
    name_letter: { status: 200, params: ['letter'] },
    subject_long: { status: 200, params: ['max'] },
    subject_letter: { status: 200, params: ['letter'] },
    message_long: { status: 200, params: ['max'] },
    message_letter: { status: 200, params: ['letter'] },
    name: { status: 200 },
    subject: { status: 200 },
    message: { status: 200 },
  }),
  ...defineErrors('upload', {
    type: { status: 200 },
    picture: { status: 200 },
    pdf_locked: { status: 200 },
    pdf_pages: { status: 200, params: ['max'] },
    pdf: { status: 200 },
    too_many: { status: 200, params: ['max'] },
  }),
  ...defineErrors('config', {
    forbidden: { status: 401 },
  }),
  ...defineErrors('person', {
    unknown: { status: 404 },
  }),
  ...defineErrors('factor', {
    link_used: { status: 409 },
  }),
}
