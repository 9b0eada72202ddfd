/**
 * Texts as people type and paste them, with their meaning; tests of fields use all cases of their kind. Not
 * part of any page.
 */

/** A text and its meaning; null if the field must refuse it. */
export type TypedCase = readonly [text: string, meaning: string | null]

/** Variants of a text as pasted from pages and chats: with invisible characters. */
export function createPastes(text: string): readonly string[] {
  const middle = Math.floor(text.length / 2)
  return [
    `\u202a${text}\u202c`,
    `\u200e${text}`,
    `${text}\u200b`,
    `\ufeff${text}`,
    `${text.slice(0, middle)}\u00ad${text.slice(middle)}`,
    `${text.slice(0, middle)}\u2060${text.slice(middle)}`,
    `\u00a0${text}\u202f`,
    `\t${text}\r\n`,
  ]
}

/** Variants of a text with digits and signs of other keyboards. */
export function createDigitForms(text: string): readonly string[] {
  return [0x0660, 0x06f0, 0x0966, 0xff10].map((zero) =>
    text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit))),
  )
}

/** Telephone numbers of Indonesia. */
export const phones: readonly TypedCase[] = [
  ['081234567890', '+6281234567890'],
  ['0812-3456-7890', '+6281234567890'],
  ['0812 3456 7890', '+6281234567890'],
  ['0812\u20113456\u20117890', '+6281234567890'],
  ['(0812) 3456.7890', '+6281234567890'],
  ['+62 812 3456 7890', '+6281234567890'],
  ['62812 3456 7890', '+6281234567890'],
  ['0062 812 3456 7890', '+6281234567890'],
  ['+62 (0)812 3456 7890', '+6281234567890'],
  ['\uff0b62 812 3456 7890', '+6281234567890'],
  ['812', null],
  ['telepon', null],
]

/** Numbers of identity cards and of taxpayers: 16 digits. */
export const sixteenDigits: readonly TypedCase[] = [
  ['3171234567890123', '3171234567890123'],
  ['3171 2345 6789 0123', '3171234567890123'],
  ['31.7123.456789.0123', '3171234567890123'],
  ['3171\u20132345\u20136789\u20130123', '3171234567890123'],
]

/** Numbers of bank accounts. */
export const accountNumbers: readonly TypedCase[] = [
  ['1234567890', '1234567890'],
  ['123-456-7890', '1234567890'],
  ['123 456 7890', '1234567890'],
  ['123.456.7890', '1234567890'],
  ['123\u2013456\u20137890', '1234567890'],
  ['12x4567890', null],
  ['1234', null],
]

/** Amounts in whole rupiah, each with one meaning alone. */
export const amounts: readonly TypedCase[] = [
  ['1500000', '1500000'],
  ['1.500.000', '1500000'],
  ['1,500,000', '1500000'],
  ['1 500 000', '1500000'],
  ["1'500'000", '1500000'],
  ['Rp1.500.000,-', '1500000'],
  ['Rp 1.500.000', '1500000'],
  ['Rp. 1.500.000,\u2013', '1500000'],
  ['1.500.000 rupiah', '1500000'],
  ['1500000 IDR', '1500000'],
  ['1,5jt', '1500000'],
  ['1,5 juta rupiah', '1500000'],
  ['1500rb', '1500000'],
  ['-1500000', null],
  ['1e6', null],
  ['1,5m', null],
  ['1.50.000', null],
  ['1.500.00', null],
  ['satu juta', null],
]

/** Codes of an authenticator or of a mail. */
export const codes: readonly TypedCase[] = [
  ['123456', '123456'],
  ['123 456', '123456'],
  ['123-456', '123456'],
]

/** E-mail addresses; the meaning is the key of the account. */
export const emails: readonly TypedCase[] = [
  ['dewi@b.example', 'dewi@b.example'],
  ['Dewi@B.Example', 'dewi@b.example'],
  ['\uff44\uff45\uff57\uff49@b.example', 'dewi@b.example'],
  ['dewi@b.example.', 'dewi@b.example'],
  ['dewi@b\u3002example', 'dewi@b.example'],
  ['"dewi"@b.example', 'dewi@b.example'],
  ['mailto:dewi@b.example', 'dewi@b.example'],
  ['dewi@b\u00fccher.example', 'dewi@b\u00fccher.example'],
  ['dewi@bu\u0308cher.example', 'dewi@b\u00fccher.example'],
  ['dewi@B\u00dcCHER.example', 'dewi@b\u00fccher.example'],
  ['dewi@xn--bcher-kva.example', 'dewi@b\u00fccher.example'],
  ['dewi@XN--BCHER-KVA.example', 'dewi@b\u00fccher.example'],
  ['dewi@xn--fiqs8s.example', 'dewi@\u4e2d\u56fd.example'],
  ['de.wi@b.example', 'de.wi@b.example'],
  ['dewi+tukar@b.example', 'dewi+tukar@b.example'],
  ["o'neil@b.example", "o'neil@b.example"],
  ['a..b@example.test', null],
  ['.a@example.test', null],
  ['a.@example.test', null],
  ['a@-example.test', null],
  ['a@example-.test', null],
  ['a@example.1', null],
  ['a@exa_mple.test', null],
  ['a@b@example.test', null],
  ['"a b"@example.test', null],
  ['a,b@example.test', null],
  ['a(b)@example.test', null],
  ['a@[127.0.0.1]', null],
  ['a@xn--a.example', null],
  [`${'a'.repeat(65)}@example.test`, null],
  [`a@${'b'.repeat(64)}.test`, null],
]

