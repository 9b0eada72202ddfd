/** What every answer has in common, and which HTTP status a code has. */

export type Envelope = {
  readonly success: 0 | 1
  readonly msg: string
  /** Dotted and stable; empty when the call succeeded. */
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  readonly request_id: string
}

/** Texts that clients compare: byte-exact, never translated (DEC-03). */
export const protocolTexts = {
  wrongCaptcha: 'Wrong captcha',
  maintenance: 'Server maintenance',
} as const

/** The code of each protocol text. */
const protocolCodes: Readonly<Record<string, string>> = {
  'captcha.wrong': protocolTexts.wrongCaptcha,
  'server.maintenance': protocolTexts.maintenance,
}

/** The protocol text of a code; null where its sentence is in the reader's language. */
export function protocolMessageOf(code: string): string | null {
  return Object.hasOwn(protocolCodes, code) ? (protocolCodes[code] ?? null) : null
}

/** Codes of refusals before the core, with their HTTP status; the core's own are 200. */
export const errorStatuses = {
  'request.malformed': 400,
  'request.too_large': 413,
  'request.not_json': 415,
  'request.not_found': 404,
  'request.rate': 429,
  'list.malformed': 400,
  'amount.malformed': 400,
  'amount.too_precise': 400,
  'amount.too_large': 400,
  'command.bad_id': 400,
  'command.id_expired': 200,
  'command.id_reused': 409,
  'session.invalid': 401,
  'desk.forbidden': 403,
  'desk.two_factor': 403,
  'desk.case_unknown': 404,
  'desk.person_unknown': 404,
  'desk.already_decided': 409,
  'desk.same_operator': 403,
  'desk.own_case': 403,
  'desk.too_many_shown': 429,
  'desk.own_roles': 403,
  'login.failed': 200,
  'login.too_many': 429,
  'login.busy': 503,
  'login.unverified': 200,
  'captcha.wrong': 200,
  'two_factor.expired': 200,
  'two_factor.wrong': 200,
  'two_factor.too_many': 429,
  'two_factor.active': 200,
  'two_factor.inactive': 200,
  'otp.wrong': 200,
  'otp.expired': 200,
  'otp.too_many': 429,
  'otp.too_soon': 429,
  'otp.factor_active': 200,
  'bank.locked': 200,
  'bank.not_lockable': 200,
  'bank.not_locked': 200,
  'bank.unknown': 200,
  'bank.number': 200,
  'bank.holder': 200,
  'bank.holder_differs': 200,
  'bank.sign_in_again': 200,
  'bank.list_unavailable': 503,
  'session.unknown': 404,
  'register.name': 200,
  'register.email': 200,
  'register.password_short': 200,
  'register.password_weak': 200,
  'register.password_long': 400,
  'register.password_mismatch': 200,
  'mail.too_many': 429,
  'verify.failed': 200,
  'reset.failed': 200,
  'person.unknown': 404,
  'callback.forbidden': 401,
  'deposit.unknown': 404,
  'deposit.not_pending': 409,
  'withdrawal.unknown': 404,
  'withdrawal.fee_changed': 409,
  'withdrawal.under_way': 409,
  'withdrawal.over': 409,
  'gateway.down': 503,
  'market.unknown': 404,
  'order.post_only_ioc': 200,
  'order.unknown': 404,
  'engine.overloaded': 503,
  'engine.unavailable': 503,
  'engine.unknown_outcome': 503,
  'engine.behind': 503,
  'engine.internal': 500,
  'server.internal': 500,
  'server.maintenance': 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatuses
