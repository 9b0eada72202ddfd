/**
 * The layout of e-mails: one for all templates, as HTML and as text, in the reader's language. Personal texts
 * are escaped in HTML and kept on one line in subjects (ATT-33).
 */
import {
  fillPlaceholders,
  type Language,
  mailFrame,
  type MailTemplate,
  type MailText,
  mailTexts,
} from '@tukar/i18n/server'
import { jakartaTimeText } from '../text/dates.ts'
import { escaped } from '../text/html.ts'
import { toVisibleLine, seenLines } from '../text/visible-text.ts'

type Named = { readonly name: string }
type Linked = Named & { readonly link: string }
type Happened = Linked & { readonly atMs: number }
/** A bank, and the last digits of an account number. */
type OfBank = { readonly bank: string; readonly number: string }

/** A deposit or withdrawal, with its amount as shown. */
type OfMoney = Happened & { readonly amount: string }
type OfWithdrawal = OfMoney &
  OfBank & { readonly fees: string; readonly net: string; readonly until: string }

/** A deposit of a coin: its chain and its transaction. */
type OfCoinDeposit = OfMoney & { readonly chain: string; readonly txid: string }

/** A withdrawal of a coin: its chain and its full address. */
type OfCoinWithdrawal = OfMoney & {
  readonly fee: string
  readonly net: string
  readonly chain: string
  readonly address: string
  readonly until: string
}

/** The parameters of each template. `link` is the target of its button; `atMs` the time of the event. */
export type MailParams = {
  readonly verify_email: Linked & { readonly hours: number }
  /** The same e-mail, requested again. */
  readonly verify_email_again: Linked & { readonly hours: number }
  readonly already_registered: Linked
  readonly choose_password: Linked & { readonly minutes: number }
  readonly reset_password: Linked & { readonly minutes: number }
  readonly one_time_code: Named & { readonly code: string; readonly minutes: number }
  /** The code for one payment: `amount` with its currency, `receiver` as shown. */
  readonly payment_code: Named & {
    readonly code: string
    readonly minutes: number
    readonly amount: string
    readonly receiver: string
  }
  readonly sign_in_new_device: Happened & { readonly device: string; readonly address: string }
  readonly password_changed: Happened
  readonly two_factor_on: Happened
  readonly two_factor_off: Happened
  readonly two_factor_guessed: Happened
  readonly bank_saved: Happened & OfBank
  readonly bank_changed: Happened & OfBank
  readonly bank_unlocked: Happened & OfBank
  readonly bonus_paid: OfMoney & { readonly month: string }
  readonly deposit_credited: OfMoney
  readonly deposit_quarantined: OfMoney
  readonly deposit_reversed: OfMoney
  readonly deposit_rejected: OfMoney
  readonly deposit_unpaid: OfMoney & { readonly reason: string }
  readonly withdrawal_requested: OfWithdrawal
  readonly withdrawal_held: OfWithdrawal & { readonly why: string; readonly onward: string }
  readonly withdrawal_review: OfWithdrawal
  readonly withdrawal_completed: OfWithdrawal
  readonly withdrawal_failed: OfWithdrawal
  readonly withdrawal_canceled: OfWithdrawal
  readonly withdrawal_rejected: OfWithdrawal & { readonly reason: string }
  readonly withdrawal_reversed: OfWithdrawal
  readonly coin_deposit_credited: OfCoinDeposit
  readonly coin_deposit_sender: OfCoinDeposit
  readonly coin_deposit_review: OfCoinDeposit
  readonly coin_deposit_reversed: OfCoinDeposit
  readonly coin_withdrawal_requested: OfCoinWithdrawal
  readonly coin_withdrawal_held: OfCoinWithdrawal & { readonly why: string }
  readonly coin_withdrawal_review: OfCoinWithdrawal
  readonly coin_withdrawal_sent: OfCoinWithdrawal & { readonly txid: string }
  readonly coin_withdrawal_completed: OfCoinWithdrawal & { readonly txid: string }
  readonly coin_withdrawal_failed: OfCoinWithdrawal
  readonly coin_withdrawal_reverted: OfCoinWithdrawal & { readonly txid: string }
  readonly coin_withdrawal_canceled: OfCoinWithdrawal
  readonly coin_withdrawal_rejected: OfCoinWithdrawal & { readonly reason: string }
  readonly kyc_approved: Happened
  readonly kyc_review: Happened
  readonly kyc_rejected: Happened & { readonly reason: string }
  readonly account_suspended: Happened & { readonly why: string }
  readonly account_resumed: Happened
  readonly factor_reset: Happened & { readonly until: string }
  readonly factor_reset_dropped: Happened
  readonly account_deleted: Named
  readonly contact_message: {
    readonly name: string
    readonly email: string
    readonly subject: string
    readonly message: string
  }
}

