import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostileTexts } from '@tukar/i18n/corpus'
import { languages, mailTexts } from '@tukar/i18n/server'
import { type MailBody, renderMail } from './templates.ts'

const brand = { product: 'Tukar', origin: 'https://tukar.example' }
const link = 'https://tukar.example/auth/forgot-password'
const happened = { name: 'Dewi', link, atMs: Date.UTC(2026, 2, 1) }

const account = { bank: 'Bank Mandiri', number: '…7890' }
const deposited = { ...happened, amount: 'Rp 150.000' }
const withdrawn = {
  ...deposited,
  ...account,
  fees: 'Rp 5.075',
  net: 'Rp 144.925',
  until: '2 March 2026 07:00',
}

const txid = `0x${'ab'.repeat(32)}`
const coinIn = { ...happened, amount: '0,5 BTC', chain: 'Bitcoin', txid }
const coinOut = {
  ...happened,
  amount: '0,5 BTC',
  fee: '0,0001 BTC',
  net: '0,4999 BTC',
  chain: 'Bitcoin',
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  until: '2 March 2026 07:00',
}

const all: readonly MailBody[] = [
  { template: 'verify_email', params: { name: 'Dewi', link, hours: 24 } },
  { template: 'verify_email_again', params: { name: 'Dewi', link, hours: 24 } },
  { template: 'already_registered', params: { name: 'Dewi', link } },
  { template: 'choose_password', params: { name: 'Dewi', link, minutes: 60 } },
  { template: 'reset_password', params: { name: 'Dewi', link, minutes: 60 } },
  { template: 'one_time_code', params: { name: 'Dewi', code: '048213', minutes: 5 } },
  {
    template: 'payment_code',
    params: {
      name: 'Dewi',
      code: '048213',
      minutes: 5,
      amount: coinOut.amount,
      receiver: coinOut.address,
    },
  },
  {
    template: 'sign_in_new_device',
    params: { ...happened, device: 'Firefox on Linux', address: '192.0.2.1' },
  },
  { template: 'password_changed', params: happened },
  { template: 'two_factor_on', params: happened },
  { template: 'two_factor_off', params: happened },
  { template: 'two_factor_guessed', params: happened },
  { template: 'bank_saved', params: { ...happened, ...account } },
  { template: 'bank_changed', params: { ...happened, ...account } },
  { template: 'bank_unlocked', params: { ...happened, ...account } },
  { template: 'deposit_credited', params: deposited },
  { template: 'deposit_quarantined', params: deposited },
  { template: 'deposit_reversed', params: deposited },
  { template: 'deposit_rejected', params: deposited },
  { template: 'deposit_unpaid', params: { ...deposited, reason: 'Of another payment' } },
  { template: 'withdrawal_requested', params: withdrawn },
  { template: 'withdrawal_held', params: { ...withdrawn, why: 'Changed.', onward: 'Sent.' } },
  { template: 'withdrawal_review', params: withdrawn },
  { template: 'withdrawal_completed', params: withdrawn },
  { template: 'withdrawal_failed', params: withdrawn },
  { template: 'withdrawal_canceled', params: withdrawn },
  { template: 'withdrawal_rejected', params: { ...withdrawn, reason: 'Another name' } },
  { template: 'withdrawal_reversed', params: withdrawn },
  { template: 'coin_deposit_credited', params: coinIn },
  { template: 'coin_deposit_sender', params: coinIn },
  { template: 'coin_deposit_review', params: coinIn },
  { template: 'coin_deposit_reversed', params: coinIn },
  { template: 'coin_withdrawal_requested', params: coinOut },
  {
    template: 'coin_withdrawal_held',
    params: { ...coinOut, why: 'No withdrawal of yours has arrived at this address before.' },
  },
  { template: 'coin_withdrawal_review', params: coinOut },
  { template: 'coin_withdrawal_sent', params: { ...coinOut, txid } },
  { template: 'coin_withdrawal_completed', params: { ...coinOut, txid } },
  { template: 'coin_withdrawal_failed', params: coinOut },
  { template: 'coin_withdrawal_reverted', params: { ...coinOut, txid } },
  { template: 'coin_withdrawal_canceled', params: coinOut },
  { template: 'coin_withdrawal_rejected', params: { ...coinOut, reason: 'Another name' } },
  { template: 'kyc_approved', params: happened },
  { template: 'kyc_review', params: happened },
  { template: 'kyc_rejected', params: { ...happened, reason: 'Another name' } },
  { template: 'account_suspended', params: { ...happened, why: 'Somebody else.' } },
  { template: 'account_resumed', params: happened },
  { template: 'factor_reset', params: { ...happened, until: '2 March 2026 07:00' } },
  { template: 'factor_reset_dropped', params: happened },
  { template: 'bonus_paid', params: { ...happened, amount: 'Rp 50.000', month: 'March 2026' } },
  { template: 'account_deleted', params: { name: 'Dewi' } },
  {
    template: 'contact_message',
    params: { name: 'Dewi', email: 'd@people.example', subject: 'Hi', message: 'One\n\nTwo' },
  },
]