const evm = '0x52908400098527886E0F7030069857D2E4169EE7'
const segwit = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

/** Addresses of coins and what they are pasted in. */
export const coinAddresses: readonly TypedCase[] = [
  [evm, evm],
  [segwit, segwit],
  [`bitcoin:${segwit}`, segwit],
  [`bitcoin:${segwit}?amount=0.015&label=Toko%20Sari`, segwit],
  [`BITCOIN:${segwit.toUpperCase()}?AMOUNT=0.015`, segwit.toUpperCase()],
  [`ethereum:${evm}`, evm],
  [`ethereum:${evm}@1`, evm],
  [`ethereum:pay-${evm}@56?value=2.014e18`, evm],
  [
    `ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${evm}&uint256=1e6`,
    evm,
  ],
  [`https://etherscan.io/address/${evm}`, evm],
  [`https://bscscan.com/address/${evm}#tokentxns`, evm],
  [`https://mempool.space/address/${segwit}`, segwit],
  [`https://www.blockchain.com/explorer/addresses/btc/${segwit}`, null],
  [`https://etherscan.io/tx/0x${'ab'.repeat(32)}`, null],
  [`ethereum:${evm}@1/approve?address=${evm}`, null],
]

/** Pairs of spellings of one name, by people and banks. */
export const sameNames: readonly (readonly [string, string])[] = [
  ["Ma'ruf", 'MARUF'],
  ['Ma\u2019ruf', "MA'RUF"],
  ['Ma\u02bcruf', 'MARUF'],
  ['Nur Aini', 'NURAINI'],
  ['Siti-Nurhaliza', 'SITI NURHALIZA'],
  ['Jos\u00e9 Nu\u00f1ez', 'JOSE NUNEZ'],
  ['\u0141ukasz', 'LUKASZ'],
  ['M. Yusuf', 'M YUSUF'],
  ['Dewi\u200b Lestari', 'DEWI LESTARI'],
]

/** Pairs of names of two different people. */
export const otherNames: readonly (readonly [string, string])[] = [
  ["Ma'ruf", 'MARIF'],
  ['Nur Aini', 'NURAINA'],
  ['\u738b\u5c0f\u660e', '\u738b\u5927\u660e'],
  ['\u0915\u093f', '\u0915\u0940'],
]

/** Names in the scripts that our documents write. */
export const namesOfScripts: readonly string[] = [
  'Siti Nurhaliza',
  '\u0141ukasz \u017di\u017eka',
  'Nguy\u1ec5n Th\u1ecb \u00c1nh',
  "O'Neil & Sons <Ltd>",
  '\u0645\u062d\u0645\u062f \u738b\u5c0f\u660e \u0141ukasz',
  '\u0935\u093f\u0915\u094d\u0930\u092e \u0938\u093f\u0902\u0939',
  '\u0e2a\u0e21\u0e0a\u0e32\u0e22 \u0e43\u0e08\u0e14\u0e35',
  '\ua9a5\ua9bf\ua9a7\ua9ba\ua9b4\ua9ae\ua9ba\ua9b4',
  '\uae40\ucca0\uc218 \u041e\u043b\u044c\u0433\u0430 \u0396\u03c9\u03ae',
  '\u05d3\u05d5\u05d3 \u05db\u05d4\u05df',
  '\u3084\u307e\u3060 \u30bf\u30ed\u30a6',
]

/** Texts that are dangerous in some output; every output is tested with all of them. */
export const hostileTexts: readonly string[] = [
  ...namesOfScripts,
  // Formulas of spreadsheets.
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  'a\n=1',
  'a;=1',
  'a,=1',
  '"=1',
  '\u202e=1',
  '\uff1d1',
  // Elements, attributes, template placeholders.
  '<img src=x onerror=alert(1)>',
  '</p></td><script>alert(1)</script>',
  '"><svg/onload=alert(1)>',
  "' onmouseover='alert(1)",
  '&lt;b&gt; &amp; &#60;',
  '{name} {link}',
  '{{7*7}} ${7*7}',
  // Headers, links, paths.
  'a\r\nBcc: eve@evil.example',
  'a\nSubject: won',
  '%0d%0aBcc: eve@evil.example',
  'Win at https://evil.example/btc',
  'www.evil.example',
  'javascript:alert(1)',
  '../../etc/passwd',
  "'; drop table users; --",
  ') Tj (x> \\',
  '__proto__',
  // Terminal sequences and invisible characters.
  '\u001b[2J\u001b[32mok    balances',
  '\u009b2J',
  'a\bb\u0000c\u007f',
  'a\u2028b\u2029c\u0085d',
  '\u202egnp.exe',
  '\u2066a\u2069\u200e\u200f\u061c',
  'De\u200bwi\ufeff',
  '\ud800 half',
  '\u{1f469}\u200d\u{1f4bb}',
  // Long texts.
  'x'.repeat(5_000),
  `a${'\u0316\u0301'.repeat(5_000)}`,
]