/** A template with its parameters. */
export type MailBody = {
  readonly [Template in MailTemplate]: {
    readonly template: Template
    readonly params: MailParams[Template]
  }
}[MailTemplate]

/** The sender as named in e-mails. */
export type MailBrand = {
  readonly product: string
  /** The origin of our pages, without a trailing slash. */
  readonly origin: string
}

export type RenderedMail = {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export type Params = Readonly<Record<string, string | number>>

const subjectLengthMax = 200
/** Line breaks, direction marks and invisible characters. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu
/**
 * What mail programs turn into links: otherwise our e-mail could carry a stranger's link to any recipient.
 */
const linkMark = /[.:/@](?=\S)/g
/** Whether a word names a template. */
export function isMailTemplate(word: string): word is MailTemplate {
  return Object.hasOwn(mailTexts, word)
}

/** An e-mail ready to send. */
export function renderMail(
  template: MailTemplate,
  language: Language,
  params: Params,
  brand: MailBrand,
): RenderedMail {
  const text: MailText = mailTexts[template][language]
  const time = typeof params['atMs'] === 'number' ? jakartaTimeText(params['atMs']) : ''
  const filled = { ...brand, ...seenParams(template, params), time }
  const mailContent = fillContent(template, text, language, filled)
  const subject = fillPlaceholders(text.subject, filled).replace(unprintable, ' ').trim()
  return {
    subject: Array.from(subject).slice(0, subjectLengthMax).join(''),
    text: renderText(mailContent),
    html: renderHtml(mailContent, language, brand.product),
  }
}

/**
 * Personal texts, without anything active in a mail program. A guest's message to an operator keeps its lines
 * and characters.
 */
function seenParams(template: MailTemplate, params: Params): Params {
  const isToOperator = template === 'contact_message'
  const pairs = Object.entries(params).map(([key, value]) => {
    if (typeof value !== 'string') return [key, value] as const
    if (isToOperator && key === 'message') return [key, seenLines(value)] as const
    const line = toVisibleLine(value)
    return [key, key === 'name' && !isToOperator ? line.replace(linkMark, '$& ') : line] as const
  })
  return Object.fromEntries(pairs)
}

type MailContent = {
  readonly heading: string
  /** Paragraphs, with line breaks. */
  readonly paragraphs: readonly string[]
  /** A code to type in, or null. */
  readonly code: string | null
  readonly button: { readonly label: string; readonly link: string } | null
  readonly note: string | null
  readonly linkHint: string
  readonly footer: readonly string[]
}

function fillContent(
  template: MailTemplate,
  text: MailText,
  language: Language,
  filled: Params,
): MailContent {
  const frame = mailFrame[language]
  // Placeholders are filled in one pass: personal texts are not searched for placeholders.
  const fill = (sentence: string): string => fillPlaceholders(sentence, filled)
  const isToOperator = template === 'contact_message'
  const greeting = isToOperator ? [] : [fill(frame.greeting)]
  const { link, code } = filled
  return {
    heading: fill(text.heading),
    paragraphs: [...greeting, ...text.body.split('\n\n').map(fill)],
    code: typeof code === 'string' ? code : null,
    button:
      text.button === undefined || typeof link !== 'string'
        ? null
        : { label: fill(text.button), link },
    note: text.note === undefined ? null : fill(text.note),
    linkHint: frame.linkHint,
    footer: isToOperator ? [] : [fill(frame.caution), fill(frame.why)],
  }
}

function renderText(mailContent: MailContent): string {
  const { heading, paragraphs, code, button, note, footer } = mailContent
  return [
    heading,
    ...paragraphs,
    ...(code === null ? [] : [`    ${code}`]),
    ...(button === null ? [] : [`${button.label}:\n${button.link}`]),
    ...(note === null ? [] : [note]),
    ...(footer.length === 0 ? [] : ['--', ...footer]),
  ]
    .join('\n\n')
    .concat('\n')
}

const ink = '#0f1720'
const quiet = '#56646f'
const accent = '#5b3fd6'
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"

/** For programs that support it; it overrides the attributes, which define the light theme. */
const darkStyle =
  '@media (prefers-color-scheme: dark) { .ground { background: #0b0f14 !important } ' +
  '.sheet, .line { border-color: #2b3643 !important } .sheet { background: #11161d !important } ' +
  '.ink { color: #e8edf2 !important } .quiet { color: #a9b5c2 !important } ' +
  '.brand { color: #b9a4ff !important } }'

/** Tables with style attributes, which all mail programs show alike. */
function renderHtml(mailContent: MailContent, language: Language, product: string): string {
  const { heading, paragraphs, code, button, note, linkHint, footer } = mailContent
  const small = (content: string): string =>
    `<p class="quiet" style="margin:16px 0 0;font-size:13px;line-height:20px;color:${quiet}">${content}</p>`
  const rows = [
    `<p class="brand" style="margin:0 0 24px;font-size:15px;font-weight:700;color:${accent}">${escaped(product)}</p>`,
    `<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:28px;color:${ink}">${escaped(heading)}</h1>`,
    ...paragraphs.map(
      (one) =>
        `<p class="ink" style="margin:0 0 12px;font-size:15px;line-height:23px;color:${ink}">${lines(one)}</p>`,
    ),
    ...(code === null ? [] : [codeHtml(code)]),
    ...(button === null ? [] : [buttonHtml(button)]),
    ...(note === null ? [] : [small(lines(note))]),
    ...(button === null ? [] : [small(`${lines(linkHint)}<br>${escaped(button.link)}`)]),
    ...(footer.length === 0
      ? []
      : [`<hr class="line" style="margin:24px 0 0;border:0;border-top:1px solid #d3dbe3">`]),
    ...footer.map((one) => small(lines(one))),
  ]
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><title>${escaped(heading)}</title>` +
    `<meta name="color-scheme" content="light dark"><style>${darkStyle}</style></head>` +
    `<body class="ground" style="margin:0;padding:24px 12px;background:#f6f8fa;${font}">` +
    '<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center">' +
    '<table class="sheet" role="presentation" width="100%" cellspacing="0" cellpadding="0" ' +
    'style="max-width:560px;background:#ffffff;border:1px solid #d3dbe3;border-radius:12px">' +
    '<tr><td style="padding:28px;overflow-wrap:anywhere">' +
    `${rows.join('\n')}</td></tr></table></td></tr></table></body></html>\n`
  )
}

function codeHtml(code: string): string {
  return (
    `<p class="ink" style="margin:16px 0;font-size:32px;line-height:40px;font-weight:700;letter-spacing:6px;` +
    `color:${ink}">${escaped(code)}</p>`
  )
}

function buttonHtml({ label, link }: { readonly label: string; readonly link: string }): string {
  return (
    `<p style="margin:20px 0 4px"><a href="${escaped(link)}" style="display:inline-block;` +
    `padding:12px 20px;background:${accent};color:#ffffff;font-size:15px;font-weight:600;` +
    `text-decoration:none;border-radius:8px">${escaped(label)}</a></p>`
  )
}

/** A paragraph: escaped, with its line breaks. */
function lines(text: string): string {
  return escaped(text).replaceAll('\n', '<br>')
}