test('DEC-03: every template is complete in both languages: each placeholder filled, no text equal', () => {
  assert.deepEqual(all.map(({ template }) => template).sort(), Object.keys(mailTexts).sort())
  for (const { template, params } of all) {
    const [english, indonesian] = languages.map((language) =>
      renderMail(template, language, params, brand),
    )
    for (const mail of [english, indonesian]) {
      // The style sheet has braces of its own.
      const html = mail?.html.replace(/<style>[^<]*<\/style>/, '')
      const whole = `${mail?.subject}${mail?.text}${html}`
      assert.doesNotMatch(whole, /[{}]|undefined/, template)
      if ('link' in params) assert.ok(mail?.html.includes(`href="${params.link}"`), template)
    }
    assert.notEqual(english?.subject, indonesian?.subject)
  }
})

test('SRV-73: a code is on a line of its own, to be read and copied', () => {
  const params = { name: 'Dewi', code: '048213', minutes: 5 }
  const mail = renderMail('one_time_code', 'en', params, brand)
  assert.match(mail.text, /^ {4}048213$/m)
  assert.equal(mail.subject, '048213 is your code for Tukar')
})

test('DEC-138: the time of an event is shown in the zone of Jakarta', () => {
  assert.match(
    renderMail('password_changed', 'en', happened, brand).text,
    /2026-03-01 07:00:00 WIB/,
  )
})

test('ATT-33: a name with marks of HTML is shown, not followed', () => {
  const params = { name: '<b onclick="x">&\'', link: 'https://x.example/?a=1&b="', hours: 24 }
  const { html } = renderMail('verify_email', 'en', params, brand)
  assert.ok(html.includes('&lt;b onclick=&quot;x&quot;&gt;&amp;&#39;'))
  assert.ok(html.includes('href="https://x.example/?a=1&amp;b=&quot;"'))
})

/** All parameters of a template, with this text in place of each personal text. */
function filledWith({ params }: MailBody, text: string): Record<string, string | number> {
  const pairs = Object.entries(params).map(([key, value]) => {
    const isOurs = typeof value === 'number' || key === 'link'
    return [key, isOurs ? value : text] as const
  })
  return Object.fromEntries(pairs)
}

test('ATT-33: no foreign text adds a header, a line, an element or a link to an e-mail, or reverses its direction', () => {
  const acting = /(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
  const tagsOf = (html: string) => html.match(/<[^>]*>/g)?.join('')
  for (const body of all) {
    const { template } = body
    const isToOperator = template === 'contact_message'
    const plain = renderMail(template, 'en', filledWith(body, 'Dewi'), brand)
    for (const text of hostileTexts) {
      const where = `${template}: ${JSON.stringify(text.slice(0, 60))}`
      const mail = renderMail(template, 'en', filledWith(body, text), brand)
      assert.doesNotMatch(mail.subject, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u, where)
      assert.ok(Array.from(mail.subject).length <= 200, where)
      assert.doesNotMatch(mail.text + mail.html, acting, where)
      if (isToOperator) continue
      assert.equal(mail.text.split('\n').length, plain.text.split('\n').length, where)
      assert.equal(tagsOf(mail.html), tagsOf(plain.html), where)
      const named = renderMail(template, 'en', { ...body.params, name: text }, brand)
      assert.doesNotMatch(named.text + named.html, /evil\.example|javascript:a/, where)
    }
  }
})
